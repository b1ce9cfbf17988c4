"""Which names a computed expression can stand for: calls, lookups, loops, algebra, strings put together."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeAlias

from ..extracting.expression import Attr, Binary, Call, Coll, Comp, Element, Expr, Item, Name, Pieces, Str, dotted
from .callers import bound
from .following import Follower
from .meaning import LINE_END, Bound, ClassAt, FunctionAt, Place
from .members import Members, Shape, Value, joined
from .outline import LITERAL
from .passing import passed

Computed: TypeAlias = Item | Call | Binary | Element | Comp | Pieces
_WRAPPERS = {
    "set": Shape.SEQUENCE,
    "frozenset": Shape.SEQUENCE,
    "tuple": Shape.SEQUENCE,
    "list": Shape.SEQUENCE,
    "sorted": Shape.SEQUENCE,
    "reversed": Shape.SEQUENCE,
    "iter": Shape.SEQUENCE,
    "enumerate": Shape.SEQUENCE,
    "deque": Shape.SEQUENCE,
    "dict": Shape.MAPPING,
    "OrderedDict": Shape.MAPPING,
    "MappingProxyType": Shape.MAPPING,
    "defaultdict": Shape.MAPPING,
}
_TRANSPARENT = frozenset({"copy", "keys", "items", "union", "lower", "casefold", "strip", "__iter__"})
_MOST_STRINGS = 64  # that are put together from parts
_PAIR = 2


class Evaluator(Protocol):
    """What evaluates the parts of a computed expression."""

    @property
    def follow(self) -> Follower: ...
    def members(self, expr: Expr, place: Place) -> Members | None: ...
    def either(self, options: Iterable[Value]) -> Members | None: ...


def members(constants: Evaluator, expr: Computed, place: Place) -> Members | None:
    """Return the names that a computed expression can stand for, or None."""
    match expr:
        case Item(base, key):
            return _item(constants, base, key, place)
        case Call():
            return _call(constants, expr, place)
        case Binary(op, left, right):
            return _algebra(op, constants.members(left, place), constants.members(right, place))
        case Element(of, slot):
            return _element(constants, of, slot, place)
        case Comp(shape, element, value, scope):
            inner = Place(place.unit, scope, place.block, LINE_END)
            found = constants.members(element, inner)
            if found is None:
                return None
            values = tuple((value, inner) for _ in found.names) if value is not None else ()
            return replace(found, shape=Shape.MAPPING if shape == "dict" else Shape.SEQUENCE, values=values)
        case Pieces(parts):
            return _pieces([constants.members(part, place) for part in parts])


def is_sequence(expr: Expr) -> bool:
    """Whether an expression makes a list, tuple or set, whatever it is made of."""
    match expr:
        case Call(func, _, _):
            return _WRAPPERS.get((dotted(func) or "").rpartition(".")[2]) is Shape.SEQUENCE
        case Binary(_, left, right):
            return is_sequence(left) or is_sequence(right)
        case Coll(shape, _, _) | Comp(shape, _, _, _):
            return shape != "dict"
        case _:
            return False


# -- lookups and loops


def _item(constants: Evaluator, base: Expr, key: Expr, place: Place) -> Members | None:
    if dotted(base) in LITERAL:
        inner = constants.members(key, place)
        return None if inner is None else replace(inner, shape=Shape.SEQUENCE)
    holder = constants.members(base, place)
    if holder is None or holder.shape is not Shape.MAPPING:
        return holder if holder is not None and holder.shape is Shape.UNKNOWN else None
    if isinstance(key, Str):
        return next(
            (constants.members(*value) for name, value in zip(holder.names, holder.values, strict=False) if name == key.value), None
        )
    return _one_of(constants, holder)


def _one_of(constants: Evaluator, holder: Members) -> Members | None:
    """Return what any of a mapping's values may be, where all are collections."""
    found = [constants.members(*value) for value in dict.fromkeys(holder.values)]
    parts = [part for part in found if part is not None and part.shape in {Shape.MAPPING, Shape.SEQUENCE}]
    return joined(parts) if parts and len(parts) == len(found) else None


def _element(constants: Evaluator, of: Expr, slot: int | None, place: Place) -> Members | None:
    match of:
        case Call(Attr(base, "items"), _, _) if slot is not None:
            holder = constants.members(base, place)
            if holder is None:
                return None
            if slot:
                return constants.either(holder.values)
            return replace(holder, shape=Shape.SEQUENCE if _has_groups(constants, base, place) else Shape.SCALAR, values=())
        case Call(Attr(base, "values"), _, _):
            holder = constants.members(base, place)
            return constants.either(holder.values) if holder is not None else None
        case Coll(_, items, _) if slot is not None and (rows := _rows(items, slot + 1)):
            return constants.either((row.items[slot], place) for row in rows)
        case Name() | Attr() if slot is not None and (rows := _rows(_displayed(constants, of, place), slot + 1)):
            return constants.either((row.items[slot], place) for row in rows)
    inner = constants.members(of, place)
    if inner is None or (slot is not None and inner.shape is not Shape.MAPPING):
        return None
    return inner if inner.shape in {Shape.CLASS, Shape.UNKNOWN, Shape.ENUM} else replace(inner, shape=Shape.SCALAR, values=())


def _rows(items: Sequence[Expr], width: int) -> list[Coll]:
    rows = [item for item in items if isinstance(item, Coll) and len(item.items) >= width and item.shape != "dict"]
    return rows if len(rows) == len(items) else []


def _displayed(constants: Evaluator, expr: Expr, place: Place) -> Sequence[Expr]:
    """Return the items of the one display that a name is bound to."""
    meaning = constants.follow.meaning(expr, place)
    if isinstance(meaning, Bound) and len(meaning.definitions) == 1 and isinstance(value := meaning.definitions[0][1].value, Coll):
        return value.items
    return ()


