"""The tests of a function that tell models apart, and what became of each: left as it is, with other names, elsewhere, or gone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..analyzer.finding.draft import Draft
from ..analyzer.inventory import Kind, Site
from ..analyzer.reaching.asking import Reaches
from ..analyzer.reaching.reach import Reach
from ..registry.space import Space
from .dispatch import Dispatch, Point, words_of
from .pairing import Pair
from .tree import Tree

_NO_TESTS = frozenset({Kind.TABLE, Kind.NAMESET, Kind.PER_MODEL_DEF, Kind.REACH_IN, Kind.PREDICATE, Kind.FLAG})
_EXACT = frozenset({Kind.COMPARE, Kind.MEMBERSHIP, Kind.MATCH, Kind.TABLE_USE})
_SPELLING = frozenset({Kind.AFFIX, Kind.SUBSTRING, Kind.REGEX})
TYPES = frozenset({Space.MODEL_TYPE, Space.TEXT_MODEL_TYPE})


_FEW = 64  # names, each of which is looked up


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """One site, and the names that its test tells apart from a string that nobody knows."""

    site: Site
    like: tuple[object, ...]  # what it has in common with itself elsewhere
    names: frozenset[str]
    types: frozenset[str]  # model types to which they belong
    tied: bool  # whether every one of them belongs to some
    negated: bool  # whether a string that nobody knows makes it true
    open_ended: bool  # whether it tells strings apart that nobody spelled
    asked: int  # names
    undecided: str | None

    @property
    def unknown(self) -> str | None:
        """Why nothing can be said of it."""
        return self.undecided or (None if self.names or self.open_ended else "no known name makes it true")

    @property
    def at(self) -> str:
        return f"{self.site.path}:{self.site.line}"


class Side:
    """One tree, asked for its tests and points."""

    def __init__(self, tree: Tree, beside: Tree) -> None:
        self.tree, self.dispatch = tree, Dispatch(tree)
        self.reaches = Reaches(tree.program, tree.program.linked.names, beside=[beside.program])
        self._mine = frozenset(id(site) for site, _ in tree.program.sites)
        self._beside: tuple[Test, ...] | None = None
        self.spelled: dict[tuple[object, ...], list[tuple[Site, Draft]]] = {}
        for site, draft in tree.program.sites:
            if site.kind not in _NO_TESTS:
                self.spelled.setdefault(_like(site, draft), []).append((site, draft))

    def test(self, site: Site, draft: Draft) -> Test:
        reach = self.reaches.of_site(site)
        known = {*self.reaches.universe.of(reach.space), *site.names, *reach.ever}
        exact = set(site.names) if site.kind in _EXACT else set[str]()
        negated = len(reach.ever) > len(known) / 2
        told = (known - set(reach.ever)) | exact if negated else set(reach.ever) | exact
        return Test(
            site=site,
            like=_like(site, draft),
            names=frozenset(told),
            types=frozenset(self._types(reach, told)),
            tied=len(told) <= _FEW and all(self._types(reach, {name}) for name in told),
            negated=negated,
            open_ended=site.kind in _SPELLING or (site.kind not in _EXACT and reach.others != negated),
            asked=len(known) + 1,
            undecided=reach.undecided,
        )

    def tests(self, pair: Pair) -> list[Test]:
        """Return the tests of a function, as far as they are of this side."""
        return self.of(found for found in pair.sites if id(found[0]) in self._mine)

    def of(self, sites: Iterable[tuple[Site, Draft]]) -> list[Test]:
        """Return the tests among sites of this side."""
        return [self.test(site, draft) for site, draft in sites if site.kind not in _NO_TESTS]

    @property
    def named(self) -> frozenset[str]:
        """All names that are spelled in this tree, or registered."""
        return self.dispatch.keys.union(*(site.names for site, _ in self.tree.program.sites))

    def tests_beside(self, other: "Side", names: Iterable[str]) -> tuple[Test, ...]:
        """Return the tests that the other side has nowhere, wherever they stand, as far as they tell one of *names* apart."""
        if self._beside is None:
            self._beside = tuple(self.test(*held) for like, some in self.spelled.items() if like not in other.spelled for held in some)
        wanted = frozenset(names)
        return tuple(test for test in self._beside if test.names & wanted)

    def _types(self, reach: Reach, told: set[str]) -> set[str]:
        return told if reach.space in TYPES else set(self.reaches.universe.types(told, reach.space))


def _like(site: Site, draft: Draft) -> tuple[object, ...]:
    return draft.key, site.op, site.constant, tuple(sorted(site.names))


Change = tuple[Test | None, Test | None]
"""A test of before and what is left of it, or what it was and a test that is new."""


def changes(pair: Pair, old: Side, new: Side, *, far: bool) -> Iterator[Change]:
    """Yield the tests of before with what is left of each, and the new ones; not those that are as they were.

    If it is asked for *far*, tests are also looked for in functions that are called, and in modules that one side only has.
    """
    unchanged = pair.old.source == pair.new.source
    before, left = ([test for test in side.tests(pair) if not (unchanged and _decided_elsewhere(test))] for side in (old, new))
    partner: dict[int, Test | None] = {}
    for match in (_same_test, _narrowed):  # what is the same is taken before what is only near
        for at, test in enumerate(before):
            if partner.get(at) is None and (near := match(test, left)) is not None:
                left.remove(near)
                partner[at] = near
    for at, test in enumerate(before):
        other = partner.get(at)
        if other is None and far:
            other = _moved(test, pair.new.source, old, new)
        if other is None or not (_alike(test, other) or (_decided_elsewhere(test) and _decided_elsewhere(other))):
            yield test, other
    for test in left:
        was = _moved(test, pair.old.source, new, old) if far else None
        if was is None or not _alike(was, test):
            yield was, test


def points_of(pair: Pair, old: Side, new: Side) -> tuple[Point, ...]:
    """Return the points of the new function with the keys that they won."""
    subjects = frozenset(word for site, draft in pair.sites for word in (draft.key, site.subject.rpartition(".")[2]))
    names = frozenset(name for site, _ in pair.sites for name in site.names)
    had = {point.name: point.keys for point in old.dispatch.points(pair.old, subjects, names, frozenset())}
    known = words_of(old.tree.modules[pair.old.module], pair.old)
    found = new.dispatch.points(pair.new, subjects, names, known)
    won = (Point(name=one.name, line=one.line, keys=one.keys - had.get(one.name, frozenset())) for one in found)
    return tuple(one for one in won if one.keys)


def _alike(one: Test, other: Test) -> bool:
    held = ((test.names, test.negated, test.open_ended, test.undecided) for test in (one, other))
    return next(held) == next(held)


def _decided_elsewhere(test: Test) -> bool:
    """Return whether a test calls a function, or asks for an attribute that one sets: that function is compared itself."""
    return test.site.kind is Kind.FLAG_USE and (test.site.subject.endswith(")") or "." in test.site.subject)


def _same_test(test: Test, among: Sequence[Test]) -> Test | None:
    by_id = [one for one in among if one.site.id == test.site.id]
    return next(iter(by_id or [one for one in among if one.like == test.like]), None)


def _narrowed(test: Test, among: Sequence[Test]) -> Test | None:
    """Return the test of the same subject that shares most names."""
    found = [one for one in among if one.like[0] == test.like[0] and one.names & test.names]
    return max(found, key=lambda one: (one.negated == test.negated, len(one.names & test.names)), default=None)


def _moved(test: Test, source: str, here: Side, there: Side) -> Test | None:
    """Return the test as it stands in a function that *source* calls, or in a module that one side only has, and did not stand before."""
    met = {site.scope for site, _ in here.spelled.get(test.like, [])}
    for site, draft in there.spelled.get(test.like, []):
        called = f"'{site.scope.rpartition('.')[2]}'" in source
        if site.scope not in met and (called or draft.unit.module not in here.tree.modules):
            return there.test(site, draft)
    return None
