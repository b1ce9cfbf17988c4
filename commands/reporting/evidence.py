"""Write a proposal's evidence: what of shared code belongs to models, where, how it grew, and in which order it could move."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...reports import split_rendering
from .. import _migrating as migrating
from .. import _reporting as reporting
from .. import _terminal as terminal
from ..options import exit_zero, filters, formats

if TYPE_CHECKING:
    from ...analyzer.costing.asking import Read
    from ...analyzer.judging.filters import Filters
    from ...analyzer.reading.source import Source
    from ...analyzer.settings.load import Loaded
    from ...analyzer.splitting.arrival import Arrival
    from ...analyzer.splitting.split import Split
    from ...registry.dialects.dialect import Dialect, Mark

CLEAN, INCOMPLETE = 0, 4


@click.command(name="evidence")
@reporting.of_a_tree
@formats(*split_rendering.known(), default="markdown")
@click.option(
    "--against", metavar="REV|ARCHIVE", help="Show how shared files grew since this revision, or since the release in this archive."
)
@migrating.dialect
@filters
@exit_zero
def evidence(asked: reporting.Asked, filters: "Filters", format_name: str, against: str | None, dialect: str | None) -> int:
    """Write the evidence of a proposal to separate models from shared code: file by file, line by line, and model by model.

    It shows what belongs to models, how shared files grew, what each model needs to run, an order of pull requests, and what would
    remain. Exits 4 if a file could not be read.
    """
    from ...analyzer.judging.select import check_words  # noqa: PLC0415  `--help` needs none of these
    from ...analyzer.settings.load import load, said  # noqa: PLC0415  as above

    check_words(filters)
    if set(filters.zone) - {"shared"}:
        raise click.UsageError("--zone: evidence is what shared code holds; leave it out, or use `namebranch scan --zone`")
    source = reporting.opened(asked)
    loaded = load(source, asked.config_file)
    for line in () if asked.quiet else said(loaded):
        terminal.say(line)
    found = gathered(asked, source, loaded, filters, against, spelling(source, dialect, loaded.settings.registry.dialect))
    for text in split_rendering.find(format_name).render(found):
        terminal.put(text)
    for unread in found.cost.unread:
        terminal.say(f"{unread.path}: NB905 not read: {unread.reason}")
    return INCOMPLETE if found.cost.unread else CLEAN


def gathered(
    asked: reporting.Asked, source: "Source", loaded: "Loaded", filters: "Filters", against: str | None, dialect: "Dialect | None"
) -> "Split":
    """Return the evidence in *source*."""
    from ...analyzer.splitting.asking import Wanted, split  # noqa: PLC0415  as in `evidence`
    from ...registry.universe.overlay import names_with  # noqa: PLC0415  as in `evidence`

    earlier = opened(source, against)
    before = None if earlier is None else read(asked, earlier, loaded)
    day, brought = told(asked, source, loaded, against)
    wanted = Wanted(filters=filters, dialect=dialect, date=day, against=against, arrivals=brought)
    return split(read(asked, source, loaded), loaded.settings, names_with(asked.more), wanted, before)


def read(asked: reporting.Asked, source: "Source", loaded: "Loaded") -> "Read":
    """Return a tree and what a scan finds in it."""
    from ...analyzer import scan as scanning  # noqa: PLC0415  as in `evidence`
    from ...analyzer import store  # noqa: PLC0415  as in `evidence`
    from ...analyzer.costing.asking import Read  # noqa: PLC0415  as in `evidence`
    from ...analyzer.scanned import Depth  # noqa: PLC0415  as in `evidence`

    with terminal.Progress(quiet=asked.quiet, every=asked.verbose > 0) as progress:
        held = None if asked.no_cache else store.open_store()
        whole = scanning.scan(source, loaded, jobs=asked.jobs, store=held, progress=progress, more=asked.more, depth=Depth.BEARING)
        return Read(source=source, whole=whole)


def opened(source: "Source", against: str | None) -> "Source | None":
    """Return the tree that is compared with: an archive or folder of that name, else a revision of the target; None where none is named.

    Raises:
        click.UsageError: the target has no revisions.
        TargetError: there is no such archive or revision.

    """
    from ...analyzer.reading.git import resolve  # noqa: PLC0415  only a revision needs git
    from ...analyzer.reading.revision import GitTree, open_folder_of, open_revision  # noqa: PLC0415  as above
    from ...analyzer.reading.target import open_target  # noqa: PLC0415  as in `evidence`

    if against is None:
        return None
    if (Path.cwd() / against).exists():
        return open_target(against, cwd=Path.cwd())
    if isinstance(source, GitTree):
        return open_folder_of(source, resolve(source.folder, against))
    folder = Path.cwd() / source.target
    if not folder.is_dir():
        raise click.UsageError(f"{source.target} is an archive and has no revisions: give --against an archive of an earlier release")
    return open_revision(source.target, folder, against)


def spelling(source: "Source", named: str | None, family: str | None) -> "Dialect | None":
    """Return how the target lays out a model's folder: as the dialect that was *named* does, else as the form that fits; None for none.

    Raises:
        DialectError: there is no such dialect.

    """
    from ...registry.dialects import load  # noqa: PLC0415  as in `evidence`

    def holds(mark: "Mark") -> bool:
        return mark.text.encode() in (source.one(mark.path) or source.one(f"src/{mark.path}") or b"")

    if named in load.names():
        return load.take(named)
    wanted = named or family
    return load.fitting(wanted, holds) if wanted else None


def told(asked: reporting.Asked, source: "Source", loaded: "Loaded", against: str | None) -> "tuple[str, tuple[Arrival, ...]]":
    """Return the date of the target's commit, and the commits that brought models since what it is compared with; of no repository nothing."""
    from ...analyzer.reading.log import read_commit, read_history  # noqa: PLC0415  as in `opened`
    from ...analyzer.reading.revision import Revision  # noqa: PLC0415  as in `opened`
    from ...analyzer.settings.zones import Zoning  # noqa: PLC0415  as in `evidence`
    from ...analyzer.splitting.arriving import arrivals  # noqa: PLC0415  as in `evidence`
    from ...registry.universe.overlay import names_with  # noqa: PLC0415  as in `evidence`

    if not isinstance(source, Revision):
        return "", ()
    archive = against is not None and (Path.cwd() / against).exists()
    history = read_history(source.folder, tip=source.revision, after=None if archive else against)
    zoning = Zoning(loaded.settings, source.paths(), names_with(asked.more).family)
    return read_commit(source.folder, source.revision).date, arrivals(history, zoning)
