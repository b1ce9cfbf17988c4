"""The text of one file to what a contract asks of it, by the standard library's tree; nothing of it is run."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..extracting.parsing import parsed
from ..linking.meaning import module_of
from ..reading.decode import Undecodable, decode
from .members import classes, entries, functions, names
from .module import Arm, Called, Imported, Looked, Module

_DOTTED = re.compile(r"\.*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?::[A-Za-z_]\w*)?")
_WALKS = {"iter_modules", "walk_packages"}
_BY_NAME = {"import_module", "__import__", "find_spec", "LazyLoader", "resolve_name"}
_LEAVES = (ast.Name, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)  # they say nothing that is asked for
_FILLS = {"update", "setdefault"}
_FAULTS = (SyntaxError, ValueError, MemoryError, RecursionError, SystemError, Undecodable)


def outline(path: str, data: bytes, wanted: frozenset[str]) -> Module | str:
    """Return what a contract asks of a file, calls of *wanted* included; why it could not be read, where it could not."""
    try:
        tree = parsed(decode(data))
    except _FAULTS as error:
        return f"{type(error).__name__}: {error}"
    name, package = module_of(path)
    seen = _Seen(name, package, wanted)
    seen.look(tree)
    return Module(
        path=path,
        name=name,
        package=package,
        imports=tuple(seen.imports),
        names=names(tree),
        open=seen.open or "__getattr__" in names(tree),
        functions=tuple(functions(tree)),
        classes=tuple(classes(tree)),
        entries=tuple(entries(tree)),
        calls=tuple(seen.calls),
        lookups=tuple(seen.lookups),
        stores=frozenset(seen.stores),
        arms=tuple(seen.arms),
        later=tuple(seen.later),
        by_name=seen.by_name,
        walks=seen.walks,
        runs=seen.runs,
    )


def last_name(node: ast.expr) -> str:
    """Return the last part of a name or a chain of attributes; empty for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _At:
    """What is true of a place."""

    eager: bool = True
    typing: bool = False
    tried: bool = False
    functions: tuple[int, ...] = ()  # those around it, by number


