"""Tables and name sets: which definitions hold models' names."""

from collections import defaultdict
from dataclasses import dataclass

from ..extracting.facts import Definition
from .holding import Candidate
from .index import Index
from .meaning import PlacedUnit
from .members import Shape


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


class Uses:
    """Which definitions something refers to by name."""

    def __init__(self, index: Index) -> None:
        self._outline = index.outline
        self._imported = frozenset(item.name for unit in index.units for item in unit.facts.imports if item.local != item.name)
        self._users: defaultdict[str, list[PlacedUnit]] = defaultdict(list)
        for unit in index.units:
            for name in unit.facts.used:
                self._users[name].append(unit)

    def has(self, unit: PlacedUnit, definition: Definition) -> bool:
        """Whether something refers to a definition of a unit."""
        name = definition.name.rpartition(".")[2]
        local = unit.facts.scopes[definition.scope].form == "function" and "." not in definition.name
        if not local and name in self._imported:
            return True  # under another name
        return any(name in self._outline(one).read for one in self._users.get(name, ()) if one is unit or not local)


def collection(unit: PlacedUnit, one: Candidate, uses: Uses) -> Collection:
    """Return a candidate as what it is, and whether something refers to it."""
    return Collection(
        unit=unit,
        definition=one.definition,
        dotted=one.dotted,
        shape=one.shape,
        names=one.names,
        via=one.via,
        used=one.used or uses.has(unit, one.definition),
    )
