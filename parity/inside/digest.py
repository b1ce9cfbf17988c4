"""Functions and classes that code under test defines, told by what they do: their source without places, and what they hold on to."""

import ast
import hashlib
import types
from collections.abc import Callable, Mapping
from typing import Any

Show = Callable[[Any], str]
Defined = Mapping[tuple[str, int, str], str]  # file, line and name of a function → digest of its source
_NOT_WRITTEN = frozenset(
    {"__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__firstlineno__", "__static_attributes__", "__orig_bases__"}
)  # what a class has besides what its text says, or what does nothing


class Digests:
    """What is defined on which line of which file, by source; filled where code is compiled."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, str], str] = {}

    def enter(self, known: Defined) -> None:
        """Note the functions and lambdas of a module."""
        self._known.update(known)

    def function(self, function: types.FunctionType, show: Show) -> str:
        """Return the name of a function, the digest of its source, and what its free names stand for."""
        code = function.__code__
        source = self._known.get((code.co_filename, code.co_firstlineno, code.co_name)) or _hash(repr(_plain(code)))
        held = [(name, _cell(cell)) for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=False)]
        held += [(name, function.__globals__[name]) for name in _names(code) if name in function.__globals__]
        around = ",".join(f"{name}={show(value)}" for name, value in held if not isinstance(value, types.ModuleType))
        return f"def {function.__name__}#{source}({around})"

    def cls(self, made: type, show: Show) -> str:
        """Return the name of a class, its bases, and its members."""
        members = (
            f"{name}={show(value)}"
            for name, value in sorted(vars(made).items())
            if name not in _NOT_WRITTEN and not name.startswith("_abc")
        )
        bases = ",".join(show(base) for base in made.__bases__ if base is not object)
        return f"class {made.__name__}({bases}){{{','.join(members)}}}"


def defined(tree: ast.Module, file: str) -> Defined:
    """Return every function and lambda of a tree; nothing for those that share a line and a name, which are told by their code."""
    known: dict[tuple[str, int, str], str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                first, text = min((node.lineno, *(one.lineno for one in node.decorator_list))), _dumped(node)
            case ast.Lambda():
                first, name, text = node.lineno, "<lambda>", ast.dump(node)
            case _:
                continue
        known[file, first, name] = "" if (file, first, name) in known else _hash(text)
    return known


def _dumped(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Return the source of a function without places, documentation and marks of arms."""
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    return ast.dump(ast.Module(body=[*body], type_ignores=[])) + ast.dump(node.args)


def _names(code: types.CodeType) -> list[str]:
    inner = [name for constant in code.co_consts if isinstance(constant, types.CodeType) for name in _names(constant)]
    return sorted({*code.co_names, *inner})


def _plain(code: types.CodeType) -> tuple[object, ...]:
    constants = tuple(_plain(one) if isinstance(one, types.CodeType) else repr(one) for one in code.co_consts)
    return code.co_code, constants, code.co_names, code.co_varnames


def _cell(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not bound yet
        return None


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
