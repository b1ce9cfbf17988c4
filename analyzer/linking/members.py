"""Which names an expression can stand for: constants followed across modules, collections taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ..extracting.expression import Attr, Binary, Call, Coll, Comp, Either, Element, Expr, Item, Name, Opaque, Star, Str, dotted
from ..extracting.facts import Definition
from .following import Follower
from .meaning import LINE_END, Bound, ClassAt, External, FunctionAt, Place, PlacedUnit


class Shape(StrEnum):
    """What holds the names."""

    SCALAR = "scalar"
    SEQUENCE = "sequence"  # list, tuple, set
    MAPPING = "mapping"  # its names are its keys
    PATTERN = "pattern"  # a compiled regular expression
    CLASS = "class"  # class objects
    ENUM = "enum"
    UNKNOWN = "unknown"  # a constant of another package


@dataclass(frozen=True, slots=True, kw_only=True)
class Members:
    """Names, what holds them, and how they were reached."""

    shape: Shape
    names: tuple[str, ...]
    constant: str | None = None  # dotted name of the outermost constant on the way
    external: str | None = None  # dotted name of a part that lies in another package
    unresolved: tuple[str, ...] = ()  # dotted names that were looked for in vain
    via: tuple[str, ...] = ()
    complete: bool = True
    values: tuple[Expr, ...] = ()  # of a mapping, beside its names


_WRAPPERS = {
    "set": Shape.SEQUENCE,
    "frozenset": Shape.SEQUENCE,
    "tuple": Shape.SEQUENCE,
    "list": Shape.SEQUENCE,
    "sorted": Shape.SEQUENCE,
    "reversed": Shape.SEQUENCE,
    "iter": Shape.SEQUENCE,
    "enumerate": Shape.SEQUENCE,
    "dict": Shape.MAPPING,
    "OrderedDict": Shape.MAPPING,
    "MappingProxyType": Shape.MAPPING,
    "defaultdict": Shape.MAPPING,
    "deque": Shape.SEQUENCE,
}
_TRANSPARENT = frozenset({"copy", "keys", "items", "union", "lower", "casefold", "strip", "__iter__"})
_DEPTH_LIMIT = 12


class Constants:
    """Evaluates expressions to names; the answers are kept."""

    def __init__(self, follower: Follower) -> None:
        self._follow = follower
        self._known: dict[tuple[int, int, int, int], Members | None] = {}
        self._open: set[tuple[int, int, int, int]] = set()

    def members(self, expr: Expr, place: Place) -> Members | None:
        """Return the names that *expr* can stand for at *place*, or None where it holds none that can be found."""
        key = (id(expr), id(place.unit), place.scope, place.line)
        if key in self._known:
            return self._known[key]
        if key in self._open or len(self._open) > _DEPTH_LIMIT * 4:
            return None
        self._open.add(key)
        try:
            found = self._members(expr, place)
        finally:
            self._open.discard(key)
        self._known[key] = found
        return found

    def _members(self, expr: Expr, place: Place) -> Members | None:
        match expr:
            case Str(value):
                return Members(shape=Shape.SCALAR, names=(value,))
            case Coll("dict", items, values):
                return self._display(Shape.MAPPING, items, place, values)
            case Coll(_, items, _):
                return self._display(Shape.SEQUENCE, items, place)
            case Name() | Attr():
                return self._named(expr, place)
            case Item(base, key):
                return self._item(base, key, place)
            case Call(func, args, keywords):
                return self._call(func, args, keywords, place)
            case Binary(op, left, right):
                return self._algebra(op, left, right, place)
            case Either(options):
                return self._either(options, place)
            case Element(of, slot):
                return self._element(of, slot, place)
            case Comp(shape, element, _, scope):
                inner = self.members(element, Place(place.unit, scope, place.block, LINE_END))
                return None if inner is None else replace(inner, shape=Shape.MAPPING if shape == "dict" else Shape.SEQUENCE)
            case _:
                return None

    # -- displays

    def _display(self, shape: Shape, items: Sequence[Expr], place: Place, values: Sequence[Expr] = ()) -> Members | None:
        parts = [(item, self._part(item, place)) for item in items]
        names = tuple(name for _, part in parts if part is not None for name in part.names)
        found = [part for _, part in parts if part is not None]
        if not found:
            return None
        unknown = any(part is None and not isinstance(item, Opaque) for item, part in parts)
        classes = all(part.shape is Shape.CLASS for part in found)
        return Members(
            shape=Shape.CLASS if classes and shape is Shape.SEQUENCE else shape,
            names=tuple(dict.fromkeys(names)),
            external=next((part.external for part in found if part.external), None),
            unresolved=tuple(name for part in found for name in part.unresolved),
            via=tuple(dict.fromkeys(hop for part in found for hop in part.via)),
            complete=not unknown and all(part.complete for part in found),
            values=tuple(values),
        )

    def _part(self, item: Expr, place: Place) -> Members | None:
        return self.members(item.value if isinstance(item, Star) else item, place)

    def _either(self, options: Iterable[Expr], place: Place) -> Members | None:
        found = [part for option in options if (part := self.members(option, place)) is not None]
        return _joined(found) if found else None

    # -- names

    def _named(self, expr: Expr, place: Place) -> Members | None:
        if isinstance(expr, Attr) and expr.name in {"value", "name", "__members__"}:
            inner = self.members(expr.base, place)
            if inner is not None and inner.shape is Shape.ENUM:
                return inner
        meaning = self._follow.meaning(expr, place)
        match meaning:
            case Bound(definitions, qualified):
                return self._bound(definitions, qualified)
            case ClassAt(unit, cls, qualified):
                inside = self._enumerated(meaning)
                if inside is not None:
                    return inside
                return Members(shape=Shape.CLASS, names=(cls.name,), constant=qualified, via=(f"{unit.path}:{unit.first + cls.span[0]}",))
            case External(known):
                last = known.rpartition(".")[2]
                if _is_class_name(last):
                    return Members(shape=Shape.CLASS, names=(last,), constant=known, external=known)
                return Members(shape=Shape.UNKNOWN, names=(), constant=known, external=known, complete=False)
            case None:
                return self._unresolved(expr, place)
            case _:
                return None

    def _unresolved(self, expr: Expr, place: Place) -> Members | None:
        """Tell linking what to look for next: a symbol that nobody has defined yet."""
        name = dotted(expr)
        if name is None or name in _BUILTINS:
            return None
        head = name.partition(".")[0]
        if head not in {"self", "cls"} and head != name and self._follow.name(head, place) is not None:
            return None
        return Members(shape=Shape.UNKNOWN, names=(), unresolved=(name,), complete=False)

    def _bound(self, definitions: Sequence[tuple[PlacedUnit, Definition]], qualified: str) -> Members | None:
        base: list[Members] = []
        more: list[Members] = []
        less: set[str] = set()
        for unit, definition in reversed(definitions):
            at = Place(unit, definition.scope, definition.block, definition.span[0])
            part = self._contribution(definition, at)
            if part is None:
                continue
            part = replace(part, via=(f"{unit.path}:{unit.first + definition.span[0]}", *part.via))
            if definition.op in {"-=", "discard", "remove"}:
                less |= set(part.names)
            else:
                (base if definition.op == "=" else more).append(part)
        if not base and not more:
            return None
        joined = _joined([*base, *more])
        names = tuple(name for name in joined.names if name not in less)
        alias = all(isinstance(definition.value, Name | Attr | Element) for _, definition in definitions)
        return replace(joined, names=names, constant=joined.constant if alias and joined.constant else qualified)

    def _contribution(self, definition: Definition, at: Place) -> Members | None:
        match definition.op:
            case "store":
                key = None if definition.key is None else self.members(definition.key, at)
                return None if key is None else replace(key, shape=Shape.MAPPING)
            case "setdefault" | "insert" if definition.key is not None:
                key = self.members(definition.key if definition.op == "setdefault" else definition.value, at)
                return None if key is None else replace(key, shape=Shape.MAPPING if definition.op == "setdefault" else Shape.SEQUENCE)
            case "append" | "add" | "discard" | "remove":
                one = self.members(definition.value, at)
                return None if one is None else replace(one, shape=Shape.SEQUENCE if one.shape is Shape.SCALAR else one.shape)
            case "annotation" | "except" | "with" | "op=":
                return None
            case _:
                return self.members(definition.value, at)

    def _enumerated(self, at: ClassAt) -> Members | None:
        """Return the values of an enumeration, or of a class of string constants only."""
        bases = {(dotted(base) or "").rpartition(".")[2] for base in at.cls.bases}
        prefix = f"{at.dotted}."
        if not any("Enum" in base for base in bases):
            return None
        found = [
            part
            for qualified, definitions in self._follow.index.definitions_below(prefix)
            for unit, definition in definitions
            if definition.op == "=" and (part := self._enum_value(definition, unit)) is not None
            for _ in (qualified,)
        ]
        return replace(_joined(found), shape=Shape.ENUM, constant=at.dotted) if found else None

    def _enum_value(self, definition: Definition, unit: PlacedUnit) -> Members | None:
        part = self.members(definition.value, Place(unit, definition.scope, definition.block, definition.span[0]))
        return part if part is not None and part.shape is Shape.SCALAR else None

    # -- lookups, calls, algebra

    def _item(self, base: Expr, key: Expr, place: Place) -> Members | None:
        if dotted(base) in {"Literal", "typing.Literal", "t.Literal"}:
            inner = self.members(key, place)
            return None if inner is None else replace(inner, shape=Shape.SEQUENCE)
        holder = self.members(base, place)
        if holder is None or holder.shape is not Shape.MAPPING or not isinstance(key, Str):
            return holder if holder is not None and holder.shape is Shape.UNKNOWN else None
        for name, value in zip(holder.names, holder.values, strict=False):
            if name == key.value:
                return self.members(value, place)
        return None

    def _call(self, func: Expr, args: Sequence[Expr], keywords: Sequence[tuple[str, Expr]], place: Place) -> Members | None:
        name = dotted(func)
        last = (name or "").rpartition(".")[2]
        if last in _WRAPPERS:
            return self._wrapped(_WRAPPERS[last], args, keywords, place)
        match func, args:
            case Attr(base, "fromkeys"), (keys, *_) if dotted(base) in {"dict", "OrderedDict"}:
                inner = self.members(keys, place)
                return None if inner is None else replace(inner, shape=Shape.MAPPING)
            case Attr(Name("re" | "regex"), "compile"), (pattern, *_):
                inner = self.members(pattern, place)
                return None if inner is None else replace(inner, shape=Shape.PATTERN)
            case Attr(base, method), _ if method in _TRANSPARENT:
                inner = self.members(base, place)
                more = [part for arg in args if (part := self.members(arg, place)) is not None]
                return None if inner is None else _joined([inner, *more])
            case Attr(Str(glue), "join"), _ if glue:
                return None
        if last == "get_args" and args:
            return self.members(args[0], place)
        return self._returned(func, place)

    def _wrapped(self, shape: Shape, args: Sequence[Expr], keywords: Sequence[tuple[str, Expr]], place: Place) -> Members | None:
        parts = [part for arg in args if (part := self.members(arg, place)) is not None]
        if shape is Shape.MAPPING:
            for key, value in keywords:
                part = self.members(value, place) if key == "**" else Members(shape=Shape.MAPPING, names=(key,), values=(value,))
                if part is not None:
                    parts.append(part)
        if not parts:
            return None
        joined = _joined(parts)
        if shape is Shape.MAPPING and args and isinstance(args[0], Coll) and args[0].shape in {"list", "tuple"}:
            pairs = [pair for pair in args[0].items if isinstance(pair, Coll) and len(pair.items) == 2]
            keys = [part for pair in pairs if (part := self.members(pair.items[0], place)) is not None]
            if keys:
                return replace(_joined(keys), shape=shape, values=tuple(pair.items[1] for pair in pairs))
        return joined if joined.shape in {Shape.CLASS, Shape.UNKNOWN, Shape.MAPPING} else replace(joined, shape=shape)

    def _returned(self, func: Expr, place: Place) -> Members | None:
        meaning = self._follow.meaning(func, place)
        if not isinstance(meaning, FunctionAt) or not meaning.function.has_body:
            return None
        unit = meaning.unit
        returns = [item for item in unit.facts.returns if item.scope == meaning.function.body]
        parts = [
            part for item in returns if (part := self.members(item.value, Place(unit, item.scope, item.block, LINE_END))) is not None
        ]
        if not parts:
            return None
        hop = f"{unit.path}:{unit.first + meaning.function.span[0]}"
        joined = _joined(parts)
        return replace(joined, constant=joined.constant or meaning.dotted, via=(hop, *joined.via))

    def _algebra(self, op: str, left: Expr, right: Expr, place: Place) -> Members | None:
        one, other = self.members(left, place), self.members(right, place)
        if one is None or other is None:
            return one or other
        joined = _joined([one, other])
        match op:
            case "-":
                return replace(joined, names=tuple(name for name in one.names if name not in other.names), values=())
            case "&":
                return replace(joined, names=tuple(name for name in one.names if name in other.names), values=())
            case "+" if one.shape is Shape.SCALAR and other.shape is Shape.SCALAR:
                return replace(joined, names=tuple(a + b for a in one.names for b in other.names)[:64])
            case "%" | "^":
                return None
            case _:
                return joined

    def _element(self, of: Expr, slot: int | None, place: Place) -> Members | None:
        match of:
            case Call(Attr(base, "items"), _, _):
                holder = self.members(base, place)
                if holder is None or slot == 0:
                    return None if holder is None else replace(holder, shape=Shape.SCALAR)
                return self._either(holder.values, place) if holder.values else None
            case Call(Attr(base, "values"), _, _):
                holder = self.members(base, place)
                return self._either(holder.values, place) if holder is not None and holder.values else None
            case Coll(_, items, _) if slot is not None and all(isinstance(item, Coll) and len(item.items) > slot for item in items):
                return self._either([item.items[slot] for item in items if isinstance(item, Coll)], place)
        inner = self.members(of, place)
        if inner is None or (slot is not None and inner.shape is not Shape.MAPPING):
            return None
        return inner if inner.shape in {Shape.CLASS, Shape.UNKNOWN, Shape.ENUM} else replace(inner, shape=Shape.SCALAR)


_BUILTINS = frozenset({"None", "True", "False", "int", "str", "float", "list", "dict", "tuple", "set", "bool", "bytes", "type", "object"})


def _is_class_name(name: str) -> bool:
    return name[:1].isupper() and not name.isupper() and "_" not in name.lstrip("_")[:2] and any(letter.islower() for letter in name)


def _joined(parts: Sequence[Members]) -> Members:
    """Join what several parts hold; the first known shape that is no scalar wins."""
    if len(parts) == 1:
        return parts[0]
    shapes = [part.shape for part in parts if part.shape not in {Shape.SCALAR, Shape.UNKNOWN}]
    shape = Shape.MAPPING if Shape.MAPPING in shapes else shapes[0] if shapes else parts[0].shape
    known = [part for part in parts if part.shape is Shape.MAPPING]
    aligned = all(len(part.values) == len(part.names) for part in known)
    names = tuple(dict.fromkeys(name for part in parts for name in part.names))
    values = tuple(value for part in known for value in part.values) if aligned else ()
    return Members(
        shape=shape,
        names=names,
        constant=parts[0].constant,
        external=next((part.external for part in parts if part.external), None),
        unresolved=tuple(dict.fromkeys(name for part in parts for name in part.unresolved)),
        via=tuple(dict.fromkeys(hop for part in parts for hop in part.via))[:8],
        complete=all(part.complete for part in parts),
        values=values if len(values) == len(names) else (),
    )
