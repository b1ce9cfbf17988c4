"""What linking may keep from one round, or one revision, to the next."""

from dataclasses import dataclass, field

from ...registry.universe.names import Names
from .changes import Changes
from .index import Index
from .judged import Spelling
from .outline import Outlines
from .subjects import Subjects
from .unitwise import World


@dataclass(frozen=True, slots=True)
class Sayings:
    """The judgements on spelling by some names, and what was said of units by them."""

    names: Names  # those that ship
    taught: frozenset[str]
    spelling: Spelling
    world: World = field(default_factory=World)


class Memory:
    """The outlines of units, the judgements on spelling, and what was said of each unit; what is linked with it is the same as without."""

    def __init__(self) -> None:
        self.outlines = Outlines()
        self._changes = Changes()
        self._subjects: Subjects | None = None
        self._plain: Sayings | None = None
        self._learned: Sayings | None = None

    def turn(self, index: Index, subjects: Subjects) -> None:
        """Forget what was said of units if it may be something else in the program that is to be linked now."""
        changed, here = self._changes.since(index), [unit.identity for unit in index.units]
        if subjects is not self._subjects:
            self._subjects, changed = subjects, None
        for known in (self._plain, self._learned):
            if known is not None:
                known.world.forget(changed, here)

    def plain(self, names: Names) -> Sayings:
        """Return the judgements by *names*."""
        if self._plain is None or self._plain.names is not names:
            self._plain = Sayings(names, frozenset(), Spelling(names))
        return self._plain

    def learned(self, names: Names, taught: frozenset[str]) -> Sayings:
        """Return the judgements by *names* and those that the target itself taught."""
        if self._learned is None or self._learned.names is not names or self._learned.taught != taught:
            types = sorted(name for name in taught if not name[0].isupper())
            overlay = names.overlay(types=types, classes=sorted(taught.difference(types)))
            self._learned = Sayings(names, taught, Spelling(overlay))
        return self._learned
