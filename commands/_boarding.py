"""What the dashboard shows, gathered: the same values that scan, cost, audit, drift and explain show."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import _terminal as terminal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..analyzer.costing.cost import Cost
    from ..analyzer.history.commits import Asked as HistoryAsked
    from ..analyzer.inventory import Inventory
    from ..analyzer.judging.drift import Drift
    from ..analyzer.judging.filters import Filters
    from ..analyzer.store import Store
    from ..codemods.tracking.tracker import Tracker
    from ..reports.audited import Audited
    from ..reports.dashboard.board import Board, Taken
    from ._reporting import Read


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which part of a history to draw, and what else takes time."""

    history: bool
    since: str | None
    earlier: tuple[str, ...]  # archives of earlier releases
    reach: bool
    dialect: str | None  # by which it is planned what would move


def board(held: "Read", filters: "Filters", wanted: Wanted, dependencies: tuple[str, ...]) -> "Board":
    """Return everything that a page is made from."""
    from dataclasses import replace  # noqa: PLC0415  `--help` needs none of these

    from .. import __version__  # noqa: PLC0415  as above
    from ..analyzer.explaining.inventoried import inventory_of  # noqa: PLC0415  as above
    from ..analyzer.judging.select import select  # noqa: PLC0415  as above
    from ..reports.dashboard.board import Board  # noqa: PLC0415  as above

    whole = replace(inventory_of(held.program, held.source, held.loaded), findings=())
    moved, unwritten = trend(held, filters, wanted)
    return Board(
        inventory=select(whole, filters, subsystems=[name for name, _ in held.loaded.settings.subsystems]),
        cost=costed(held, whole, filters),
        audited=audited(held, whole, filters, dependencies),
        progress=progress(held, whole, wanted.dialect),
        drift=moved,
        unwritten=unwritten,
        reaches=reaches(held) if wanted.reach else {},
        date=date(held),
        version=__version__,
    )


def progress(held: "Read", whole: "Inventory", named: str | None) -> "Tracker":
    """Return how far the migration is, and what would move today in the *named* dialect, or that of the settings.

    Raises:
        NoRegistryError: a dialect was named, and the target is not of it.

    """
    from ..codemods.tracking.asking import asked  # noqa: PLC0415  as in `board`
    from ..codemods.tracking.rows import Facts  # noqa: PLC0415  as above
    from ..codemods.tracking.tracker import Verified  # noqa: PLC0415  as above
    from ..codemods.tracking.tracking import tracker  # noqa: PLC0415  as above
    from . import _reporting as reporting  # noqa: PLC0415  as above

    settings, dialect = held.loaded.settings, reporting.spelling(held, named)
    migration = None if dialect is None else reporting.planned(held, dialect)
    facts = Facts(now=whole, migration=migration, asks=tuple(asked(held.program.files, settings, dialect)))
    return tracker(facts, held.program, settings, dialect, Verified(at=held.source.revision or "", day=None, since=None))


def costed(held: "Read", whole: "Inventory", filters: "Filters") -> "Cost":
    """Return what models cost in the target."""
    from ..analyzer.costing.asking import Asked, Read, costs  # noqa: PLC0415  as in `board`
    from ..registry.universe.overlay import names_with  # noqa: PLC0415  as above

    read = Read(source=held.source, whole=whole)
    return costs(read, held.loaded.settings, names_with(held.asked.more), Asked(filters=filters))


def audited(held: "Read", whole: "Inventory", filters: "Filters", dependencies: tuple[str, ...]) -> "Audited":
    """Return what is already wrong, as `namebranch audit` finds it."""
    from dataclasses import replace  # noqa: PLC0415  as in `board`

    from ..analyzer.auditing.audit import audit, known_rules  # noqa: PLC0415  as above
    from ..analyzer.auditing.audited import Audited as Subject  # noqa: PLC0415  as above
    from ..analyzer.inventory import Confidence  # noqa: PLC0415  as above
    from ..analyzer.judging.select import path_test  # noqa: PLC0415  as above
    from ..analyzer.upstream.knowledge import upstream_of  # noqa: PLC0415  as above
    from ..analyzer.upstream.opening import open_dependency  # noqa: PLC0415  as above
    from ..reports.audited import SURE, Audited  # noqa: PLC0415  as above

    known = upstream_of(held.source, [open_dependency(text, cwd=Path.cwd()) for text in dependencies], held.asked.more)
    found = audit(Subject(held.program, held.loaded.settings, known), known_rules())
    inside = path_test(filters.path)
    findings = [one for one in found.findings if inside(one.path)]
    sure = tuple(one for one in findings if SURE[one.confidence] >= SURE[Confidence.LINKED])
    return Audited(
        inventory=replace(whole, sites=(), registrations=(), findings=sure),
        kept=found.kept,
        hidden=len(findings) - len(sure),
        failed=found.failed,
        upstream=known.said,
    )


