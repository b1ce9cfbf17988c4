"""Write the tracking issue: each subsystem with its status, what moved since last time, each model, the payoff."""

import hashlib
from dataclasses import replace as changed
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import _reporting as reporting
from .. import _terminal as terminal
from .._checked import DAY
from .._migrating import dialect as spelled
from ..options import exit_zero

if TYPE_CHECKING:
    from ...analyzer.inventory import Inventory
    from ...analyzer.judging.drift import Drift
    from ...analyzer.reading.source import Source
    from ...codemods.tracking.tracker import Tracker, Verified
    from ...reports.tracker import State

CLEAN, INCOMPLETE = 0, 4
TREE = "tree:"


@click.command(name="tracker")
@reporting.of_a_tree
@spelled
@reporting.page_file
@reporting.write
@click.option("--since", "after", metavar="REV", help="Tell what moved since REV; by default since the page was last verified.")
@click.option("--as-of", "as_of", type=DAY, metavar="DAY", help="The day to say, e.g. 2026-01-31; by default the commit's.")
@exit_zero
def tracker(
    asked: reporting.Asked, *, dialect: str | None, page: Path | None, write: bool, after: str | None, as_of: datetime | None
) -> int:
    """Write the tracking issue of TARGET as Markdown: verified against which commit, status by subsystem, movement, models, payoff.

    Of a work tree its last commit is looked at. With --page the fenced sections of an existing page are made anew, and what people
    wrote around them stays as it is; a fence that is missing is an error. A second run changes nothing. Rows and questions are those
    of [tracker] in the configuration; without any, each subsystem that decides by name is a row.
    Exits 4 where a file could not be read, or the history does not reach back far enough.
    """
    from ...reports import tracker as report  # noqa: PLC0415  `--help` needs none of these

    text = reporting.text_of(page, write=write)
    source = reporting.opened(asked)
    remembered = None if text is None else report.state(text)
    held = reporting.read(asked, source)
    found = facts(held, dialect, remembered, after, None if as_of is None else as_of.date().isoformat())
    reporting.delivered(page, text, report.render(found, text), write=write)
    return INCOMPLETE if reporting.incomplete(held) or found.verified.horizon else CLEAN


def facts(held: reporting.Read, named: str | None, remembered: "State | None", after: str | None, day: str | None) -> "Tracker":
    """Return what the page tells."""
    from ...analyzer.explaining.inventoried import inventory_of  # noqa: PLC0415  as in `tracker`
    from ...codemods.tracking.asking import asked  # noqa: PLC0415  as in `tracker`
    from ...codemods.tracking.rows import Facts  # noqa: PLC0415  as in `tracker`
    from ...codemods.tracking.tracking import tracker as tracked  # noqa: PLC0415  as in `tracker`

    settings, dialect = held.loaded.settings, reporting.spelling(held, named)
    verified = verified_of(held.source, remembered, after, day)
    verified, before, drift = moved(held, verified)
    known = Facts(
        now=inventory_of(held.program, held.source, held.loaded),
        before=before,
        drift=drift,
        migration=None if dialect is None else reporting.planned(held, dialect),
        asks=tuple(asked(held.program.files, settings, dialect)),
    )
    return tracked(known, held.program, settings, dialect, verified)


def verified_of(source: "Source", remembered: "State | None", after: str | None, day: str | None) -> "Verified":
    """Return of which tree the page speaks, and since which it tells what moved: that of the page, unless it spoke of this very tree."""
    from ...analyzer.reading.git import resolve  # noqa: PLC0415  as in `tracker`
    from ...analyzer.reading.log import read_commit  # noqa: PLC0415  as in `tracker`
    from ...analyzer.reading.revision import Revision  # noqa: PLC0415  as in `tracker`
    from ...codemods.tracking.tracker import Verified  # noqa: PLC0415  as in `tracker`

    if not isinstance(source, Revision):
        if after is not None:
            raise click.UsageError(f"{source.target} is no repository and has no revisions: leave --since out, or name a repository")
        return Verified(at=digest(source), day=day, since=since(digest(source), remembered))
    at = source.revision
    asked_for = None if after is None else resolve(source.folder, after)
    return Verified(at=at, day=day or read_commit(source.folder, at).date[:10], since=asked_for or since(at, remembered))


def since(at: str, remembered: "State | None") -> str | None:
    """Return where the tale of what moved begins: a page of this very tree keeps its own."""
    if remembered is None:
        return None
    return remembered.since if remembered.at == at else remembered.at


def digest(source: "Source") -> str:
    """Return what a tree without commits is called."""
    sums = hashlib.blake2b(digest_size=20)
    for path in source.paths():
        sums.update(f"{path}\0".encode("utf-8", "surrogatepass") + hashlib.blake2b(source.one(path) or b"").digest())
    return f"{TREE}{sums.hexdigest()}"


def moved(held: reporting.Read, verified: "Verified") -> "tuple[Verified, Inventory | None, Drift | None]":
    """Return what there was when the tale begins, and what happened since; where nobody can tell, why."""
    from ...analyzer import store  # noqa: PLC0415  as in `tracker`
    from ...analyzer.history.commits import Asked, of_commits  # noqa: PLC0415  as in `tracker`
    from ...analyzer.judging.filters import Filters  # noqa: PLC0415  as in `tracker`
    from ...analyzer.reading.git import merge_base, resolve  # noqa: PLC0415  as in `tracker`
    from ...analyzer.reading.revision import Revision, open_folder_of  # noqa: PLC0415  as in `tracker`
    from ...analyzer.reading.source import TargetError  # noqa: PLC0415  as in `tracker`

    source, asked = held.source, held.asked
    if verified.since is None:
        return verified, None, None
    if not isinstance(source, Revision) or verified.since.startswith(TREE):
        return changed(verified, horizon="it was a tree without commits, or this is one"), None, None
    wanted = Asked(filters=Filters(), after=verified.since, more=asked.more)
    try:
        if merge_base(source.folder, resolve(source.folder, verified.since), source.revision) != verified.since:
            return changed(verified, horizon="this commit does not stand on that one"), None, None
        with terminal.Progress(quiet=asked.quiet, every=False) as progress:
            kept = None if asked.no_cache else store.open_store()
            drift = of_commits(source, held.loaded, wanted, jobs=asked.jobs, store=kept, progress=progress)
        before = reporting.scanned(held, open_folder_of(source, verified.since))
    except TargetError as error:
        return changed(verified, horizon=str(error)), None, None
    return changed(verified, horizon=drift.horizon), before, drift
