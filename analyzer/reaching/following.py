"""What names hold in all worlds: constants, parameters by what callers hand in, variables by what they are called."""

from ..extracting.expression import Expr, Name, Opaque, Str
from ..linking.meaning import Bound, ClassAt, External, Meaning, Parameter
from ..linking.members import Members, Shape, is_class_name
from .cells import Class, Table, Thing
from .choices import UNKNOWN, chosen
from .defining import Definitions, folded
from .frames import Frame, Thunk, Value
from .protocol import Asked

_CALLERS_LIMIT = 12
_BUILT_IN = frozenset({"str", "list", "tuple", "set", "frozenset", "dict", "int", "bool"})


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
        case External(known) if (names := asked.shared.table(known)) is not None:
            return (Table(names, tuple(Thing(f"{known}[{name!r}]") for name in names)),)
        case External(known) if is_class_name(known.rpartition(".")[2]):
            return (Class(known.rpartition(".")[2]),)
        case _:
            return None


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


def _before(asked: Asked, wanted: str, definitions: Definitions, frame: Frame) -> Value | None:
    """Return what a parameter holds that is bound anew under conditions."""
    unit, first = definitions[-1]
    sure = first.block == frame.place.block[: len(first.block)] and first.op == "="
    if sure or unit is not frame.place.unit or wanted not in unit.facts.scopes[first.scope].params:
        return None
    held = frame.bound.get((id(unit), first.scope, wanted))
    return _given(asked, Parameter(unit, first.scope, wanted), frame) if held is None else thunk(asked, held)
