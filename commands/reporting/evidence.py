"""Write a proposal's evidence: what of shared code belongs to models, where, how it grew, and in which order it could move."""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from ...reports import split_rendering
from .. import _terminal as terminal
from ..options import config, exit_zero, filters, formats, jobs, loudness, names, no_cache, revision, target

if TYPE_CHECKING:
    from ...analyzer.costing.asking import Read
    from ...analyzer.judging.filters import Filters
    from ...analyzer.reading.source import Source
    from ...analyzer.settings.load import Loaded
    from ...analyzer.splitting.arrival import Arrival
    from ...analyzer.splitting.split import Split
    from ...registry.dialects.dialect import Dialect, Mark

CLEAN, INCOMPLETE = 0, 4


class Options(TypedDict):
    """What `report evidence` was asked besides its target."""

    revision: str | None
    config_file: Path | None
    filters: "Filters"
    format_name: str
    against: str | None
    dialect: str | None
    more: bytes
    jobs: int
    no_cache: bool
    quiet: bool
    verbose: int


@click.command(name="evidence")
@target
@revision
@config
@formats(*split_rendering.known(), default="markdown")
@click.option(
    "--against", metavar="REV|ARCHIVE", help="Show how shared files grew since this revision, or since the release in this archive."
)
@click.option("--dialect", metavar="NAME", help="How the target lays out a model's folder; by default as its configuration says.")
@filters
@exit_zero
@names
@jobs
@no_cache
@loudness
def evidence(target: str, **options: Unpack[Options]) -> int:
    """Write the evidence of a proposal to separate models from shared code: file by file, line by line, and model by model.

    It shows what belongs to models, how shared files grew, what each model needs to run, an order of pull requests, and what would
    remain. Exits 4 if a file could not be read.
    """
    from ...analyzer.judging.select import check_words  # noqa: PLC0415  `--help` needs none of these
    from ...analyzer.reading.target import open_target  # noqa: PLC0415  as above
    from ...analyzer.settings.load import load, said  # noqa: PLC0415  as above

    check_words(options["filters"])
    if set(options["filters"].zone) - {"shared"}:
        raise click.UsageError("--zone: evidence is what shared code holds; leave it out, or use `namebranch scan --zone`")
    source = open_target(target, revision=options["revision"], cwd=Path.cwd())
    loaded = load(source, options["config_file"])
    for line in () if options["quiet"] else said(loaded):
        terminal.say(line)
    found = gathered(source, loaded, options)
    for text in split_rendering.find(options["format_name"]).render(found):
        terminal.put(text)
    for unread in found.cost.unread:
        terminal.say(f"{unread.path}: NB905 not read: {unread.reason}")
    return INCOMPLETE if found.cost.unread else CLEAN


def gathered(source: "Source", loaded: "Loaded", options: Options) -> "Split":
    """Return the evidence in *source*."""
    from ...analyzer.splitting.asking import Wanted, split  # noqa: PLC0415  as in `evidence`
    from ...registry.universe.overlay import names_with  # noqa: PLC0415  as in `evidence`

    earlier = opened(source, options["against"])
    before = None if earlier is None else read(earlier, loaded, options)
    day, brought = told(source, loaded, options)
    wanted = Wanted(
        filters=options["filters"],
        dialect=dialect(source, options["dialect"], loaded.settings.registry.dialect),
        date=day,
        against=options["against"],
        arrivals=brought,
    )
    return split(read(source, loaded, options), loaded.settings, names_with(options["more"]), wanted, before)


def read(source: "Source", loaded: "Loaded", options: Options) -> "Read":
    """Return a tree and what a scan finds in it."""
    from ...analyzer import scan as scanning  # noqa: PLC0415  as in `evidence`
    from ...analyzer import store  # noqa: PLC0415  as in `evidence`
    from ...analyzer.costing.asking import Read  # noqa: PLC0415  as in `evidence`

    with terminal.Progress(quiet=options["quiet"], every=options["verbose"] > 0) as progress:
        held = None if options["no_cache"] else store.open_store()
        whole = scanning.scan(source, loaded, jobs=options["jobs"], store=held, progress=progress, more=options["more"])
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


def dialect(source: "Source", named: str | None, family: str | None) -> "Dialect | None":
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


def told(source: "Source", loaded: "Loaded", options: Options) -> "tuple[str, tuple[Arrival, ...]]":
    """Return the date of the target's commit, and the commits that brought models since what it is compared with; of no repository nothing."""
    from ...analyzer.reading.log import read_commit, read_history  # noqa: PLC0415  as in `opened`
    from ...analyzer.reading.revision import Revision  # noqa: PLC0415  as in `opened`
    from ...analyzer.settings.zones import Zoning  # noqa: PLC0415  as in `evidence`
    from ...analyzer.splitting.arriving import arrivals  # noqa: PLC0415  as in `evidence`
    from ...registry.universe.overlay import names_with  # noqa: PLC0415  as in `evidence`

    if not isinstance(source, Revision):
        return "", ()
    archive = options["against"] is not None and (Path.cwd() / options["against"]).exists()
    history = read_history(source.folder, tip=source.revision, after=None if archive else options["against"])
    zoning = Zoning(loaded.settings, source.paths(), names_with(options["more"]).family)
    return read_commit(source.folder, source.revision).date, arrivals(history, zoning)
