"""Which definitions of a unit may be tables and name sets, whatever else refers to them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..extracting.expression import Attr, Call, Coll, Expr, Name, Opaque, Str, chain, dotted
from ..extracting.facts import Definition
from .constants import Constants
from .following import Follower
from .judge import Judge
from .meaning import LINE_END, Bound, ClassAt, Place, PlacedUnit
from .members import Members, Shape

_SEVERAL = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A definition whose literal holds names: a mapping keyed by them, or a sequence of them."""

    definition: Definition
    dotted: str
    shape: Shape
    names: tuple[str, ...]
    via: tuple[str, ...]
    used: bool = False  # for certain; else it is one if something refers to it
    named: bool = True  # what it holds is names; else it is one only if a subject is asked for its members


class Holding:
    """Finds the candidates of a unit."""

    def __init__(self, follower: Follower, constants: Constants, judge: Judge) -> None:
        self._follow, self._constants, self._judge = follower, constants, judge
        self._outline = follower.index.outline
        self._mostly_names = judge.spelling.mostly_names

    def of(self, unit: PlacedUnit) -> Iterator[Candidate]:
        """Yield the candidates of a unit, in its order; then its classes that are nothing but names."""
        for definition in self._outline(unit).holding:
            if (one := self._one(unit, definition)) is not None:
                yield one
        for cls in unit.facts.classes:
            at = self._follow.index.cls(self._follow.index.qualified(unit, cls.scope, cls.name))
            if at is not None and at.cls is cls and at.unit is unit and (one := self._spelled(at)) is not None:
                yield one

    def _one(self, unit: PlacedUnit, definition: Definition) -> Candidate | None:
        place = Place(unit, definition.scope, definition.block, definition.span[0])
        match definition.op:
            case "store" | "setdefault":
                return self._store(unit, definition, place)
            case "update" | "|=":
                members = self._constants.members(definition.value, place)
                table = members is not None and members.shape is Shape.MAPPING and self._outline(unit).is_literal(definition.value)
                return self._candidate(unit, definition, members) if table and members and self._mostly_names(members.names) else None
            case "=":
                return self._assigned(unit, definition, place)
            case _:
                return None

    def _candidate(self, unit: PlacedUnit, definition: Definition, members: Members) -> Candidate:
        qualified = self._follow.index.qualified(unit, definition.scope, definition.name)
        return Candidate(definition=definition, dotted=qualified, shape=members.shape, names=members.names, via=members.via)

    def _assigned(self, unit: PlacedUnit, definition: Definition, place: Place) -> Candidate | None:
        is_literal = self._outline(unit).is_literal(definition.value)
        if not is_literal and not isinstance(definition.value, Call):
            return None
        rows = self._rows(definition.value)
        members = rows or self._constants.defined(definition, unit)
        if members is None or members.shape not in {Shape.MAPPING, Shape.SEQUENCE, Shape.UNKNOWN}:
            return None
        if members.shape is Shape.UNKNOWN:
            return self._copied(unit, definition, members)
        if not is_literal or (members.shape is Shape.SEQUENCE and self._is_subject(unit, definition)):
            return None
        members = self._narrowed(self._inner(members) or members)
        whole = self._whole(definition, place) or members
        named = self._hold_names(members) or self._hold_names(whole)
        return replace(self._candidate(unit, definition, members), named=named)

    def _hold_names(self, members: Members) -> bool:
        """Whether what is held is names: of a sequence all, or one that is nothing else; of keys at least half."""
        spelling = self._judge.spelling
        if not self._mostly_names(members.names):
            return False
        return (
            members.shape is Shape.MAPPING
            or all(map(spelling.is_name, members.names))
            or any(spelling.is_distinct(name.rstrip("*-_.")) for name in members.names)
        )

    def _is_subject(self, unit: PlacedUnit, definition: Definition) -> bool:
        """Whether the names of a model are written here (`cfg.architectures = ["X"]`): they carry a choice and are none."""
        holder, _, name = definition.name.rpartition(".")
        inside = bool(holder) or unit.facts.scopes[definition.scope].form == "function"
        return inside and self._judge.subjects.has(name)

    def _narrowed(self, members: Members) -> Members:
        """Of keys that are tuples, keep the names of the places that hold names."""
        held = [names for names in members.slots if self._mostly_names(names)]
        return replace(members, names=tuple(dict.fromkeys(name for names in held for name in names))) if held else members

    def _inner(self, members: Members) -> Members | None:
        """Return the keys inside, for a mapping of mappings whose own keys name no model."""
        if members.shape is not Shape.MAPPING or not members.values or self._mostly_names(members.names):
            return None
        inside = [self._constants.members(*value) for value in members.values]
        tables = [one for one in inside if one is not None and one.shape is Shape.MAPPING]
        names = tuple(dict.fromkeys(name for one in tables for name in one.names))
        return replace(members, names=names, values=()) if len(tables) == len(inside) and self._mostly_names(names) else None

    def _rows(self, value: Expr) -> Members | None:
        """A sequence of calls of one thing, each with a name first, is a table: `(Rule("kimi_k2", test), Rule("qwen3", test))`."""
        if not isinstance(value, Coll) or value.shape == "dict" or len(value.items) < _SEVERAL:
            return None
        calls = [item for item in value.items if isinstance(item, Call) and item.args and isinstance(item.args[0], Str)]
        names = tuple(call.args[0].value for call in calls if isinstance(call.args[0], Str))
        if len(calls) < len(value.items) or len({dotted(call.func) for call in calls}) > 1 or any("/" in name for name in names):
            return None
        return Members(shape=Shape.MAPPING, names=names) if self._mostly_names(names) else None

    def _whole(self, definition: Definition, place: Place) -> Members | None:
        """Return the names after all that was added later, for a constant of a module or a class."""
        if "." in definition.name:
            return None
        at = Place(place.unit, definition.scope, (), LINE_END)
        meaning = self._follow.meaning(name := Name(definition.name), at)
        if not isinstance(meaning, Bound) or not any(known is definition for _, known in meaning.definitions):
            return None
        found = self._constants.members(name, at)
        return None if found is None else self._inner(found) or found

    def _copied(self, unit: PlacedUnit, definition: Definition, members: Members) -> Candidate | None:
        """A copy of another package's mapping of models (`dict(MODEL_MAPPING_NAMES)`)."""
        external = (members.external or "").rpartition(".")[2]
        if not external.isupper() or "MODEL" not in external or not isinstance(definition.value, Call):
            return None
        return replace(self._candidate(unit, definition, replace(members, shape=Shape.MAPPING, names=())), used=True)

    def _store(self, unit: PlacedUnit, definition: Definition, place: Place) -> Candidate | None:
        if not isinstance(definition.key, Str | Name | Attr):
            return None
        key = self._constants.members(definition.key, place)
        if key is None or key.shape is not Shape.SCALAR or len(key.names) != 1:
            return None
        known, is_name = self._judge.spelling.knows(key.names[0]), self._mostly_names(key.names)
        if not known and not is_name:
            return None
        is_spelled = definition.name and "?" not in definition.name
        table = self._constants.members(chain(definition.name), place) if is_spelled else None
        others = tuple(name for name in table.names if name not in key.names) if table is not None else ()
        if not is_name and not self._mostly_names(others):
            return None
        if not definition.name.rpartition(".")[2].isupper() and not (
            table is not None and self._mostly_names(table.names) and table.constant
        ):
            return None
        return replace(self._candidate(unit, definition, replace(key, shape=Shape.MAPPING, via=())), used=True)

    def _spelled(self, at: ClassAt) -> Candidate | None:
        """A class that is nothing but names for strings is one name set."""
        plain = all((dotted(base) or "").rpartition(".")[2] in {"str", "object"} for base in at.cls.bases)
        if not plain or at.cls.decorators or self._follow.index.has_methods(at.dotted):
            return None
        names = tuple(dict.fromkeys(name for _, part in self._constants.class_constants(at.dotted) for name in part.names))
        if len(names) < _SEVERAL or any("/" in name for name in names) or not self._mostly_names(names):
            return None
        definition = Definition(at.cls.name, "class", Opaque("class"), None, at.cls.scope, at.cls.block, at.cls.span)
        return self._candidate(at.unit, definition, Members(shape=Shape.SEQUENCE, names=names))
