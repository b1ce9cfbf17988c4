"""What a target teaches about names that nobody knew: by its subjects, its tables, its folders, its registrations and its tests."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ...registry.universe.names import Names
from ..inventory import Zone
from .collections import Collection
from .constants import Constants
from .index import Index
from .judged import Spelling
from .meaning import PlacedUnit
from .members import Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A program as far as keys are followed in it."""

    index: Index
    constants: Constants
    names: Names


def _nothing(_program: Taken, _units: Iterable[PlacedUnit]) -> Iterator[str]:
    return iter(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Lessons:
    """What is known of the target's own names before it is linked, or can be asked for while it is."""

    mentioned: frozenset[str] = frozenset()  # what its tests call models
    registered: Callable[[Taken, Iterable[PlacedUnit]], Iterable[str]] = _nothing  # the keys of its registries

    def taught(
        self, constants: Constants, spelling: Spelling, owners: Iterable[str | None], collections: Iterable[Collection]
    ) -> frozenset[str]:
        """Return the names that the target itself spells where names stand, and that nobody knew; of tables, those of shared code tell."""
        program = Taken(index=constants.follow.index, constants=constants, names=spelling.names)
        tables = (one for one in collections if one.shape is Shape.MAPPING and one.unit.zone is not Zone.MODEL)
        keys = {name for one in tables for name in one.names}
        told = filter(spelling.teaches, {*self.mentioned, *filter(None, owners), *keys})
        return frozenset((*told, *filter(spelling.is_new_type, self.registered(program, program.index.units))))
