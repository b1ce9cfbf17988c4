"""Faults that a migration could have: each a small change of a function, or of what a model's owner says, in a module of its own."""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_ANOTHER = "a_name_that_stands_nowhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One changed module."""

    module: str
    path: str
    line: int
    fault: str
    text: str


def of_function(module: str, path: str, text: str, function: str) -> Iterator[Mutant]:
    """Yield the mutants of one function, `Class.method`."""
    yield from _mutants(module, path, text, lambda tree: _found(tree.body, function.split(".")))


def of_owner(module: str, path: str, text: str) -> Iterator[Mutant]:
    """Yield the mutants of all that a model's owner says."""
    yield from _mutants(module, path, text, lambda tree: tree)


def _mutants(module: str, path: str, text: str, scope: Callable[[ast.Module], ast.AST | None]) -> Iterator[Mutant]:
    tree = ast.parse(text)
    root = scope(tree)
    nodes = () if root is None else ast.walk(root)
    for number in [at for at, node in enumerate(nodes) if _changed(copy.deepcopy(node)) is not None]:
        changed = copy.deepcopy(tree)
        inside = scope(changed)
        assert inside is not None
        node = next(one for at, one in enumerate(ast.walk(inside)) if at == number)
        line = getattr(node, "lineno", 0)
        if (fault := _changed(node)) is not None:
            yield Mutant(module=module, path=path, line=line, fault=fault, text=ast.unparse(ast.fix_missing_locations(changed)))


def _changed(node: ast.AST) -> str | None:
    """Change a node, if it is one that a migration writes; return what was done."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            node.test = ast.UnaryOp(ast.Not(), test)
            return f"negated guard `{ast.unparse(test)[:60]}`"
        case ast.BoolOp(values=[_, *_] as values):
            gone = values.pop()
            return f"lost residual `{ast.unparse(gone)[:60]}`"
        case ast.Expr(value=ast.Call() as call):
            node.value = ast.Constant(None)
            return f"lost call `{ast.unparse(call)[:60]}`"
        case ast.Constant(value=str(value)) if value.replace("_", "").replace(".", "").isalnum():
            node.value = _ANOTHER
            return f"swapped key or point `{value}`"
        case ast.Constant(value=bool(value)):
            node.value = not value
            return f"changed default `{value}`"
        case ast.Tuple(elts=[_, _, *_] as elts):
            elts.reverse()
            return "reversed order"
        case _:
            return None


def _found(body: list[ast.stmt], steps: list[str]) -> ast.AST | None:
    for node in body:
        match node:
            case ast.ClassDef(name=name, body=inner) if name == steps[0] and len(steps) > 1:
                return _found(inner, steps[1:])
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if [name] == steps:
                return node
            case _:
                pass
    return None
