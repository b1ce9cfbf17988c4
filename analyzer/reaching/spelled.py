"""What facts keep only as text, read once more: constants, and comparisons with `None` or a number."""

import ast
import copy
from collections.abc import Mapping
from functools import lru_cache

from ..extracting.expression import Attr, Call, Expr, Formula, Item, Name, Opaque, Str, Test
from .cells import Mark

_OPERATORS = {
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.In: "in",
    ast.NotIn: "not in",
}
_POSITIVE = {"is not": "is", "!=": "==", "not in": "in"}


@lru_cache(maxsize=4096)
def parsed(text: str) -> ast.expr | None:
    """Return the syntax of an expression, or None where the text is none (it may be cut)."""
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def literal(text: str) -> object:
    """Return the value of a constant, an empty collection too; UNKNOWN where the text is none."""
    node = parsed(text)
    try:
        value = Mark.UNKNOWN if node is None else ast.literal_eval(node)
    except (ValueError, TypeError):
        return Mark.UNKNOWN
    if isinstance(value, list | tuple | set):
        return tuple(value)
    return value if value is None or isinstance(value, str | int | Mark) else Mark.UNKNOWN


def comparison(text: str) -> Formula | None:
    """Return the test that a text spells, where one side is a constant that facts do not keep; else None."""
    node = parsed(text)
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return None
    left, right = _expr(node.left), _expr(node.comparators[0])
    op = _OPERATORS.get(type(node.ops[0]))
    if left is None or right is None or op is None:
        return None
    return Test(op, left, right, ast.unparse(node.left), ast.unparse(node.comparators[0]), (0, 0, 0, 0))


def _expr(node: ast.expr) -> Expr | None:
    match node:
        case ast.Constant(value=str(text)):
            return Str(text)
        case ast.Constant(value=value):
            return Opaque(repr(value))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return Opaque(f"-{value}")
        case ast.Name(id=name):
            return Name(name)
        case ast.Attribute(value=base, attr=name):
            inner = _expr(base)
            return None if inner is None else Attr(inner, name)
        case ast.Subscript(value=base, slice=key):
            holder, at = _expr(base), _expr(key)
            return None if holder is None or at is None else Item(holder, at)
        case ast.Call(func=func, args=args, keywords=[]):
            called, given = _expr(func), [_expr(arg) for arg in args]
            known = tuple(arg for arg in given if arg is not None)
            return None if called is None or len(known) < len(given) else _call(called, known)
        case _:
            return None


def _call(func: Expr, args: tuple[Expr, ...]) -> Expr:
    match func, args:
        case Name("getattr"), (base, Str(name), *_):
            return Attr(base, name)
        case Attr(base, "get"), (Str() as key, *_):
            return Item(base, key)
        case _:
            return Call(func, args, ())


@lru_cache(maxsize=4096)
def positive(text: str) -> tuple[str, bool]:
    """Return what is asked without its negation, and whether it is negated: `x is not None` asks `x is None`."""
    node = parsed(text)
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            asked, negated = positive(ast.unparse(inner))
            return asked, not negated
        case ast.Compare(left=left, ops=[op], comparators=[right]) if (_OPERATORS.get(type(op)) or "") in _POSITIVE:
            return f"{ast.unparse(left)} {_POSITIVE[_OPERATORS[type(op)]]} {ast.unparse(right)}", True
        case None:
            return text, False
        case _:
            return ast.unparse(node), False


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Return an expression with the names that it reads spelled as they are elsewhere."""
    node = parsed(text)
    if node is None or all(old == new for old, new in names.items()):
        return text
    inside = {name: held for name, new in names.items() if (held := parsed(new)) is not None}
    return ast.unparse(_Renaming(inside).visit(copy.deepcopy(node)))


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._names.get(node.id, node)


def names_in(text: str) -> tuple[str, ...]:
    """Return the names that an expression reads."""
    node = parsed(text)
    return () if node is None else tuple(dict.fromkeys(part.id for part in ast.walk(node) if isinstance(part, ast.Name)))


def exclusive(atoms: tuple[tuple[str, bool], ...]) -> bool:
    """Whether some atoms cannot all be so: one thing equals two different constants."""
    equal: dict[str, str] = {}
    for text, holds in atoms:
        left, _, right = text.partition(" == ")
        if holds and right and literal(right) is not Mark.UNKNOWN and equal.setdefault(left, right) != right:
            return True
    return False
