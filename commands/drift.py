"""Tell how the count of name branches moved over a history or over releases, and which change added or migrated what."""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from ..reports import drift_rendering
from . import _fleet as fleet
from . import _terminal as terminal
from .options import config, executor, exit_zero, filters, formats, jobs, loudness, names, no_cache, revision

if TYPE_CHECKING:
    from ..analyzer.judging.drift import By, Drift
    from ..analyzer.judging.filters import Filters
    from ..analyzer.settings.load import Loaded
    from ..reports.format import View

CLEAN, INCOMPLETE = 0, 4
PARTS = ("kind", "op", "subsystem", "model", "file")


class Options(TypedDict):
    """What `drift` was asked besides its target."""

    revision: str | None
    repos: Path | None
    config_file: Path | None
    filters: "Filters"
    format_name: str
    span: str | None
    since: str | None
    first_parent: bool
    by: str | None
    goal: int | None
    releases: bool
    every: bool
    more: bytes
    jobs: int
    executor: str
    no_cache: bool
    quiet: bool
    verbose: int


@click.command(name="drift")
@click.argument("targets", nargs=-1, metavar="[TARGET]")
@revision
@fleet.repos
@config
@formats(*drift_rendering.known(), default="table")
@click.option("--range", "span", metavar="A..B", help="From A, which is not looked at as a change, to B; `A..` ends at HEAD.")
@click.option("--since", metavar="DATE", help="Commits from this date on, as git reads dates.")
@click.option("--first-parent", is_flag=True, default=True, help="Follow first parents: what the branch itself went through (always so).")
@click.option("--by", type=click.Choice(PARTS), help="A column for each value of this.")
@click.option("--goal", type=click.IntRange(min=0), metavar="N", help="The number of decisions to come down to.")
@click.option("--releases", is_flag=True, help="The arguments are archives of releases; they are put in the order of their versions.")
@click.option("--all", "every", is_flag=True, help="Every row of the table, however many.")
@filters
@exit_zero
@names
@jobs
@executor
@no_cache
@loudness
def drift(targets: tuple[str, ...], **options: Unpack[Options]) -> int:
    """Tell how the count of name branches moved, and which commit added, widened, migrated or lost which.

    Nothing is checked out and nothing fetched. Exits 4 where the history is cut short or a file of it could not be read.
    """
    from ..analyzer.judging.drift import By  # noqa: PLC0415  `--help` needs none of these
    from ..analyzer.judging.select import check_words  # noqa: PLC0415  as above

    check_words(options["filters"])
    by = By(options["by"]) if options["by"] else None
    if options["repos"] is not None:
        found = of_fleet(options["repos"], targets, options, by)
    elif options["releases"]:
        found = of_releases(targets, options, by)
    elif len(targets) > 1:
        raise click.UsageError(f"one target, not {len(targets)}; several archives are compared by --releases")
    else:
        found = of_history(targets[0] if targets else ".", options, by)
    for text in drift_rendering.find(options["format_name"]).render(found, view(options)):
        terminal.put(text)
    return verdict(found)


def of_fleet(file: Path, targets: tuple[str, ...], options: Options, by: "By | None") -> "Drift":
    """Return the drift of all the repositories that a file names, as one."""
    from ..analyzer.fleet.histories import Question  # noqa: PLC0415  as in `drift`
    from ..analyzer.pool import Crew  # noqa: PLC0415  as in `drift`

    if targets or options["revision"] or options["span"] or options["releases"]:
        raise click.UsageError("--repos names all targets, each with its revision; of the options that choose steps it takes --since")
    crew = Crew(jobs=options["jobs"], executor=options["executor"])
    asked = fleet.asking(options["config_file"], options["more"], crew, no_cache=options["no_cache"])
    question = Question(filters=options["filters"], since=options["since"], by=by, goal=options["goal"])
    return fleet.walked(file, asked, question, crew, quiet=options["quiet"])