def reaches(held: "Read") -> "Mapping[str, Taken]":
    """Return who takes each test of shared code."""
    from ..analyzer.inventory import Kind, Zone  # noqa: PLC0415  as in `board`
    from ..analyzer.reaching.asking import Reaches  # noqa: PLC0415  as above
    from ..registry.universe.overlay import names_with  # noqa: PLC0415  as above
    from ..reports.dashboard.board import Taken  # noqa: PLC0415  as above

    untested = {Kind.TABLE, Kind.NAMESET, Kind.PER_MODEL_DEF, Kind.REACH_IN, Kind.FLAG}
    asked = Reaches(held.program, names_with(held.asked.more))
    found = {}
    for site, _ in held.program.sites:
        if site.zone is Zone.SHARED and site.kind not in untested:
            reach = asked.of_site(site)
            known = frozenset(asked.universe.of(reach.space))
            names = tuple(name for name in reach.ever if name in known)
            found[site.id] = Taken(names=names, known=len(known), others=reach.others, undecided=reach.undecided)
    return found


def trend(held: "Read", filters: "Filters", wanted: Wanted) -> "tuple[Drift | None, str]":
    """Return how the count moved, or why that is not known.

    Raises:
        click.UsageError: the target is a repository, and archives were named.
        TargetError: git cannot tell the history, or an archive cannot be opened.

    """
    from ..analyzer.history.commits import Asked, of_commits  # noqa: PLC0415  as in `board`
    from ..analyzer.judging.drift import By  # noqa: PLC0415  as above
    from ..analyzer.reading.revision import Revision  # noqa: PLC0415  as above

    asked = Asked(filters=filters, since=wanted.since, by=By.SUBSYSTEM_AND_KIND, more=held.asked.more)
    source = held.source
    if wanted.earlier:
        if isinstance(source, Revision):
            raise click.UsageError(f"{source.target} has a history of its own: leave --earlier out")
        return of_releases(held, asked, wanted.earlier), ""
    if not wanted.history:
        return None, "it was not asked for (--no-history)."
    if not isinstance(source, Revision):
        return None, "the target is no git repository; --earlier takes archives of earlier releases."
    with terminal.Progress(quiet=held.asked.quiet, every=False) as progress:
        return of_commits(source, held.loaded, asked, jobs=held.asked.jobs, store=cache(held), progress=progress), ""


def of_releases(held: "Read", asked: "HistoryAsked", earlier: tuple[str, ...]) -> "Drift":
    """Return how the count moved from release to release, the target's own among them."""
    from ..analyzer.history import releases  # noqa: PLC0415  as in `board`
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  as above

    opened = {text: open_target(text, cwd=Path.cwd()) for text in earlier} | {held.source.target: held.source}
    ordered = [(version, opened[text]) for version, text in releases.in_order(tuple(opened))]
    with terminal.Progress(quiet=held.asked.quiet, every=False) as progress:
        return releases.of_releases(ordered, held.loaded, asked, jobs=held.asked.jobs, store=lambda: cache(held), progress=progress)


def cache(held: "Read") -> "Store | None":
    """Return the cache, unless it is not to be used."""
    from ..analyzer import store  # noqa: PLC0415  as in `board`

    return None if held.asked.no_cache else store.open_store()


def date(held: "Read") -> str:
    """Return the date of the target's commit, ISO 8601; nothing where it is none."""
    from ..analyzer.reading.log import read_commit  # noqa: PLC0415  as in `board`
    from ..analyzer.reading.revision import Revision  # noqa: PLC0415  as above

    source = held.source
    return read_commit(source.folder, source.revision).date if isinstance(source, Revision) else ""
