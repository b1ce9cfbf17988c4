"""The strings that an expression can ever be, where all that leads to it is written in the target; else nobody knows."""

from collections.abc import Iterable
from typing import TypeAlias

from ..extracting.expression import Attr, Call, Coll, Either, Element, Expr, Item, Name, Opaque, Str, dotted
from ..extracting.facts import Definition
from ..linking.linked import Linked
from ..linking.meaning import Bound, FunctionAt, Place, PlacedUnit
from ..linking.members import Shape
from ..linking.outline import LITERAL

Values: TypeAlias = dict[str, str]
"""Each string, and where it is written: `path:line`."""
_DEPTH_LIMIT = 8
_BINDS = frozenset({"=", "for", "annotation"})


def values_of(linked: Linked, expr: Expr, place: Place, depth: int = 0) -> Values | None:
    """Return the strings that *expr* can be at *place*; None where it may be any other too."""
    if depth > _DEPTH_LIMIT:
        return None
    match expr:
        case Str(value):
            return {value: place.where}
        case Opaque("None"):
            return {}
        case Either(options):
            return _joined(values_of(linked, option, place, depth + 1) for option in options)
        case Name():
            return _of_name(linked, expr, place, depth)
        case Attr(Name("self" | "cls"), _):
            return _of_name(linked, expr, place, depth)
        case Call(func, _, _) if isinstance(at := linked.follower.meaning(func, place), FunctionAt):
            return _returned(linked, at, depth)
        case Item(table, key) if not isinstance(key, Opaque):
            return _held(linked, table, place, depth)
        case Element(Call(Attr(table, "items"), (), ()), 1) | Element(Call(Attr(table, "values"), (), ()), None):
            return _held(linked, table, place, depth)
        case _:
            return None


def _joined(found: Iterable[Values | None]) -> Values | None:
    whole: Values = {}
    for one in found:
        if one is None:
            return None
        whole |= {value: where for value, where in one.items() if value not in whole}
    return whole


def _of_name(linked: Linked, expr: Name | Attr, place: Place, depth: int) -> Values | None:
    match linked.follower.meaning(expr, place):
        case Bound(definitions, _) if definitions and all(definition.op in _BINDS for _, definition in definitions):
            return _joined(_bound(linked, unit, definition, depth) for unit, definition in definitions)
        case _:
            return None


def _bound(linked: Linked, unit: PlacedUnit, definition: Definition, depth: int) -> Values | None:
    at = Place(unit, definition.scope, definition.block, definition.span[0] - 1)
    if definition.op == "annotation":
        return _annotated(definition.value, at)
    return values_of(linked, definition.value, at, depth + 1)


def _annotated(annotation: Expr, at: Place) -> Values | None:
    match annotation:
        case Item(base, Coll("tuple", items, _)) if dotted(base) in LITERAL and all(isinstance(item, Str) for item in items):
            return {item.value: at.where for item in items if isinstance(item, Str)}
        case Item(base, Str(value)) if dotted(base) in LITERAL:
            return {value: at.where}
        case _:
            return None


def _returned(linked: Linked, at: FunctionAt, depth: int) -> Values | None:
    """What a function hands back, all of its returns together."""
    returns = [one for one in at.unit.facts.returns if one.scope == at.function.body]
    if not at.function.has_body or not returns or at.function.decorators:
        return None
    return _joined(values_of(linked, one.value, Place(at.unit, one.scope, one.block, 1 << 30), depth + 1) for one in returns)


def _held(linked: Linked, table: Expr, place: Place, depth: int) -> Values | None:
    """The values of a table, all of which are written."""
    members = linked.constants.members(table, place)
    if members is None or members.shape is not Shape.MAPPING or members.external is not None or members.unresolved:
        return None
    if len(members.values) != len(members.names):
        return None
    return _joined(values_of(linked, value, at, depth + 1) for value, at in members.values)
