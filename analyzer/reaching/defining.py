"""What a name holds after all that binds or changes it, each under its conditions."""

from collections.abc import Sequence
from typing import TypeAlias

from ..extracting.expression import Expr, children, dotted
from ..extracting.facts import Definition
from ..linking.meaning import Place, PlacedUnit
from . import loops
from .cells import ADDED, Mark, Table, Thing
from .choices import UNKNOWN, apply, chosen, mapped
from .diagram import combine
from .frames import Frame, Value
from .operators import as_set, binary
from .outcome import both
from .protocol import Asked

Definitions: TypeAlias = Sequence[tuple[PlacedUnit, Definition]]
_DEFINITIONS_LIMIT = 60


def folded(asked: Asked, definitions: Definitions, frame: Frame, start: Value | None = None) -> Value | None:
    """Return what a name holds after all that binds or changes it, earliest first, from *start*; None where that is not known."""
    if len(definitions) > _DEFINITIONS_LIMIT:
        return None
    found = start
    for number, (unit, definition) in enumerate(reversed(definitions)):
        key = id(definition), id(frame.bound)
        if definition.op == "annotation" or not asked.enter(key, frame.depth):
            continue
        try:
            found = _changed(asked, unit, definition, frame, found, is_first=number == 0 and start is None)
        finally:
            asked.open.discard(key)
    if found is not None and all(definition.scope == 0 and not unit.steps for unit, definition in definitions):
        added = any(asked.shared.is_added_to(unit, definition) for unit, definition in definitions)
        found = mapped(asked, _opened if added else _opened_if_empty, found)
    return None if found is None or found == UNKNOWN else found


def _opened(cell: object) -> object:
    """Return a collection to which functions add: nobody says what else is in it."""
    match cell:
        case Table(keys, values):
            return Table((*keys, ADDED), (*values, ADDED))
        case tuple():
            return (*cell, ADDED)
        case frozenset():
            return cell | {ADDED}
        case _:
            return cell


def _opened_if_empty(cell: object) -> object:
    """Return a collection of a module that begins empty: somebody adds to it, or it would not be there."""
    return cell or _opened(cell)


def _changed(asked: Asked, unit: PlacedUnit, definition: Definition, frame: Frame, held: Value | None, *, is_first: bool) -> Value | None:
    at = at_definition(unit, definition, frame)
    read = [(definition.value, definition.scope), *loops.read_by(at, definition.guard)]
    variables = loops.around(asked, read, at)
    turns = loops.turns(asked, variables, at) if variables else [(at, None)]
    if turns is None:
        return UNKNOWN
    perhaps = not variables and _may_be_passed_over(unit, definition, frame)
    for turn, present in turns:
        new = _contribution(asked, definition, turn, held)
        if is_first and present is None and definition.op == "=" and not perhaps:
            held = new or UNKNOWN
            continue
        condition = asked.guarded(unit, definition.guard, turn)
        if perhaps:
            condition = combine(both, condition, asked.atom(f"{at.place.where} is reached", at))
        held = chosen(asked, condition, new or UNKNOWN, held or UNKNOWN)
    return held


def _may_be_passed_over(unit: PlacedUnit, definition: Definition, frame: Frame) -> bool:
    """Whether a definition stands in a loop or in the handler of an exception around which the place that reads it is not."""
    own = frame.place.block if unit is frame.place.unit else ()
    shared = sum(1 for one, other in zip(definition.block, own, strict=False) if one == other)
    return any(arm < 0 for _, arm in definition.block[shared:])


def at_definition(unit: PlacedUnit, definition: Definition, frame: Frame) -> Frame:
    """Return the frame of a definition: that of the function it is in, before itself where it mentions itself."""
    own = definition.op not in {"=", "for"} or _mentions(definition.value, definition.name)
    place = Place(unit, definition.scope, definition.block, definition.span[0] - own)
    if unit is frame.place.unit:
        return frame.at(place, span=definition.span)
    return Frame(place=place, depth=frame.depth + 1, span=definition.span)


def _mentions(expr: Expr, wanted: str) -> bool:
    return dotted(expr) == wanted or any(_mentions(part, wanted) for part in children(expr))


def _contribution(asked: Asked, definition: Definition, frame: Frame, held: Value | None) -> Value | None:
    """Return what a name holds after one definition."""
    new = asked.value(definition.value, frame)
    if definition.op == "=":
        return new
    key = None if definition.key is None else asked.value(definition.key, frame)
    if held is None:
        return None
    match definition.op:
        case "append" | "add" | "insert":
            return apply(_with_one, held, new or (Thing(repr(definition.value)),))
        case "extend" | "update" | "+=" | "|=" if new is not None:
            return apply(_with_all, held, new)
        case "remove" | "discard" if new is not None:
            return apply(lambda old, cell: _without(old, (cell,)), held, new)
        case "-=" if new is not None:
            return apply(_without, held, new)
        case "store" | "setdefault" if key is not None:
            return apply(_stored, held, key, new or (Thing(repr(definition.value)),))
        case _:
            return None


def _with_one(old: object, cell: object) -> object:
    return old | {cell} if isinstance(old, frozenset) else (*loops.in_order(old), cell)


def _with_all(old: object, more: object) -> object:
    if isinstance(old, str | Table):
        return binary("+" if isinstance(old, str) else "|", old, more)
    return old | as_set(more) if isinstance(old, frozenset) else (*loops.in_order(old), *loops.in_order(more))


def _without(old: object, gone: object) -> object:
    less = as_set(gone)
    kept = [item for item in loops.in_order(old) if item not in less]
    return frozenset(kept) if isinstance(old, frozenset) else tuple(kept)


def _stored(old: object, key: object, value: object) -> object:
    return old.merged(Table((key,), (value,))) if isinstance(old, Table) else Mark.UNKNOWN
