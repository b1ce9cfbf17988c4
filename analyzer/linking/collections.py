"""Tables and name sets: which definitions hold models' names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..extracting.expression import Attr, Binary, Call, Coll, Comp, Either, Element, Expr, Item, Name, Str, Test, children, dotted, leaves
from ..extracting.facts import Definition
from .following import Follower
from .judge import Judge
from .meaning import LINE_END, Bound, Place, PlacedUnit
from .members import Constants, Members, Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """A definition whose literal holds names: a mapping keyed by them, or a sequence of them."""

    unit: PlacedUnit
    definition: Definition
    dotted: str
    shape: Shape
    names: tuple[str, ...]
    via: tuple[str, ...]
    used: bool  # something refers to it by name


class Collections:
    """Finds the collections of names among all definitions."""

    def __init__(self, follower: Follower, constants: Constants, judge: Judge) -> None:
        self._follow, self._constants, self._judge = follower, constants, judge
        self._reads: dict[int, frozenset[str]] = {}  # by id of the unit

    def found(self) -> Iterator[Collection]:
        """Yield the tables and the name sets, in the order of the units."""
        for unit in self._follow.index.units:
            for definition in unit.facts.definitions:
                one = self._one(unit, definition)
                if one is not None:
                    yield one

    def _one(self, unit: PlacedUnit, definition: Definition) -> Collection | None:
        place = Place(unit, definition.scope, definition.block, definition.span[0])
        if definition.op == "store":
            return self._store(unit, definition, place)
        if definition.op != "=" or definition.name in _EXPORTS or not isinstance(definition.value, _BUILT):
            return None
        members = self._constants.members(definition.value, place)
        if members is None or members.shape not in {Shape.MAPPING, Shape.SEQUENCE, Shape.UNKNOWN}:
            return None
        qualified = self._follow.index.qualified(unit, definition.scope, definition.name)
        if members.shape is Shape.UNKNOWN:
            return self._copied(unit, definition, members, qualified)
        if not _is_literal(definition.value, unit):
            return None
        whole = self._whole(definition, place) or members
        if qualified not in self._judge.told and not self._mostly_names(members.names) and not self._mostly_names(whole.names):
            return None
        return Collection(unit=unit, definition=definition, dotted=qualified, shape=members.shape, names=whole.names, via=members.via, used=self._is_used(unit, definition))

    def _whole(self, definition: Definition, place: Place) -> Members | None:
        """Return the names after all that was added later, for a constant of a module or a class."""
        meaning = self._follow.meaning(Name(definition.name), Place(place.unit, definition.scope, (), LINE_END)) if "." not in definition.name else None
        if isinstance(meaning, Bound) and any(known is definition for _, known in meaning.definitions):
            return self._constants.members(Name(definition.name), Place(place.unit, definition.scope, (), LINE_END))
        return None

    def _copied(self, unit: PlacedUnit, definition: Definition, members: Members, qualified: str) -> Collection | None:
        """A copy of another package's mapping of models (`dict(MODEL_MAPPING_NAMES)`)."""
        external = (members.external or "").rpartition(".")[2]
        if not external.isupper() or "MODEL" not in external or not isinstance(definition.value, Call):
            return None
        return Collection(unit=unit, definition=definition, dotted=qualified, shape=Shape.MAPPING, names=(), via=members.via, used=True)

    def _store(self, unit: PlacedUnit, definition: Definition, place: Place) -> Collection | None:
        if not isinstance(definition.key, Str | Name | Attr):
            return None
        key = self._constants.members(definition.key, place)
        if key is None or key.shape is not Shape.SCALAR or len(key.names) != 1 or not self._mostly_names(key.names):
            return None
        holder = _chain(definition.name)
        table = self._constants.members(holder, place) if holder is not None else None
        if not definition.name.rpartition(".")[2].isupper() and not (table is not None and self._mostly_names(table.names) and table.constant):
            return None
        qualified = self._follow.index.qualified(unit, definition.scope, definition.name)
        return Collection(unit=unit, definition=definition, dotted=qualified, shape=Shape.MAPPING, names=key.names, via=(), used=True)

    def _is_used(self, unit: PlacedUnit, definition: Definition) -> bool:
        name = definition.name.rpartition(".")[2]
        local = unit.facts.scopes[definition.scope].form == "function" and "." not in definition.name
        return any(name in self._read_in(one) for one in ([unit] if local else self._follow.index.units) if name in one.facts.used)

    def _read_in(self, unit: PlacedUnit) -> frozenset[str]:
        found = self._reads.get(id(unit))
        if found is None:
            found = self._reads[id(unit)] = _read(unit)
        return found

    def _mostly_names(self, names: tuple[str, ...]) -> bool:
        hits = sum(1 for name in names if self._judge.is_name(name))
        return hits > 0 and hits * 2 >= len(names)


def _read(unit: PlacedUnit) -> frozenset[str]:
    """Return the names and attributes that the expressions of a unit read."""
    facts = unit.facts
    found: set[str] = set()
    stack: list[Expr] = [item.value for item in facts.returns]
    stack += [item.call for item in facts.invocations]
    stack += [definition.value for definition in facts.definitions]
    stack += [lookup.table for lookup in facts.lookups]
    for decision in facts.decisions:
        for leaf in leaves(decision.formula):
            stack += [leaf.left, leaf.right] if isinstance(leaf, Test) else [leaf.expr]
    while stack:
        expr = stack.pop()
        match expr:
            case Name(name):
                found.add(name)
            case Attr(base, name):
                found.add(name)
                stack.append(base)
            case _:
                stack.extend(children(expr))
    return frozenset(found)


def _is_literal(value: Expr, unit: PlacedUnit) -> bool:
    """Whether a value spells out members of a collection, and is not only made of others."""
    match value:
        case Coll(_, items, _):
            return bool(items)
        case Call(func, args, keywords):
            name = (dotted(func) or "").rpartition(".")[2]
            return name in _BUILDERS and (bool(keywords) or any(_is_literal(arg, unit) for arg in args))
        case Binary(_, left, right):
            return _is_literal(left, unit) or _is_literal(right, unit)
        case Either(options):
            return any(_is_literal(option, unit) for option in options)
        case Comp(_, _, _, scope):
            loops = [definition.value for definition in unit.facts.definitions if definition.scope == scope]
            return any(isinstance(loop, Element) and isinstance(loop.of, Coll) for loop in loops)
        case Item(base, _):
            return dotted(base) in {"Literal", "typing.Literal"}
        case _:
            return False


_EXPORTS = frozenset({"__all__", "__slots__", "__match_args__", "_import_structure"})
_BUILT = (Coll, Call, Binary, Either, Comp, Item)
_BUILDERS = frozenset({"set", "frozenset", "tuple", "list", "dict", "OrderedDict", "MappingProxyType", "defaultdict", "fromkeys", "sorted"})


def _chain(name: str) -> Expr | None:
    if not name or "?" in name:
        return None
    head, *rest = name.split(".")
    expr: Expr = Name(head)
    for part in rest:
        expr = Attr(expr, part)
    return expr
