"""What the files of each row hold, by two inventories, a plan and what moved between them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ...analyzer.inventory import Inventory, Kind, Site, Zone
from ...analyzer.judging.counts import counted, tally
from ...analyzer.judging.drift import Drift, Event
from ...analyzer.settings.globs import matcher, plain
from ...analyzer.settings.schema import Row as Said
from ...analyzer.settings.schema import Settings
from ..planning.plan import Migration
from .asking import Asks
from .tracker import Held, Movement, Payoff, Row, Status

Model = Callable[[str], str]  # the model that a name is of; "" where it is none's
_WORSE, TAKEN_OVER = frozenset({"added", "widened"}), "migrated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What rows are made of."""

    now: Inventory
    before: Inventory | None = None  # of when the page was last verified
    drift: Drift | None = None  # since then
    migration: Migration | None = None
    asks: tuple[Asks, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What belongs to a row: files, by path and subsystem, and kinds of branches."""

    subsystem: str
    lies: Callable[[str, str], bool]
    kinds: tuple[Kind, ...] = ()

    def holds(self, site: Site) -> bool:
        """Whether a branch belongs to the row."""
        return self.lies(site.path, site.subsystem) and (not self.kinds or site.kind in self.kinds)

    def saw(self, event: Event) -> bool:
        """Whether what moved belongs, or belonged, to the row."""
        was = None if event.change.was is None else event.change.was.site
        return any(site is not None and self.holds(site) for site in (event.change.now, was))


def branches(inventory: Inventory) -> tuple[Site, ...]:
    """Return the sites that count as drift."""
    return tuple(site for site in inventory.sites if site.zone is Zone.SHARED and counted(site))


def decisions(sites: Iterable[Site]) -> int:
    """Return how many decisions sites are of."""
    return len({site.decision for site in sites})


def rows_of(facts: Facts, settings: Settings, model: Model) -> tuple[tuple[Row, ...], tuple[Movement, ...], int]:
    """Return the rows, what moved with the numbers of its rows, and how many decisions lie in no row.

    Rows that are configured stay in their order. Where there are none, each part of the target that decides by name, or did, is one,
    and the one with the largest payoff comes first.
    """
    parts = [_said(row) for row in settings.tracker.rows] or _found(facts)
    made = [(part, _row(facts, part, model)) for part in parts]
    if settings.tracker.rows:
        gates = {question.id: question for question in settings.tracker.questions}
        told = zip(made, settings.tracker.rows, strict=True)
        made = [(part, replace(row, paths=one.paths, becomes=one.becomes, gate=gates.get(one.gate or ""))) for (part, row), one in told]
    else:
        made.sort(key=lambda pair: (-_worth(pair[1]), -pair[1].branches, pair[1].subsystem))
    rows = tuple(replace(row, number=number) for number, (_, row) in enumerate(made, 1))
    outside = (site for site in branches(facts.now) if not any(part.holds(site) for part in parts))
    return rows, tuple(_movement(facts.drift, [part for part, _ in made])), decisions(outside)


def _worth(row: Row) -> int:
    return row.payoff.worth if row.payoff is not None else 0


def _said(row: Said) -> Part:
    test = matcher(row.paths)
    return Part(subsystem=row.subsystem, lies=lambda path, _: test(plain(path)) is not None, kinds=row.kinds)


def _found(facts: Facts) -> list[Part]:
    sites = branches(facts.now) + (() if facts.before is None else branches(facts.before))

    def part(name: str) -> Part:
        return Part(subsystem=name, lies=lambda _, subsystem: subsystem == name)

    return [part(name) for name in sorted({site.subsystem for site in sites})]


def _row(facts: Facts, part: Part, model: Model) -> Row:
    mine = tuple(filter(part.holds, branches(facts.now)))
    was = None if facts.before is None else decisions(filter(part.holds, branches(facts.before)))
    moved = {event.what for event in _events(facts.drift) if part.saw(event)}
    asks = tuple(f"{one.path}:{one.line}" for one in facts.asks if part.lies(one.path, one.subsystem))
    started = bool(asks) or TAKEN_OVER in moved
    return Row(
        number=0,
        subsystem=part.subsystem,
        paths=(),
        files=tuple(Held(path=one.value, decisions=one.decisions) for one in tally(mine, lambda site: (site.path,))),
        becomes=None,
        gate=None,
        status=_status(started=started, left=bool(mine), had=bool(was)),
        branches=decisions(mine),
        before=was,
        asks=asks,
        drifting=(was is not None and decisions(mine) > was) or not _WORSE.isdisjoint(moved),
        payoff=None if facts.migration is None else _payoff(facts.migration, mine, model),
    )


def _status(*, started: bool, left: bool, had: bool) -> Status:
    if left:
        return Status.PARTIAL if started else Status.NOT_STARTED
    return Status.DONE if started or had else Status.NOT_STARTED


def _payoff(migration: Migration, sites: tuple[Site, ...], model: Model) -> Payoff:
    moving = moving_sites(migration)
    stays = {model(name) for one in migration.refused for site in sites if site.id in one.branches for name in site.names}
    moved = [site for site in sites if site.id in moving]
    models = Counter(name for site in moved for name in dict.fromkeys(map(model, site.names)) if name and name not in stays)
    return Payoff(sites=len(moved), of=len(sites), models=tuple(sorted(models, key=lambda name: (-models[name], name))))


def moving_sites(migration: Migration) -> frozenset[str]:
    """Return the ids of the sites that would move, and of those that change with them."""
    return frozenset(branch for plan in migration.plans for branch in plan.branches) | frozenset(migration.follows)


def _events(drift: Drift | None) -> tuple[Event, ...]:
    return () if drift is None else drift.events


def _movement(drift: Drift | None, parts: list[Part]) -> Iterator[Movement]:
    for event in _events(drift):
        change = event.change
        site = change.now or (change.was.site if change.was is not None else None)
        yield Movement(
            what=event.what,
            rows=tuple(number for number, part in enumerate(parts, 1) if part.saw(event)),
            path=change.path,
            names=change.added or change.removed or (site.names if site is not None else change.was.names if change.was else ()),
            mark=event.mark,
        )
