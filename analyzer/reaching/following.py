"""What names and attributes hold in all worlds: followed to where they are bound, under which conditions, and changed."""

from collections.abc import Sequence
from typing import TypeAlias

from ..extracting.expression import Attr, Expr, Name, Opaque, Str, children, dotted
from ..extracting.facts import Definition
from ..linking.meaning import Bound, ClassAt, External, FunctionAt, Meaning, Parameter, Place, PlacedUnit
from ..linking.members import Members, Shape, is_class_name
from . import calls, loops
from .cells import Class, Mark, Table, Thing
from .choices import UNKNOWN, apply, chosen, mapped
from .frames import Frame, Thunk, Value
from .operators import as_set, binary
from .protocol import Asked

Definitions: TypeAlias = Sequence[tuple[PlacedUnit, Definition]]
_DEFINITIONS_LIMIT = 60
_CALLERS_LIMIT = 12
_BUILT_IN = frozenset({"str", "list", "tuple", "set", "frozenset", "dict", "int", "bool"})
_NAMES = frozenset({"__name__", "__qualname__"})


def carried(asked: Asked, expr: Expr, frame: Frame) -> Value | None:
    """Return the variable that an expression carries by what it is called, in each world."""
    found = asked.shared.variables.carried(expr, frame)
    return None if found is None else asked.column(*found)


def thunk(asked: Asked, held: Thunk | Value) -> Value | None:
    """Return what was handed on."""
    return asked.value(held.expr, held.frame) if isinstance(held, Thunk) else held


def name(asked: Asked, expr: Name, frame: Frame) -> Value | None:
    """Return what a bare name holds."""
    match meaning := asked.follow.name(expr.id, frame.place):
        case Parameter(unit, scope, parameter):
            held = frame.bound.get((id(unit), scope, parameter))
            return thunk(asked, held) if held is not None else _given(asked, meaning, frame) or carried(asked, expr, frame)
        case Bound(definitions, _):
            bound = next((frame.bound[id(one)] for _, one in definitions if id(one) in frame.bound), None)
            if bound is not None:
                return thunk(asked, bound)
            return (
                folded(asked, definitions, frame, _before(asked, expr.id, definitions, frame))
                or constant(asked, expr, frame)
                or carried(asked, expr, frame)
            )
        case None:
            return (Class(expr.id),) if expr.id in _BUILT_IN else carried(asked, expr, frame)
        case _:
            return meant(asked, meaning, frame) or constant(asked, expr, frame)


def meant(asked: Asked, meaning: Meaning | None, frame: Frame) -> Value | None:
    """Return what something of the target, or of another package, is worth."""
    match meaning:
        case Bound(definitions, _):
            return folded(asked, definitions, frame)
        case ClassAt(_, cls, _):
            return (Class(cls.name),)
        case External(known) if is_class_name(known.rpartition(".")[2]):
            return (Class(known.rpartition(".")[2]),)
        case _:
            return None


def attribute(asked: Asked, expr: Attr, frame: Frame) -> Value | None:
    """Return what an attribute holds."""
    base = expr.base
    if expr.name in _NAMES or expr.name in {"__class__", "__mro__"}:
        return _of_class(asked, expr, frame)
    if expr.name in {"value", "name"} and (inner := asked.value(base, frame)) is not None:
        return inner  # of a member of an enumeration
    own = asked.shared.variables.carried(expr, frame.judging(None))
    meaning = asked.follow.meaning(expr, frame.place)
    if isinstance(meaning, FunctionAt) and any(at is meaning for at in asked.follow.index.properties.get(expr.name, ())):
        return calls.inlined(asked, meaning, None, frame)
    found = meant(asked, meaning, frame)
    if found is not None and not (own is not None and isinstance(found, tuple) and len(found) == 1):
        return found  # a constant of a class says nothing of those that inherit from it
    if own is None and (known := constant(asked, expr, frame)) is not None:
        return known
    return carried(asked, expr, frame) or found


