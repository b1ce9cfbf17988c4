"""Tell what each model costs: the shared files and places that name it, and the lines of its own files by role."""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from ..reports import cost_rendering
from . import _terminal as terminal
from .options import config, exit_zero, filters, formats, jobs, loudness, names, no_cache, revision, target

if TYPE_CHECKING:
    from ..analyzer.costing.asking import Read
    from ..analyzer.costing.cost import Cost
    from ..analyzer.judging.filters import Filters
    from ..analyzer.reading.source import Source
    from ..analyzer.settings.load import Loaded
    from ..reports.format import View

CLEAN, INCOMPLETE = 0, 4
SHORT = 12  # digits of a commit that are shown


class Options(TypedDict):
    """What `cost` was asked besides its target."""

    revision: str | None
    config_file: Path | None
    filters: "Filters"
    format_name: str
    like: str | None
    by: str
    against: str | None
    every: bool
    more: bytes
    jobs: int
    no_cache: bool
    quiet: bool
    verbose: int


@click.command(name="cost")
@target
@revision
@config
@formats(*cost_rendering.known(), default="table")
@click.option("--like", metavar="MODEL", help="List what one more model like this one would touch.")
@click.option("--by", type=click.Choice(("model", "file", "subsystem")), default="model", show_default=True, help="What a row is.")
@click.option("--against", metavar="REV", help="Show how much larger files and subsystems are than at this revision.")
@click.option("--all", "every", is_flag=True, help="Every row of the table, however many.")
@filters
@exit_zero
@names
@jobs
@no_cache
@loudness
def cost(target: str, **options: Unpack[Options]) -> int:
    """Tell what each model costs: the shared places that name it, and the lines of its own files by role.

    A model and the text or vision model inside it are one where their names say so. Names of families are listed apart.
    Exits 4 if a file could not be read.
    """
    from ..analyzer.judging.select import check_words  # noqa: PLC0415  `--help` needs none of these
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  as above
    from ..analyzer.settings.load import load, said  # noqa: PLC0415  as above
    from ..reports.costed import By  # noqa: PLC0415  as above

    check_options(options)
    check_words(options["filters"])
    source = open_target(target, revision=options["revision"], cwd=Path.cwd())
    loaded = load(source, options["config_file"])
    for line in () if options["quiet"] else said(loaded):
        terminal.say(line)
    found = costed(source, loaded, options)
    for text in cost_rendering.find(options["format_name"]).render(found, By(options["by"]), view(options)):
        terminal.put(text)
    return verdict(found)


def check_options(options: Options) -> None:
    """Refuse what cannot be answered.

    Raises:
        click.UsageError: growth was asked for where no number that can grow is shown, or what does not lie in shared code.

    """
    growing = options["format_name"] != "table" or (options["by"] != "model" and options["like"] is None)
    if options["against"] and not growing:
        raise click.UsageError("--against shows how files and subsystems grew: add --by file or --by subsystem")
    if set(options["filters"].zone) - {"shared"}:
        raise click.UsageError("--zone: a cost is what shared code holds; leave it out, or use `namebranch scan --zone`")
    if options["like"] and options["filters"].model:
        raise click.UsageError("--like and --model both choose a model: give one of them")


def costed(source: "Source", loaded: "Loaded", options: Options) -> "Cost":
    """Return what models cost in *source*."""
    from ..analyzer.costing.asking import Asked, costs  # noqa: PLC0415  as in `cost`
    from ..registry.universe.overlay import names_with  # noqa: PLC0415  as in `cost`

    now = read(source, loaded, options)
    before = earlier(source, loaded, options)
    named = None if before is None else f"{options['against']} ({(before.source.revision or '')[:SHORT]})"
    asked = Asked(filters=options["filters"], like=options["like"], against=named)
    return costs(now, loaded.settings, names_with(options["more"]), asked, before)


def read(source: "Source", loaded: "Loaded", options: Options) -> "Read":
    """Return a tree and what a scan finds in it."""
    from ..analyzer import scan as scanning  # noqa: PLC0415  as in `cost`
    from ..analyzer import store  # noqa: PLC0415  as in `cost`
    from ..analyzer.costing.asking import Read  # noqa: PLC0415  as in `cost`
    from ..analyzer.scanned import Depth  # noqa: PLC0415  as in `cost`

    with terminal.Progress(quiet=options["quiet"], every=options["verbose"] > 0) as progress:
        held = None if options["no_cache"] else store.open_store()
        whole = scanning.scan(
            source, loaded, jobs=options["jobs"], store=held, progress=progress, more=options["more"], depth=Depth.BEARING
        )
        return Read(source=source, whole=whole)


def earlier(source: "Source", loaded: "Loaded", options: Options) -> "Read | None":
    """Return the revision that is compared with, under the settings of the newer tree; None where none was named.

    Raises:
        click.UsageError: the target is an archive.
        TargetError: the target is no git repository, or there is no such revision.

    """
    from ..analyzer.reading.git import resolve  # noqa: PLC0415  only a revision needs git
    from ..analyzer.reading.revision import GitTree, open_folder_of, open_revision  # noqa: PLC0415  as above

    wanted, folder = options["against"], Path.cwd() / source.target
    if wanted is None:
        return None
    if isinstance(source, GitTree):
        return read(open_folder_of(source, resolve(source.folder, wanted)), loaded, options)
    if not folder.is_dir():
        raise click.UsageError(f"{source.target} is an archive and has no revisions: leave --against out, or name a repository")
    return read(open_revision(source.target, folder, wanted), loaded, options)


def view(options: Options) -> "View":
    """Return how to show the answer."""
    from ..reports.format import View  # noqa: PLC0415  as in `cost`

    able = terminal.terminal()
    return View(every=options["every"], width=able.width, colour=able.colour, unicode=able.unicode, filters=options["filters"])


def verdict(found: "Cost") -> int:
    """Name what could not be read, and return the exit code."""
    for unread in found.unread:
        terminal.say(f"{unread.path}: NB905 not read: {unread.reason}")
    return INCOMPLETE if found.unread else CLEAN
