"""A whole program judged by one spelling, unit by unit."""

from collections.abc import Iterator

from ..extracting.facts import Lookup
from .callers import Callers
from .carriers import Carriers
from .collections import Collection, Uses, collection
from .constants import Constants
from .failures import Failures
from .judge import Heard, Judge
from .judged import Judged
from .matchers import Matchers
from .meaning import PlacedUnit
from .memory import Sayings
from .predicates import family_key
from .subjects import Subjects
from .truths import Tests, Truths
from .unitwise import Rest, Tested, Unitwise


class Judgement:
    """What is said of each unit, and what follows from all of it."""

    def __init__(self, constants: Constants, callers: Callers, subjects: Subjects, sayings: Sayings, failures: Failures) -> None:
        """Judge the tests of all units."""
        self.spelling = sayings.spelling
        self.carriers = Carriers(constants.follow, callers, subjects)
        self._constants, self._callers, self._failures = constants, callers, failures
        self._judge = Judge(constants.follow, constants, self.carriers, sayings.spelling)
        self.carriers.is_family_key = family_key(self._judge)
        self._unitwise = Unitwise(constants, self._judge, sayings.world)
        self._units = constants.follow.index.units
        self._tested: dict[int, Tested] = {}  # by id of the unit
        self._rest: dict[int, Rest] = {}
        for unit in self._units:
            with failures.of(unit):
                self._tested[id(unit)] = self._unitwise.tested(unit)

    @property
    def taught(self) -> frozenset[str]:
        """The names that strong subjects are compared with, and that nobody knew."""
        return frozenset().union(*(one.heard.taught for one in self._tested.values()))

    def collections(self, uses: Uses) -> Iterator[Collection]:
        """Yield the tables and the name sets, in the order of the units."""
        told = frozenset().union(*(one.heard.told for one in self._tested.values()))
        for unit in self._units:
            if (tested := self._tested.get(id(unit))) is not None:
                yield from (collection(unit, one, uses) for one in tested.candidates if one.named or one.dotted in told)

    def truths(self) -> Truths:
        """Judge the rest of each unit, and follow what is kept of outcomes."""
        for unit in self._units:
            if id(unit) in self._tested:
                with self._failures.of(unit):
                    self._rest[id(unit)] = self._unitwise.rest(unit)
        tests: Tests = {unit: (self._tested[unit].tests, rest.tests) for unit, rest in self._rest.items()}
        self._judge.heard = Heard()
        matchers = Matchers(self._constants.follow, self._callers, self.carriers, self._constants, self._judge)
        return Truths(self._constants.follow, tests, matchers.calls(self._failures), self._failures)

    def lookups(self, unit: PlacedUnit) -> tuple[tuple[Lookup, Judged], ...]:
        """Return the lookups of a unit that decide by a name."""
        rest = self._rest.get(id(unit))
        return () if rest is None else rest.lookups

    def looked_for(self) -> tuple[frozenset[str], frozenset[str]]:
        """Return what stands beside names and nobody has defined: in tests on a name, and beside what says nothing of itself."""
        heard = [self._judge.heard, *(one.heard for one in self._tested.values()), *(one.heard for one in self._rest.values())]
        return frozenset().union(*(one.wanted for one in heard)), frozenset().union(*(one.offered for one in heard))

    @property
    def needles(self) -> frozenset[str]:
        """What is to be looked for whatever decides by it so far: classes, functions that are handed names, and that hand them back."""
        return frozenset().union(*(one.needles for one in self._rest.values()))