def _of_class(asked: Asked, expr: Attr, frame: Frame) -> Value | None:
    """`x.__class__`, and of a class its name and what it is made of: itself, as far as is known."""
    if expr.name == "__class__":
        return asked.column(asked.shared.variables.class_of(expr.base, frame), calls.CLASS)
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


def constant(asked: Asked, expr: Expr, frame: Frame) -> Value | None:
    """Return what linking knows of a constant."""
    members = asked.shared.constants.members(expr, frame.place)
    if members is None or not members.names:
        return None
    return (cell,) if (cell := of_members(members)) is not None else None


def of_members(members: Members) -> object:
    """Return names as a cell, or None where they are alternatives of one string."""
    match members.shape:
        case Shape.SEQUENCE:
            return members.names
        case Shape.MAPPING:
            return Table(members.names, tuple(Thing(f"value of {name}") for name in members.names))
        case Shape.CLASS:
            classes = tuple(map(Class, members.names))
            return classes[0] if len(classes) == 1 else classes
        case Shape.SCALAR | Shape.PATTERN if len(members.names) == 1:
            return members.names[0]
        case _:
            return None


def _given(asked: Asked, parameter: Parameter, frame: Frame) -> Value | None:
    """Return what the callers in the target hand in, where they all hand in what depends on a name."""
    key = id(parameter.unit), parameter.scope, parameter.name
    if key not in asked.given:
        before = asked.cut
        found = _from_callers(asked, parameter, frame, key)
        if asked.cut > before:
            return found
        asked.given[key] = found
    return asked.given[key]


def _from_callers(asked: Asked, parameter: Parameter, frame: Frame, key: object) -> Value | None:
    given = asked.shared.callers.given(parameter)
    told = [(expr, place) for expr, place in given if not isinstance(expr, Str | Opaque)]
    if not told or len(told) > _CALLERS_LIMIT or not asked.enter(key, frame.depth):
        return None
    try:
        values = [asked.value(expr, Frame(place=place, depth=frame.depth + 1)) for expr, place in told]
    finally:
        asked.open.discard(key)
    found: Value | None = None
    for held, (_, place) in zip(values, told, strict=True):
        if held is None or (isinstance(held, tuple) and len(held) == 1 and held is not UNKNOWN):
            return None
        same = found is None or found == held
        found = held if same or found is None else chosen(asked, asked.atom(f"called from {place.where}", frame), held, found)
    return found


# -- definitions


def _before(asked: Asked, wanted: str, definitions: Definitions, frame: Frame) -> Value | None:
    """Return what a parameter holds that is bound anew under conditions."""
    unit, first = definitions[-1]
    sure = first.block == frame.place.block[: len(first.block)] and first.op == "="
    if sure or unit is not frame.place.unit or wanted not in unit.facts.scopes[first.scope].params:
        return None
    held = frame.bound.get((id(unit), first.scope, wanted))
    return _given(asked, Parameter(unit, first.scope, wanted), frame) if held is None else thunk(asked, held)


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
    return None if found is None or found == UNKNOWN else found


def _changed(asked: Asked, unit: PlacedUnit, definition: Definition, frame: Frame, held: Value | None, *, is_first: bool) -> Value | None:
    at = _at(unit, definition, frame)
    read = [(definition.value, definition.scope), *loops.read_by(at, definition.guard)]
    variables = loops.around(asked, read, at)
    turns = loops.turns(asked, variables, at) if variables else [(at, None)]
    if turns is None:
        return UNKNOWN
    for turn, present in turns:
        new = _contribution(asked, definition, turn, held)
        if is_first and present is None and definition.op == "=":
            held = new or UNKNOWN
            continue
        condition = asked.guarded(unit, definition.guard, turn)
        held = chosen(asked, condition, new or UNKNOWN, held or UNKNOWN)
    return held


def _at(unit: PlacedUnit, definition: Definition, frame: Frame) -> Frame:
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
