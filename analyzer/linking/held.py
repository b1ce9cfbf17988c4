"""Outcomes of name tests that are kept: flags and predicates, as frozen values."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..extracting.expression import Attr, Call, Either, Expr, Item, Name, Str, Truth
from .meaning import PlacedUnit


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A flag or a predicate: where it is defined, and the names it depends on."""

    dotted: str
    names: tuple[str, ...]
    unit: PlacedUnit
    decision: int | None  # of its unit; None where it calls a predicate
    where: str


def all_of(held: Sequence[Held]) -> Held:
    """Return one for several that stand under one name."""
    names = tuple(dict.fromkeys(name for one in held for name in one.names))
    return replace(held[0], names=names)


def outcome(value: Expr) -> int | None:
    """Return the number of the decision whose outcome a value is, or None."""
    match value:
        case Truth(number):
            return number
        case Either(options):
            return next((inner for option in options if (inner := outcome(option)) is not None), None)
        case _:
            return None


def heard_name(expr: Expr) -> str:
    """Return the last name under which an expression would read an outcome."""
    match expr:
        case Name(name) | Attr(_, name) | Item(_, Str(name)):
            return name
        case Call(Name("bool"), (inner,), _):
            return heard_name(inner)
        case Call(func, _, _):
            return heard_name(func)
        case _:
            return ""