def _has_groups(constants: Evaluator, base: Expr, place: Place) -> bool:
    """Whether the keys of a mapping are themselves tuples or sets."""
    keys = base.items if isinstance(base, Coll) else _displayed(constants, base, place)
    return bool(keys) and all(is_sequence(key) for key in keys)


# -- calls


def _call(constants: Evaluator, call: Call, place: Place) -> Members | None:
    last = (dotted(call.func) or "").rpartition(".")[2]
    if last in _WRAPPERS:
        return _wrapped(constants, _WRAPPERS[last], call, place)
    match call:
        case Call(Attr(Name("dict" | "OrderedDict"), "fromkeys"), (keys, *_), _):
            inner = constants.members(keys, place)
            return None if inner is None else replace(inner, shape=Shape.MAPPING, values=())
        case Call(Attr(Name("re" | "regex"), "compile"), (pattern, *_), _):
            inner = constants.members(pattern, place)
            return None if inner is None else replace(inner, shape=Shape.PATTERN)
        case Call(Attr(Str("|"), "join"), (parts, *_), _):
            inner = constants.members(parts, place)
            return None if inner is None else replace(inner, shape=Shape.PATTERN, values=(), slots=())
        case Call(Attr(base, "get"), (key, *_), _):
            return _item(constants, base, key, place)
        case Call(Attr(base, method), args, _) if method in _TRANSPARENT:
            inner = constants.members(base, place)
            more = [part for arg in args if (part := constants.members(arg, place)) is not None]
            return None if inner is None else joined([inner, *more])
    if last == "get_args" and call.args:
        return constants.members(call.args[0], place)
    if last == "auto" and not call.args:
        return None
    if last.endswith("Dict"):
        return _wrapped(constants, Shape.MAPPING, call, place)
    return _returned(constants, call, place)


def _wrapped(constants: Evaluator, shape: Shape, call: Call, place: Place) -> Members | None:
    first = call.args[:1]
    if shape is Shape.MAPPING and first and (pairs := _pairs(constants, first[0], place)) is not None:
        return pairs
    parts = [part for arg in call.args if (part := constants.members(arg, place)) is not None]
    if shape is Shape.MAPPING:
        for key, value in call.keywords:
            spread = constants.members(value, place) if key == "**" else None
            named = Members(shape=Shape.MAPPING, names=(key,), values=((value, place),)) if key != "**" else spread
            if named is not None:
                parts.append(named)
    if not parts:
        return None
    found = joined(parts)
    return found if found.shape in {Shape.CLASS, Shape.UNKNOWN, Shape.MAPPING} else replace(found, shape=shape)


def _pairs(constants: Evaluator, of: Expr, place: Place) -> Members | None:
    """Return the keys of a mapping that is made of pairs, or of two sequences by `zip`."""
    match of:
        case Call(Name("zip"), (keys, *_), _):
            inner = constants.members(keys, place)
            return None if inner is None else replace(inner, shape=Shape.MAPPING, values=())
        case Coll(_, items, _) if rows := _rows(items, _PAIR):
            found: dict[str, Value] = {}
            for row in rows:
                part = constants.members(row.items[0], place)
                found |= dict.fromkeys(part.names if part is not None else (), (row.items[1], place))
            return Members(shape=Shape.MAPPING, names=tuple(found), values=tuple(found.values())) if found else None
        case Comp(_, Coll("tuple", (key, _), _), _, scope):
            inner = constants.members(key, Place(place.unit, scope, place.block, LINE_END))
            return None if inner is None else replace(inner, shape=Shape.MAPPING, values=())
        case _:
            return None


def _returned(constants: Evaluator, call: Call, place: Place) -> Members | None:
    meaning = constants.follow.meaning(call.func, place)
    if isinstance(meaning, ClassAt):
        return None
    if not isinstance(meaning, FunctionAt) or not meaning.function.has_body:
        return None
    unit = meaning.unit
    returns = [item for item in unit.facts.returns if item.scope == meaning.function.body]
    found = constants.either((item.value, Place(unit, item.scope, item.block, LINE_END)) for item in returns)
    if found is None:
        told = passed(constants.follow, meaning)
        args = () if told is None or told.attribute else bound(meaning, call).get(told.parameter, ())
        return constants.members(args[0], place) if len(args) == 1 else None
    hop = f"{unit.path}:{unit.first + meaning.function.span[0]}"
    return replace(found, constant=found.constant or meaning.dotted, via=(hop, *found.via))


# -- algebra and strings


def _algebra(op: str, one: Members | None, other: Members | None) -> Members | None:
    if one is None or other is None:
        known = one or other
        return None if known is not None and known.shape is Shape.SCALAR else known  # half a string is none
    both = joined([one, other])
    match op:
        case "-":
            return replace(both, names=tuple(name for name in one.names if name not in other.names), values=())
        case "&":
            return replace(both, names=tuple(name for name in one.names if name in other.names), values=())
        case "+" if one.shape is Shape.SCALAR and other.shape is Shape.SCALAR:
            return replace(both, names=tuple(a + b for a in one.names for b in other.names)[:_MOST_STRINGS])
        case "%" | "^":
            return None
        case _:
            return both


def _pieces(parts: Sequence[Members | None]) -> Members | None:
    """Return the strings that can be put together; alternatives of a pattern stay alternatives."""
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    pattern = next((part for part in known if part.shape is Shape.PATTERN), None)
    if pattern is not None:
        return pattern
    names = [""]
    for part in known:
        if part.shape is not Shape.SCALAR:
            return None
        names = [head + name for head in names for name in part.names][:_MOST_STRINGS]
    return replace(joined(known), names=tuple(dict.fromkeys(names))) if known else None
