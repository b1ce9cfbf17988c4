"""Expressions and formulas as frozen values: what a unit says, before anyone asks what it means.

Names are left as they are spelled. Following them (through assignments, parameters, imports) is linking's work.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

Span: TypeAlias = tuple[int, int, int, int]
"""First line, first column, last line, end column; lines from 0 relative to the unit, columns from 0 in code points."""


class Str(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """A string literal, adjacent parts joined."""

    value: str


class Name(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """A bare name."""

    id: str


class Attr(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """`base.name`, and `getattr(base, "name"[, default])`, which reads the same thing."""

    base: Expr
    name: str


class Item(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """`base[key]`, and `base.get(key[, default])`, which reads the same thing."""

    base: Expr
    key: Expr


class Call(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """A call; starred arguments are kept as Star, `**kwargs` under the keyword `**`."""

    func: Expr
    args: tuple[Expr, ...]
    keywords: tuple[tuple[str, Expr], ...]


class Coll(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """A list, tuple, set or dict display; a dict has as many values as items, `**x` is a Star with an Opaque value."""

    shape: str
    items: tuple[Expr, ...]
    values: tuple[Expr, ...]


class Star(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """`*value` or `**value` inside a display or a call."""

    value: Expr


class Binary(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """`left op right` for `+ | & - ^ %`."""

    op: str
    left: Expr
    right: Expr


class Either(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """One of several values: `a or b`, `a if t else b`."""

    options: tuple[Expr, ...]


class Element(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """What a loop variable holds: an element of `of`; `slot` counts from 0 where the target is a tuple."""

    of: Expr
    slot: int | None


class Comp(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """A comprehension: its shape, element (and value), and the number of the scope that binds its variables."""

    shape: str
    element: Expr
    value: Expr | None
    scope: int


class Pieces(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """An f-string: literal and computed parts in order."""

    parts: tuple[Expr, ...]


class Truth(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """A value that is the outcome of a test: the number of the decision in its unit."""

    decision: int


class Lambda(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """A lambda: the number of its scope, and what it returns."""

    scope: int
    body: Expr


class Opaque(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """Anything else, by its text (cut at 60 characters)."""

    text: str


Expr: TypeAlias = Str | Name | Attr | Item | Call | Coll | Star | Binary | Either | Element | Comp | Pieces | Truth | Lambda | Opaque


class And(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """All parts hold."""

    parts: tuple[Formula, ...]


class Or(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """One part holds."""

    parts: tuple[Formula, ...]


class Not(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """The part does not hold."""

    part: Formula


class Over(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """`any(part for … in iterable)`, or `all(…)` where *every*; *scope* is the number of the scope that binds the loop variables."""

    every: bool
    scope: int
    part: Formula


class Test(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """One comparison, or a call that compares (`startswith`, `isinstance`, `re.search`, a `case` pattern), whatever it compares.

    Which side is the subject, and whether it carries a model's name, only linking can say.
    """

    op: str
    left: Expr
    right: Expr
    left_text: str
    right_text: str
    span: Span


class Ref(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """Something taken for true or false that is no comparison: a name, an attribute, an item or a call."""

    expr: Expr
    text: str
    span: Span


class Blank(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """A part of a test that is none of the above: its text, and whether it is free of calls."""

    text: str
    pure: bool


Formula: TypeAlias = And | Or | Not | Over | Test | Ref | Blank


def scoped_leaves(formula: Formula, scope: int) -> list[tuple[Test | Ref, int]]:
    """Return the Tests and Refs of *formula* in source order, each with the number of the scope it stands in."""
    found: list[tuple[Test | Ref, int]] = []
    stack: list[tuple[Formula, int]] = [(formula, scope)]
    while stack:
        at, inside = stack.pop()
        match at:
            case And(parts) | Or(parts):
                stack.extend((part, inside) for part in reversed(parts))
            case Not(part):
                stack.append((part, inside))
            case Over(_, bound, part):
                stack.append((part, bound))
            case Test() | Ref():
                found.append((at, inside))
            case Blank():
                pass
    return found


def leaves(formula: Formula) -> list[Test | Ref]:
    """Return the Tests and Refs of *formula* in source order."""
    return [leaf for leaf, _ in scoped_leaves(formula, 0)]


def dotted(expr: Expr) -> str | None:
    """Return `a.b.c` for a chain of attributes on a name, else None."""
    match expr:
        case Name(name):
            return name
        case Attr(base, name):
            return None if (head := dotted(base)) is None else f"{head}.{name}"
        case _:
            return None


def chain(name: str) -> Expr:
    """Return the chain of attributes that a dotted name spells."""
    head, *rest = name.split(".")
    expr: Expr = Name(head)
    for part in rest:
        expr = Attr(expr, part)
    return expr


def children(expr: Expr) -> list[Expr]:
    """Return the parts of an expression, in source order."""
    match expr:
        case Attr(base, _):
            return [base]
        case Item(base, key):
            return [base, key]
        case Call(func, args, keywords):
            return [func, *args, *(value for _, value in keywords)]
        case Coll(_, items, values):
            return [*items, *values]
        case Star(value):
            return [value]
        case Binary(_, left, right):
            return [left, right]
        case Either(options):
            return list(options)
        case Element(of, _):
            return [of]
        case Comp(_, element, value, _):
            return [element] if value is None else [element, value]
        case Pieces(parts):
            return list(parts)
        case Lambda(_, body):
            return [body]
        case Str() | Name() | Truth() | Opaque():
            return []
