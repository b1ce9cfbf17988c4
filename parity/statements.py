"""A function cut into what can be moved one by one: its simple statements, and the conditions and headers around them, as they read without layout."""

import ast
import copy
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from .tree import Module

Place = tuple[int, int]  # line from 1, column from 0
_FLOW = (ast.Pass, ast.Continue, ast.Break)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One piece, as it reads when renames are taken off."""

    key: str
    value: str  # what it hands on, if it binds one name or returns; "" otherwise
    line: int
    text: str  # its first line
    spelled: Mapping[str, str]  # name as compared → as it is spelled
    texts: frozenset[str]  # strings in it


def pieces(node: ast.AST, module: Module, dropped: Collection[str], sites: Collection[Place] = ()) -> Iterator[Piece]:
    """Yield the pieces of a function; `self.x` is `x`, and so is `y.x` for each *y* of *dropped*. What holds one of the *sites* is left out."""
    for part in _parts(node):
        if not any(_within(place, part) for place in sites):
            yield _piece(part, module, frozenset({"self", "cls", *dropped}))


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body) | ast.ClassDef(body=body):
            yield from _all(body)
        case ast.If():
            yield from _chain(node)
        case ast.While(test=test, body=body, orelse=other):
            yield from _operands(test)
            yield from _all([*body, *other])
        case ast.For(target=target, iter=held, body=body, orelse=other) | ast.AsyncFor(target=target, iter=held, body=body, orelse=other):
            yield from (target, held)
            yield from _all([*body, *other])
        case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
            yield from (item.context_expr for item in items)
            yield from _all(body)
        case ast.Try(body=body, handlers=handlers, orelse=other, finalbody=last):
            yield from (handler.type for handler in handlers if handler.type is not None)
            yield from _all([*body, *(one for handler in handlers for one in handler.body), *other, *last])
        case ast.Match(subject=subject, cases=cases):
            yield subject
            yield from _all([one for case in cases for one in case.body])
        case ast.Expr(value=ast.Constant()) | ast.Return(value=None | ast.Constant(value=None)):
            return
        case _:
            yield from () if isinstance(node, _FLOW) else (node,)


def _chain(node: ast.If) -> Iterator[ast.AST]:
    """Yield the parts of a chain of arms, however long it is."""
    while True:
        yield from _operands(node.test)
        yield from _all(node.body)
        match node.orelse:
            case [ast.If() as after]:
                node = after
            case last:
                yield from _all(last)
                return


def _all(body: list[ast.stmt]) -> Iterator[ast.AST]:
    for one in body:
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            yield one.args
        yield from _parts(one)


def _operands(test: ast.expr) -> Iterator[ast.expr]:
    """Yield what is asked in a condition, without its `and` and its `not`: an arm that was left early may stand inside now."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            for value in values:
                yield from _operands(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _operands(operand)
        case _:
            yield test


def _within(place: Place, node: ast.AST) -> bool:
    if not isinstance(node, ast.stmt | ast.expr):
        return False
    end = node.end_lineno or node.lineno, node.end_col_offset or 0
    return (node.lineno, node.col_offset) <= place < end


def _piece(node: ast.AST, module: Module, dropped: frozenset[str]) -> Piece:
    plain = _Plain(module, dropped)
    read: ast.AST = plain.visit(copy.deepcopy(node))
    match read:
        case ast.Assign(targets=[ast.Name()], value=value) | ast.Return(value=ast.expr() as value):
            handed = ast.dump(value)
        case _:
            handed = ""
    texts = frozenset(one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))
    line = node.lineno if isinstance(node, ast.stmt | ast.expr) else 0
    text = ast.unparse(node).partition("\n")[0][:80]
    return Piece(key=ast.dump(read), value=handed, line=line, text=text, spelled=plain.spelled, texts=texts)


class _Plain(ast.NodeTransformer):
    """Takes what a move may rename off a piece of code, and remembers how it was spelled."""

    def __init__(self, module: Module, dropped: frozenset[str]) -> None:
        self._module, self._dropped = module, dropped
        self.spelled: dict[str, str] = {}

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node.value:
            case ast.Name(id=root) if root in self._dropped:
                return self._named(node.attr, f"{root}.{node.attr}", node.ctx)
            case _:
                return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._named(node.id, node.id, node.ctx)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if node.level:
            steps = self._module.name.split(".") if self._module.is_package else self._module.name.split(".")[:-1]
            outer = steps[: len(steps) - node.level + 1]
            spelled = "." * node.level + (node.module or "")
            node.module, node.level = ".".join(filter(None, (*outer, node.module))), 0
            self.spelled[node.module] = spelled
        elif node.module:
            self.spelled[node.module] = node.module
        return node

    def _named(self, name: str, spelled: str, ctx: ast.expr_context) -> ast.AST:
        plain = name.lstrip("_") or name
        self.spelled.setdefault(plain, spelled)
        return ast.Name(id=plain, ctx=ctx)
