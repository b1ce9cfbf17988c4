"""What linking says of each unit, kept from link to link for as long as nothing that was looked up for it has changed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..extracting.expression import Test
from ..extracting.facts import Decision, Facts, Lookup
from . import needles
from .asked import Noted
from .constants import Constants
from .holding import Candidate, Holding
from .judge import Heard, Judge
from .judged import Judged
from .meaning import Identity, Place, PlacedUnit

Said = TypeVar("Said")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """The comparisons of a unit that decide by a name, by id, the definitions that may hold names, and what that teaches."""

    tests: Mapping[int, Judged]
    candidates: tuple[Candidate, ...]
    heard: Heard


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """The further comparisons, beside those on the same subject, the lookups of a unit, and the words to look for on its account."""

    tests: Mapping[int, Judged]
    lookups: tuple[tuple[Lookup, Judged], ...]
    needles: frozenset[str]
    heard: Heard


class Kept(Generic[Said]):
    """What was said of units, and what was looked up for it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._known: dict[Identity, tuple[Facts, Said, tuple[str, ...]]] = {}  # the facts too, so that their id stays their own

    def forget(self, changed: set[str] | None, here: Iterable[Identity]) -> None:
        """Keep what is said of units that are *here*, where nothing that has *changed* was looked up for it; None: all has changed."""
        known = self._known if changed is not None else {}
        self._known = {
            unit: held for unit in here if (held := known.get(unit)) is not None and (not changed or changed.isdisjoint(held[2]))
        }

    def of(self, unit: PlacedUnit, work: Callable[[], Noted[Said]]) -> Said:
        """Return what is said of *unit*; *work* says it, and what it looked up."""
        held = self._known.get(unit.identity)
        if held is None:
            held = self._known[unit.identity] = (unit.facts, *work())
        return held[1]


class World:
    """What was said of units by one spelling."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.tested, self.rest = Kept[Tested](), Kept[Rest]()

    def forget(self, changed: set[str] | None, here: Iterable[Identity]) -> None:
        """As `Kept.forget`."""
        here = tuple(here)
        self.tested.forget(changed, here)
        self.rest.forget(changed, here)


class Unitwise:
    """Says it of the units of a program, one by one."""

    def __init__(self, constants: Constants, judge: Judge, world: World) -> None:
        self._constants, self._judge, self._world = constants, judge, world
        self._index = constants.follow.index
        self._holding = Holding(constants.follow, constants, judge)

    def tested(self, unit: PlacedUnit) -> Tested:
        """Return what the tests of a unit say, and its definitions."""
        return self._world.tested.of(unit, lambda: self._index.asked.noted(lambda: self._tested(unit)))

    def rest(self, unit: PlacedUnit) -> Rest:
        """Return the rest of what is said of a unit."""
        tests = self.tested(unit).tests
        return self._world.rest.of(unit, lambda: self._index.asked.noted(lambda: self._rest(unit, tests)))

    def _tested(self, unit: PlacedUnit) -> Tested:
        heard = self._judge.heard = Heard()
        tests = (one for decision, leaves in self._index.outline(unit).tests for one in _placed(unit, decision, leaves))
        found = {id(test): judged for test, place in tests if (judged := self._judge.test(test, place)) is not None}
        return Tested(tests=found, candidates=tuple(self._holding.of(unit)), heard=heard)

    def _rest(self, unit: PlacedUnit, tested: Mapping[int, Judged]) -> Rest:
        heard = self._judge.heard = Heard()
        beside: dict[int, Judged] = {}
        for decision, leaves in self._index.outline(unit).tests:
            tests = tuple(_placed(unit, decision, leaves))
            asked = {judged.subject for test, _ in tests if (judged := tested.get(id(test))) is not None}
            for test, place in tests:
                if id(test) not in tested and test.left_text in asked and (judged := self._judge.beside(test, place)) is not None:
                    beside[id(test)] = judged
        lookups = [(one, self._judge.lookup(one, Place(unit, one.scope, one.block, one.span[0]))) for one in unit.facts.lookups]
        return Rest(
            tests=beside,
            lookups=tuple((one, judged) for one, judged in lookups if judged is not None),
            needles=needles.of_unit(unit, self._index.outline(unit), self._constants, self._judge),
            heard=heard,
        )


def _placed(unit: PlacedUnit, decision: Decision, leaves: Iterable[tuple[Test, int]]) -> Iterable[tuple[Test, Place]]:
    return ((test, Place(unit, scope, decision.block, test.span[0])) for test, scope in leaves)
