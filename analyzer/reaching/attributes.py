"""What attributes hold in all worlds: of classes, of objects by what sets them, of what linking knows by its name alone."""

from ..extracting.expression import Attr, Call, Expr, Name
from ..linking.held import heard_name
from ..linking.meaning import Bound, FunctionAt, Meaning
from . import calls
from .cells import Class, Mark
from .choices import UNKNOWN, chosen, mapped
from .defining import Definitions, at_definition
from .following import carried, constant, meant
from .frames import Frame, Value
from .protocol import Asked

_PLACES_LIMIT = 4
_NAMES = frozenset({"__name__", "__qualname__"})


def attribute(asked: Asked, expr: Attr, frame: Frame) -> Value | None:
    """Return what an attribute holds."""
    base = expr.base
    if expr.name in _NAMES or expr.name in {"__class__", "__mro__"}:
        return _of_class(asked, expr, frame)
    if expr.name == "__module__":
        return None
    if expr.name in {"value", "name"} and (inner := asked.value(base, frame.judging(None))) is not None:
        return mapped(asked, _spelled, inner)  # of a member of an enumeration
    own = asked.shared.variables.carried(expr, frame.judging(None))
    meaning = asked.follow.meaning(expr, frame.place)
    if isinstance(meaning, FunctionAt) and any(at is meaning for at in asked.follow.index.properties.get(expr.name, ())):
        return calls.inlined(asked, meaning, None, frame)
    found = _held(asked, meaning, expr, frame)
    if found is not None and not (own is not None and isinstance(found, tuple) and len(found) == 1):
        return found  # a constant of a class says nothing of those that inherit from it
    if own is None and (known := constant(asked, expr, frame)) is not None:
        return known
    return carried(asked, expr, frame) or found


def _spelled(cell: object) -> object:
    return cell if isinstance(cell, str) else Mark.UNKNOWN


def _held(asked: Asked, meaning: Meaning | None, expr: Attr, frame: Frame) -> Value | None:
    """Return what an attribute holds by what it is set to; what an object may be made with says nothing of it, a constant does."""
    if not isinstance(meaning, Bound):
        return meant(asked, meaning, frame)
    if any("." in definition.name for _, definition in meaning.definitions):
        return set_somewhere(asked, meaning.definitions, frame)
    found = meant(asked, meaning, frame)
    own = isinstance(expr.base, Name) and expr.base.id in {"self", "cls"}
    return None if own and not expr.name.isupper() and _is_constant(found) else found


def _is_constant(value: Value | None) -> bool:
    return isinstance(value, tuple) and len(value) == 1


def set_somewhere(asked: Asked, definitions: Definitions, frame: Frame) -> Value | None:
    """Return what an attribute of an object may hold, where it is set to what depends on a name: which place set it last is an atom."""
    places = [(unit, definition) for unit, definition in reversed(definitions) if definition.op == "="]
    if len(places) > _PLACES_LIMIT:
        return None
    found: Value | None = None
    for unit, definition in places:
        key = id(definition), id(frame.bound)
        if not asked.enter(key, frame.depth):
            continue
        at = at_definition(unit, definition, frame)
        try:
            value = asked.value(definition.value, at) or UNKNOWN
        finally:
            asked.open.discard(key)
        name = f"{definition.name} is set at {at.place.where}"
        found = value if found is None or found == value else chosen(asked, asked.atom(name, frame), value, found)
    return None if _is_constant(found) else found


def kept(asked: Asked, expr: Expr, frame: Frame) -> Value | None:
    """Return the outcome that a reference reads which linking knows by its name alone: a flag of some object, a property, a method."""
    flags, predicates = asked.shared.flags.get(heard_name(expr), ()), asked.shared.predicates.get(heard_name(expr), ())
    if len(predicates) == 1 and not flags:
        return calls.inlined(asked, predicates[0], expr if isinstance(expr, Call) else None, frame)
    return set_somewhere(asked, flags, frame)


def _of_class(asked: Asked, expr: Attr, frame: Frame) -> Value | None:
    """`x.__class__`, and of a class its name and what it is made of: itself, as far as is known."""
    if expr.name == "__class__":
        return asked.column(*asked.shared.variables.class_of(expr.base, frame))
    holder = asked.value(expr.base, frame)
    if holder is None:
        return carried(asked, expr, frame) if expr.name in _NAMES else None
    if expr.name == "__mro__":
        return mapped(asked, _alone, holder)
    return mapped(asked, _called, holder)


def _alone(cell: object) -> object:
    return (cell,)


def _called(cell: object) -> object:
    return cell.name if isinstance(cell, Class) else Mark.UNKNOWN
