"""How the count of name branches moved over commits or releases: steps in, a series and its events out."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..inventory import Registration, Site, Unread
from .counts import APART, counted
from .filters import Filters
from .select import site_tests
from .verdict import Change, Fate

_PULL_REQUEST = re.compile(r"\(#(\d+)\)")


class By(StrEnum):
    """What a series can be parted by."""

    KIND = "kind"
    OP = "op"
    SUBSYSTEM = "subsystem"
    MODEL = "model"
    FILE = "file"
    SUBSYSTEM_AND_KIND = "subsystem and kind"  # each value behind the word that says which: `kind compare`


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Which step it is: a commit, or a release."""

    number: int  # from 0, oldest first
    id: str  # of the commit, or the version
    date: str  # ISO 8601; of a release empty
    subject: str  # of a release the file's name

    @property
    def day(self) -> str:
        """The date without the time."""
        return self.date[:10]

    @property
    def pull_request(self) -> int | None:
        """The number in `(#123)`, the last one of the subject."""
        found = _PULL_REQUEST.findall(self.subject)
        return int(found[-1]) if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """What one step changed: the sites of each file in which they are others now, and what else is another."""

    sites: dict[str, tuple[Site, ...]]
    registrations: tuple[Registration, ...] | None  # all of them, if they are others now
    unread: tuple[Unread, ...] | None  # likewise
    changes: tuple[Change, ...] = ()  # branches that are others than at the step before


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """The numbers after one step."""

    mark: Mark
    decisions: int
    sites: int
    names: int  # distinct
    parts: tuple[tuple[str, int], ...]  # decisions by value of what was asked for, the most first


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A branch that came, went or changed, and in which step."""

    mark: Mark
    what: str  # added, widened, narrowed, moved, removed, migrated, lost
    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """A whole answer: what the formats show."""

    target: str
    preset: str
    by: By | None
    goal: int | None  # decisions that are wanted in the end
    steps: int  # looked at
    points: tuple[Point, ...]  # those at which a number changed, and the last
    events: tuple[Event, ...]
    horizon: str | None  # why older steps are missing
    unread: tuple[Unread, ...]  # what could not be read at the last step
    gaps: tuple[tuple[Mark, Unread], ...]  # what could not be read at a step, told where it began

    @property
    def complete(self) -> bool:
        """True if the history is whole and everything in it was read."""
        return self.horizon is None and not self.unread and not self.gaps


WORDS: Mapping[Fate, str] = {
    Fate.NEW: "added",
    Fate.WIDENED: "widened",
    Fate.NARROWED: "narrowed",
    Fate.MOVED: "moved",
    Fate.FIXED: "removed",
    Fate.DROPPED: "removed",
    Fate.STALE: "removed",
    Fate.TAKEN_OVER: "migrated",
    Fate.LOST: "lost",
}


class Series:
    """Counts step by step; only what a step changed is counted anew."""

    def __init__(self, filters: Filters, by: By | None) -> None:
        """Begin at nothing."""
        self._tests, self._apart = site_tests(filters), bool(filters.kind) and APART.issuperset(filters.kind)
        self._by = by
        self._kept: dict[str, tuple[Site, ...]] = {}
        self._decisions: dict[str, int] = {}
        self._parts: dict[str, Counter[str]] = {}
        self._names: Counter[str] = Counter()

    def keeps(self, site: Site) -> bool:
        """Whether a site is asked for and counts."""
        return (self._apart or counted(site)) and all(test(site) for test in self._tests)

    def take(self, sites: Mapping[str, tuple[Site, ...]]) -> None:
        """Take the sites of the files in which they are others now."""
        for path, found in sites.items():
            kept = tuple(site for site in found if self.keeps(site))
            self._names.subtract(name for site in self._kept.pop(path, ()) for name in site.names)
            self._decisions.pop(path, None)
            self._parts.pop(path, None)
            if kept:
                self._kept[path] = kept
                self._decisions[path] = len({site.decision for site in kept})
                self._names.update(name for site in kept for name in site.names)
                if self._by is not None:
                    self._parts[path] = _parted(kept, self._by)

    def point(self, mark: Mark) -> Point:
        """Return the numbers as they are now."""
        parts: Counter[str] = Counter()
        for held in self._parts.values():
            parts.update(held)
        return Point(
            mark=mark,
            decisions=sum(self._decisions.values()),
            sites=sum(map(len, self._kept.values())),
            names=sum(1 for times in self._names.values() if times > 0),
            parts=tuple(sorted(parts.items(), key=lambda part: (-part[1], part[0]))),
        )


def _parted(sites: Iterable[Site], by: By) -> Counter[str]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for site in sites:
        for value in _values(site, by):
            found[value].add(site.decision)
    return Counter({value: len(decisions) for value, decisions in found.items()})


def _values(site: Site, by: By) -> tuple[str, ...]:
    match by:
        case By.KIND:
            return (site.kind.value,)
        case By.OP:
            return (site.op,)
        case By.SUBSYSTEM:
            return (site.subsystem,)
        case By.MODEL:
            return site.names
        case By.FILE:
            return (site.path,)
        case By.SUBSYSTEM_AND_KIND:
            return f"{By.SUBSYSTEM} {site.subsystem}", f"{By.KIND} {site.kind}"


def drift(
    steps: Iterable[tuple[Mark, Delta]],
    filters: Filters,
    *,
    target: str,
    preset: str,
    by: By | None = None,
    goal: int | None = None,
    horizon: str | None = None,
    base: bool = False,
) -> Drift:
    """Fold *steps*, the first of which holds everything there is; *base*: it is where the history was entered, so nothing happened in it."""
    told = _Told(Series(filters, by), base=base)
    for mark, delta in steps:
        told.take(mark, delta)
    return Drift(
        target=target,
        preset=preset,
        by=by,
        goal=goal,
        steps=told.steps,
        points=told.whole_series(),
        events=tuple(told.events),
        horizon=horizon,
        unread=told.unread,
        gaps=tuple(told.gaps),
    )


class _Told:
    """What the steps so far come to."""

    def __init__(self, series: Series, *, base: bool) -> None:
        self._series, self._base = series, base
        self._points: list[Point] = []
        self._last: Mark | None = None
        self.events: list[Event] = []
        self.gaps: list[tuple[Mark, Unread]] = []
        self.unread: tuple[Unread, ...] = ()
        self.steps = 0

    def take(self, mark: Mark, delta: Delta) -> None:
        """Take one more step."""
        self.steps += 1
        self._last = mark
        if delta.sites or self.steps == 1:
            self._series.take(delta.sites)
            point = self._series.point(mark)
            if not self._points or _numbers(point) != _numbers(self._points[-1]):
                self._points.append(point)
        if self.steps > 1 or not self._base:
            kept = (change for change in delta.changes if _kept(self._series, change))
            self.events += [Event(mark=mark, what=WORDS[change.fate], change=change) for change in kept]
        if delta.unread is not None:
            self.gaps += [(mark, one) for one in delta.unread if one not in self.unread]
            self.unread = delta.unread

    def whole_series(self) -> tuple[Point, ...]:
        """Return the points at which a number changed, and where it ends."""
        if self._last is not None and self._points[-1].mark != self._last:
            return (*self._points, self._series.point(self._last))
        return tuple(self._points)


def _numbers(point: Point) -> tuple[object, ...]:
    return point.decisions, point.sites, point.parts


def _kept(series: Series, change: Change) -> bool:
    sides = (change.now, change.was.site if change.was is not None else None)
    return any(site is not None and series.keeps(site) for site in sides)
