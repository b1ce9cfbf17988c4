"""Which names an expression can stand for: constants followed across modules, collections taken apart."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from ..extracting.expression import Attr, Binary, Call, Coll, Comp, Either, Element, Expr, Item, Name, Pieces, Star, Str, dotted
from ..extracting.facts import Definition
from . import computed
from .answers import Answers
from .asked import Known
from .following import Follower
from .meaning import LINE_END, Bound, ClassAt, External, Meaning, Place, PlacedUnit, before
from .members import Members, Shape, Value, is_class_name, joined

Definitions: TypeAlias = Sequence[tuple[PlacedUnit, Definition]]
_DEPTH_LIMIT = 48


class Constants:
    """Evaluates expressions to names; the answers are kept."""

    def __init__(self, follower: Follower) -> None:
        self.follow = follower
        self._answers = Answers(follower.index.asked, self._members, _DEPTH_LIMIT)
        self._bounds = Known[tuple[str, tuple[tuple[int, int], ...]], Members | None]()

    def members(self, expr: Expr, place: Place) -> Members | None:
        """Return the names that *expr* can stand for at *place*, or None where it holds none that can be found."""
        if isinstance(expr, Str):
            return Members(shape=Shape.SCALAR, names=(expr.value,))
        return self._answers.of(expr, place)

    def either(self, options: Iterable[Value]) -> Members | None:
        """Return what one of several expressions, each at its own place, can stand for."""
        found = [part for option, place in options if (part := self.members(option, place)) is not None]
        return joined(found) if found else None

    def defined(self, definition: Definition, unit: PlacedUnit) -> Members | None:
        """Return what the value of a definition holds, in the shape that it is kept in."""
        found = self.members(definition.value, Place(unit, definition.scope, definition.block, before(definition)))
        if found is not None and found.shape is Shape.MAPPING and computed.is_sequence(definition.value):
            return replace(found, shape=Shape.SEQUENCE, values=(), slots=())
        return found

    def _members(self, expr: Expr, place: Place) -> Members | None:
        match expr:
            case Coll():
                return self._display(expr, place)
            case Name() | Attr():
                return self._named(expr, place)
            case Either(options):
                return self.either((option, place) for option in options)
            case Item() | Call() | Binary() | Element() | Comp() | Pieces():
                return computed.members(self, expr, place)
            case _:
                return None

    # -- displays

    def _display(self, expr: Coll, place: Place) -> Members | None:
        if (spelled := _spelled(expr)) is not None:
            names = tuple(dict.fromkeys(spelled))
            if expr.shape != "dict":
                return Members(shape=Shape.SEQUENCE, names=names)
            values = {name: (value, place) for name, value in zip(spelled, expr.values, strict=False)}
            whole = len(values) == len(names)
            return Members(shape=Shape.MAPPING, names=names, values=tuple(values[name] for name in names) if whole else ())
        parts = [(item, part) for item in expr.items if (part := self._part(item, place)) is not None]
        if not parts:
            return None
        found = [part for _, part in parts]
        shape = Shape.MAPPING if expr.shape == "dict" else Shape.SEQUENCE
        if shape is Shape.SEQUENCE and all(part.shape is Shape.CLASS for part in found):
            shape = Shape.CLASS
        values = self._values(expr, place) if shape is Shape.MAPPING else {}
        names = tuple(dict.fromkeys(name for part in found for name in part.names))
        return Members(
            shape=shape,
            names=names,
            external=next((part.external for part in found if part.external), None),
            unresolved=tuple(name for part in found for name in part.unresolved),
            via=tuple(dict.fromkeys(hop for part in found for hop in part.via)),
            values=tuple(values[name] for name in names) if values.keys() == set(names) else (),
            slots=self._slots(expr.items, place) if shape is Shape.MAPPING else (),
        )

    def _part(self, item: Expr, place: Place) -> Members | None:
        return self.members(item.value if isinstance(item, Star) else item, place)

    def _values(self, expr: Coll, place: Place) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for item, value in zip(expr.items, expr.values, strict=False):
            part = self._part(item, place)
            if part is None:
                continue
            if isinstance(item, Star):
                found |= dict(zip(part.names, part.values, strict=False))
            else:
                found |= dict.fromkeys(part.names, (value, place))
        return found

    def _slots(self, items: Sequence[Expr], place: Place) -> tuple[tuple[str, ...], ...]:
        """Return the names in each place of the keys, where all keys are tuples of one length."""
        keys = [item for item in items if isinstance(item, Coll) and item.shape == "tuple"]
        if len(keys) < len(items) or len({len(key.items) for key in keys}) != 1:
            return ()
        columns = zip(*(key.items for key in keys), strict=True)
        return tuple(
            tuple(dict.fromkeys(name for item in column if (part := self.members(item, place)) is not None for name in part.names))
            for column in columns
        )

    # -- names

    def _named(self, expr: Name | Attr, place: Place) -> Members | None:
        if isinstance(expr, Attr) and expr.name in {"value", "name", "__members__"}:
            inner = self.members(expr.base, place)
            if inner is not None and (inner.shape is Shape.ENUM or (inner.constant is not None and inner.shape is Shape.SCALAR)):
                return inner
        if isinstance(expr, Attr) and expr.name == "__dict__" and isinstance(holder := self.follow.meaning(expr.base, place), ClassAt):
            found = [part for _, part in self.class_constants(holder.dotted)]
            return replace(joined(found), shape=Shape.SEQUENCE, constant=holder.dotted, values=()) if found else None
        meaning = self.follow.meaning(expr, place)
        meant = self._unresolved(expr, place) if meaning is None else self._meant(meaning)
        if isinstance(expr, Attr) and expr.base in _OWN and (meant is None or not meant.names):
            return self._of_heirs(expr.name, place) or meant
        return meant

    def _of_heirs(self, name: str, place: Place) -> Members | None:
        """Return what the classes that inherit from the one around *place* set a member to, which that class only declares."""
        definitions = tuple(self.follow.set_by_heirs(name, place))
        return self._bound(definitions, f"{self.follow.owner(place)}.{name}") if definitions else None

    def _meant(self, meaning: Meaning) -> Members | None:
        match meaning:
            case Bound(definitions, qualified):
                return self._once_bound(definitions, qualified)
            case ClassAt(unit, cls, qualified):
                inside = self._enumerated(meaning)
                if inside is not None:
                    return inside
                return Members(shape=Shape.CLASS, names=(cls.name,), constant=qualified, via=(f"{unit.path}:{unit.first + cls.span[0]}",))
            case External(known):
                last = known.rpartition(".")[2]
                if is_class_name(last):
                    return Members(shape=Shape.CLASS, names=(last,), constant=known, external=known)
                return Members(shape=Shape.UNKNOWN, names=(), constant=known, external=known)
            case _:
                return None

    def _unresolved(self, expr: Name | Attr, place: Place) -> Members | None:
        """Tell linking what to look for next: a symbol that nobody has defined yet."""
        name = dotted(expr)
        if name is None or name in _BUILTINS:
            return None
        head, _, rest = name.partition(".")
        if rest and head not in {"self", "cls"} and self.follow.name(head, place) is not None:
            return None
        if not rest and (injected := self._injected(name, place)) is not None:
            return injected
        last = name.rpartition(".")[2]
        if head in {"self", "cls"}:
            return Members(shape=Shape.UNKNOWN, names=(), unresolved=(name, *self.follow.lineage(place)))
        if is_class_name(last):
            return Members(shape=Shape.CLASS, names=(last,), unresolved=(name,))
        return Members(shape=Shape.UNKNOWN, names=(), unresolved=(name,))

    def _injected(self, name: str, place: Place) -> Members | None:
        """A name that nothing binds may be put into the module by a loop over an enumeration: the member of that name says it, first of all."""
        for unit, definition in self.follow.index.attribute(name):
            if unit.module == place.unit.module and name.isupper() and definition.op == "=":
                found = self.defined(definition, unit)
                return self.either(found.values[:1]) if found is not None and found.shape is Shape.MAPPING else found
        return None

    def _once_bound(self, definitions: Definitions, qualified: str) -> Members | None:
        """Return what a name is bound to, kept: a table that is filled line by line is asked for at each of them."""
        key = qualified, tuple((id(unit), id(definition)) for unit, definition in definitions)
        return self._answers.once(self._bounds, key, lambda: self._bound(definitions, qualified))

    def _bound(self, definitions: Definitions, qualified: str) -> Members | None:
        base: list[Members] = []
        more: list[Members] = []
        less: set[str] = set()
        for unit, definition in reversed(definitions):
            part = self._contribution(definition, unit)
            if part is None:
                continue
            part = replace(part, via=(f"{unit.path}:{unit.first + definition.span[0]}", *part.via))
            if definition.op in {"-=", "discard", "remove"}:
                less |= set(part.names)
            else:
                (base if definition.op == "=" else more).append(part)
        if not base and not more:
            return None
        found = joined([*base, *more])
        if less:
            found = replace(found, names=tuple(name for name in found.names if name not in less), values=())
        alias = all(isinstance(definition.value, Name | Attr | Element | Item) for _, definition in definitions)
        return replace(found, constant=found.constant if alias and found.constant else qualified)

    def _contribution(self, definition: Definition, unit: PlacedUnit) -> Members | None:
        at = Place(unit, definition.scope, definition.block, definition.span[0])
        match definition.op:
            case "store":
                return self._keyed(definition.key, definition.value, at)
            case "setdefault":
                return self._keyed(definition.key, definition.value, at)
            case "insert" | "append" | "add" | "discard" | "remove":
                one = self.members(definition.value, at)
                return None if one is None else replace(one, shape=Shape.SEQUENCE if one.shape is Shape.SCALAR else one.shape)
            case "annotation" | "except" | "with" | "op=":
                return None
            case _:
                return self.defined(definition, unit)

    def _keyed(self, key: Expr | None, value: Expr, at: Place) -> Members | None:
        found = None if key is None else self.members(key, at)
        return None if found is None else replace(found, shape=Shape.MAPPING, values=tuple((value, at) for _ in found.names))

    def _enumerated(self, at: ClassAt) -> Members | None:
        """Return the values of an enumeration."""
        if not any("Enum" in (dotted(base) or "").rpartition(".")[2] for base in at.cls.bases):
            return None
        found = [part for _, part in self.class_constants(at.dotted)]
        return replace(joined(found), shape=Shape.ENUM, constant=at.dotted) if found else None

    def class_constants(self, qualified: str) -> list[tuple[Definition, Members]]:
        """Return the strings that a class's own members are set to."""
        return [
            (definition, part)
            for _, definitions in self.follow.index.definitions_below(f"{qualified}.")
            for unit, definition in definitions
            if definition.op == "=" and isinstance(definition.value, Str | Call) and (part := self._string(definition, unit)) is not None
        ]

    def _string(self, definition: Definition, unit: PlacedUnit) -> Members | None:
        part = self.members(definition.value, Place(unit, definition.scope, definition.block, LINE_END))
        return part if part is not None and part.shape is Shape.SCALAR else None


def _spelled(expr: Coll) -> list[str] | None:
    """Return the items of a display if all are spelled out, and there are any."""
    spelled = [item.value for item in expr.items if isinstance(item, Str)]
    return spelled if spelled and len(spelled) == len(expr.items) else None


_OWN = (Name("self"), Name("cls"))
_BUILTINS = frozenset({"None", "True", "False", "int", "str", "float", "list", "dict", "tuple", "set", "bool", "bytes", "type", "object"})