class _Seen:
    """What one walk over a tree has seen. Nothing recurses: a chain may be 20,000 arms deep."""

    def __init__(self, module: str, package: bool, wanted: frozenset[str]) -> None:  # noqa: FBT001  what the file is
        self.folder = module if package else module.rpartition(".")[0]
        self.wanted = wanted
        self.imports: list[Imported] = []
        self.calls: list[Called] = []
        self.lookups: list[Looked] = []
        self.found: list[tuple[str, int, _At]] = []
        self.asked: list[set[str]] = []  # by number of the function: the tables about which it asks whether they hold a key
        self.stores: set[str] = set()
        self.arms: list[Arm] = []
        self.later: list[tuple[int, int]] = []
        self.by_name = self.walks = self.runs = self.open = False

    def look(self, tree: ast.Module) -> None:
        """Walk over a tree: each node with what is true of its place."""
        queue: list[tuple[ast.AST, _At]] = [(node, _At()) for node in reversed(tree.body)]
        while queue:
            node, at = queue.pop()
            if isinstance(node, ast.If | ast.Try):
                self._arms(node)
                at = replace(at, tried=at.tried or (isinstance(node, ast.Try) and bool(node.handlers)))
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self.asked.append(set())
                at = replace(at, functions=(*at.functions, len(self.asked) - 1))
            self._see(node, at)
            queue += self._children(node, at)
        self.lookups = [
            Looked(table=table, line=line, guarded=at.tried or any(table in self.asked[function] for function in at.functions))
            for table, line, at in self.found
        ]

    def _children(self, node: ast.AST, at: _At) -> Iterator[tuple[ast.AST, _At]]:
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                main, typing = _is_main(test), last_name(test) == "TYPE_CHECKING"
                self.runs |= main
                inside = replace(at, eager=at.eager and not main, typing=at.typing or typing) if main or typing else at
                yield test, at
                yield from ((line, inside) for line in body)
                yield from ((line, at) for line in orelse)
            case ast.FunctionDef(decorator_list=decorators, body=body) | ast.AsyncFunctionDef(decorator_list=decorators, body=body):
                self.later.append((body[0].lineno, body[-1].end_lineno or body[-1].lineno))
                inside = replace(at, eager=False)
                yield from ((decorator, at) for decorator in decorators)
                yield from ((line, inside) for line in body)
            case ast.Lambda(body=inner):
                yield inner, replace(at, eager=False)
            case ast.Expr(value=ast.Constant(value=str())):
                return  # a docstring
            case _:
                yield from ((child, at) for child in ast.iter_child_nodes(node) if not isinstance(child, _LEAVES))

    def _see(self, node: ast.AST, at: _At) -> None:
        match node:
            case ast.Import(names=aliases):
                self.imports += (_imported(alias.name, alias.asname or alias.name, node.lineno, at) for alias in aliases)
            case ast.ImportFrom(names=aliases):
                source = self._absolute(node.module or "", node.level)
                self.open |= at.eager and any(alias.name == "*" for alias in aliases)
                targets = ((source if alias.name == "*" else f"{source}.{alias.name}", alias.asname or alias.name) for alias in aliases)
                self.imports += (_imported(target, local, node.lineno, at) for target, local in targets)
            case ast.Constant(value=str() as text) if _DOTTED.fullmatch(text):
                target = self._absolute(text.lstrip("."), len(text) - len(text.lstrip("."))).replace(":", ".")
                self.imports.append(Imported(target=target, line=node.lineno, eager=False, is_text=True))
            case ast.Call():
                self._call(node)
            case ast.Compare(ops=ops, comparators=[right]) if at.functions and isinstance(ops[0], ast.In | ast.NotIn):
                self.asked[at.functions[-1]].add(_held(right))
            case ast.Subscript(value=table, slice=key, ctx=ast.Load()) if not isinstance(key, ast.Constant | ast.Slice):
                self.found.append((last_name(table), node.lineno, at))
            case ast.Subscript(value=table, ctx=ast.Store()):
                self.stores.add(last_name(table))
            case _:
                return

    def _absolute(self, module: str, level: int) -> str:
        steps = self.folder.split(".") if self.folder else []
        above = steps[: max(len(steps) - level + 1, 0)] if level else []
        return ".".join((*above, *filter(None, [module])))

    def _call(self, node: ast.Call) -> None:
        name = last_name(node.func)
        self.walks |= name in _WALKS
        self.by_name |= name in _BY_NAME
        self.open |= name == "globals"
        if name in _FILLS and isinstance(node.func, ast.Attribute):
            self.stores.add(last_name(node.func.value))
        if name in self.wanted:
            starred = any(isinstance(argument, ast.Starred) for argument in node.args)
            texts = tuple(each.value if isinstance(each, ast.Constant) and isinstance(each.value, str) else "" for each in node.args)
            given = tuple(each for keyword in node.keywords if keyword.arg for each in _given(keyword.arg, keyword.value))
            self.calls.append(Called(name=name, line=node.lineno, texts=texts, positional=None if starred else len(node.args), given=given))

    def _arms(self, node: ast.If | ast.Try) -> None:
        number = len(self.arms)
        parts = (node.body, node.orelse) if isinstance(node, ast.If) else (node.body, *(handler.body for handler in node.handlers))
        for at, lines in enumerate(parts):
            if lines:
                last = max(line.end_lineno or line.lineno for line in lines)
                self.arms.append(Arm(statement=number, number=at, first=lines[0].lineno, last=last))


def _imported(target: str, local: str, line: int, at: _At) -> Imported:
    return Imported(target=target, line=line, eager=at.eager and not at.typing, typing_only=at.typing, guarded=at.tried, local=local)


def _held(node: ast.expr) -> str:
    """Return the last name of what is asked whether it holds a key: `table`, `table.keys()`, `set(table)`."""
    match node:
        case ast.Call(func=ast.Attribute(value=table, attr="keys"), args=[]) | ast.Call(args=[table]):
            return last_name(table)
        case _:
            return last_name(node)


def _is_main(test: ast.expr) -> bool:
    match test:
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]):
            return True
        case _:
            return False


def _given(keyword: str, value: ast.expr) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield what a keyword is given: of a dict one a key, else its names."""
    if isinstance(value, ast.Dict):
        for key, item in zip(value.keys, value.values, strict=True):
            text = key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else last_name(key) if key is not None else ""
            yield keyword, text, _named(item)
    else:
        yield keyword, "", _named(value)


def _named(value: ast.expr) -> tuple[str, ...]:
    items = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
    return tuple(item.id for item in items if isinstance(item, ast.Name))