def of_history(target: str, options: Options, by: "By | None") -> "Drift":
    """Return the drift of a repository's history."""
    from ..analyzer import store  # noqa: PLC0415  as in `drift`
    from ..analyzer.history.commits import Asked, of_commits  # noqa: PLC0415  as in `drift`
    from ..analyzer.pool import Crew  # noqa: PLC0415  as in `drift`
    from ..analyzer.reading.revision import Revision  # noqa: PLC0415  as in `drift`
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  as in `drift`
    from ..analyzer.settings.load import load  # noqa: PLC0415  as in `drift`

    after, tip = ends(options)
    source = open_target(target, revision=tip, cwd=Path.cwd())
    if source.revision is None and Path(target).is_dir():
        source = open_target(target, revision="HEAD", cwd=Path.cwd())
    if not isinstance(source, Revision):
        raise click.UsageError(f"{target} has no history: name a git repository, or several archives with --releases")
    loaded = load(source, options["config_file"])
    tell(loaded, options)
    asked = Asked(filters=options["filters"], after=after, since=options["since"], by=by, goal=options["goal"], more=options["more"])
    with terminal.Progress(quiet=options["quiet"], every=False) as progress:
        held = None if options["no_cache"] else store.open_store()
        return of_commits(
            source, loaded, asked, jobs=Crew(jobs=options["jobs"], executor=options["executor"]), store=held, progress=progress
        )


def of_releases(targets: tuple[str, ...], options: Options, by: "By | None") -> "Drift":
    """Return the drift over archives of releases."""
    from ..analyzer import store  # noqa: PLC0415  as in `drift`
    from ..analyzer.history import releases  # noqa: PLC0415  as in `drift`
    from ..analyzer.history.commits import Asked  # noqa: PLC0415  as in `drift`
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  as in `drift`
    from ..analyzer.settings.load import load  # noqa: PLC0415  as in `drift`

    if len(targets) < 2 or options["span"] or options["since"] or options["revision"]:  # noqa: PLR2004  two are the fewest to compare
        raise click.UsageError("--releases takes two archives or more, and neither a range nor a date nor a revision")
    opened = [(version, open_target(file, cwd=Path.cwd())) for version, file in releases.in_order(targets)]
    loaded = load(opened[-1][1], options["config_file"])
    tell(loaded, options)
    asked = Asked(filters=options["filters"], by=by, goal=options["goal"], more=options["more"])
    with terminal.Progress(quiet=options["quiet"], every=False) as progress:
        return releases.of_releases(
            opened,
            loaded,
            asked,
            jobs=options["jobs"],
            store=(lambda: None) if options["no_cache"] else store.open_store,
            progress=progress,
        )


def ends(options: Options) -> tuple[str | None, str | None]:
    """Return the revision behind which the history begins, and the one at which it ends; None where nothing was said."""
    span = options["span"]
    if span is None:
        return None, options["revision"]
    after, dots, tip = span.partition("..")
    if not dots or not after or tip.startswith("."):
        raise click.UsageError(f"--range {span!r} is no range: write A..B, for example v0.17.0..HEAD")
    if options["revision"]:
        raise click.UsageError("--rev and --range both say where to end: give one of them")
    return after, tip or "HEAD"


def tell(loaded: "Loaded", options: Options) -> None:
    """Say on stderr which settings are used, and why."""
    from ..analyzer.settings.load import said  # noqa: PLC0415  as in `drift`

    if not options["quiet"]:
        for line in said(loaded):
            terminal.say(line)


def view(options: Options) -> "View":
    """Return how to show the answer."""
    from ..reports.format import View  # noqa: PLC0415  as in `drift`

    able = terminal.terminal()
    return View(every=options["every"], width=able.width, colour=able.colour, unicode=able.unicode, filters=options["filters"])


def verdict(found: "Drift") -> int:
    """Name what is missing, and return the exit code."""
    if found.horizon is not None:
        terminal.say(f"incomplete: {found.horizon}")
    told = [one for _, one in found.gaps]
    for one in found.unread:
        if one not in told:  # a repository of a fleet, of which there is no step
            terminal.say(f"{one.path}: NB905 not read: {one.reason}")
    for mark, one in found.gaps:
        terminal.say(f"{one.path}: NB905 not read at {mark.id[:9]}: {one.reason}")
    return CLEAN if found.complete else INCOMPLETE
