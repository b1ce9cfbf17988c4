"""What an expression reads, in words: local aliases followed once."""

from ..extracting.expression import Attr, Call, Either, Expr, Item, Name, Str, dotted
from .following import Follower
from .meaning import Bound, Place


def origin(follower: Follower, expr: Expr, place: Place) -> str:
    """Return the text of what an expression reads, local aliases followed once."""
    match expr:
        case Name(name):
            held = alias(follower, expr, place)
            return (dotted(held) or name) if isinstance(held, Attr) else name
        case Attr(base, name) | Item(base, Str(name)):
            return f"{origin(follower, base, place)}.{name}"
        case Item(base, _):
            return f"{origin(follower, base, place)}[]"
        case Call(func, _, _):
            return f"{dotted(func) or '…'}()"
        case Either(options) if options:
            return origin(follower, options[0], place)
        case _:
            return "…"


def alias(follower: Follower, expr: Expr, place: Place) -> Expr:
    """Return what a name was set to, where it was set once and in the same unit; any other expression as it is."""
    if not isinstance(expr, Name):
        return expr
    meaning = follower.name(expr.id, place)
    if isinstance(meaning, Bound) and len(meaning.definitions) == 1:
        unit, definition = meaning.definitions[0]
        if definition.op == "=" and unit is place.unit:
            return definition.value.options[0] if isinstance(definition.value, Either) and definition.value.options else definition.value
    return expr
