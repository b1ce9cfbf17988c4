"""Who is told apart by a function, before and after: names that tests lost against keys that points won, in the order of the source."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """One test of before, and the names that it tells apart no longer."""

    at: str  # path:line
    names: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """What became of the names."""

    lost: frozenset[str]  # told apart by nothing any more
    gained: frozenset[str]  # told apart now, and not before
    placed: bool  # each test has points of its own


def balanced(tests: Sequence[Lost], points: Sequence[frozenset[str]]) -> Balance:
    """Weigh tests against points; where all names are there, each point must be what stood next to each other before."""
    held = [test.names for test in tests if test.names]
    before, after = frozenset[str]().union(*held), frozenset[str]().union(*points)
    lost, gained = before - after, after - before
    return Balance(lost=lost, gained=gained, placed=not (lost or gained) and _placed(held, [keys for keys in points if keys]))


def _placed(tests: Sequence[frozenset[str]], points: Sequence[frozenset[str]]) -> bool:
    """Return whether the tests can be cut into runs, one a point, of the same names."""

    @cache
    def from_here(test: int, point: int) -> bool:
        if point == len(points):
            return test == len(tests)
        names = frozenset[str]()
        for end in range(test, len(tests)):
            names |= tests[end]
            if not names <= points[point]:
                return False
            if names == points[point] and from_here(end + 1, point + 1):
                return True
        return False

    return from_here(0, 0)
