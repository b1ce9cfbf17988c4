"""Draw one page: the trend, models and parts of shared code, hot files, what is wrong, and every branch, to search and sort."""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from .. import _boarding as boarding
from .. import _fleet as fleet
from .. import _migrating as migrating
from .. import _reporting as reporting
from .. import _surveying as surveying
from .. import _terminal as terminal
from ..options import dep, executor, exit_zero, filters

if TYPE_CHECKING:
    from ...analyzer.judging.drift import Drift
    from ...analyzer.judging.filters import Filters

CLEAN, INCOMPLETE = 0, 4


class Options(TypedDict):
    """What `report dashboard` was asked besides its target."""

    repos: Path | None
    history: bool
    since: str | None
    earlier: tuple[str, ...]
    reach: bool
    dialect: str | None
    filters: "Filters"
    dependencies: tuple[str, ...]
    executor: str


@click.command(name="dashboard")
@reporting.of_a_tree
@fleet.repos
@click.option(
    "--history/--no-history", default=True, show_default=True, help="Draw the trend of a repository; the first time it takes minutes."
)
@click.option("--since", metavar="DATE", help="Begin the trend at this date, as git reads dates.")
@click.option("--earlier", metavar="ARCHIVE", multiple=True, help="Where the target is an archive: one of an earlier release; repeatable.")
@click.option(
    "--reach/--no-reach", "reach", default=True, show_default=True, help="Say who takes each test; slow where functions are huge."
)
@migrating.dialect
@filters
@dep
@executor
@exit_zero
def dashboard(asked: reporting.Asked, **options: Unpack[Options]) -> int:
    """Write one page of HTML to stdout that needs nothing but itself: it opens from a file, prints, and loads nothing.

    It shows how the count of name branches moved, which models stand in which part of shared code, the files that hold most, how far
    the migration is, what is already wrong, and every branch and model, to search and sort. Its charts need the extra
    `namebranch[dashboard]`. With --repos it sets the repositories of a fleet beside each other, each with its trend and a section of
    its own; who takes a test, what is wrong and what would move are for the page of one. Exits 4 if a file or a repository could not
    be read, or a history is cut short.
    """
    from ...analyzer.judging.select import check_words  # noqa: PLC0415  `--help` needs none of these
    from ...analyzer.pool import Crew  # noqa: PLC0415  as above
    from ...reports.dashboard import charts  # noqa: PLC0415  as above

    check_words(options["filters"])
    if set(options["filters"].zone) - {"shared"}:
        raise click.UsageError("--zone: the dashboard shows shared code; leave it out, or use `namebranch scan --zone`")
    if options["repos"] is None and options["executor"] != Crew().executor:
        raise click.UsageError("--executor: the page of one target is made on this machine; leave it out, or name a fleet by --repos")
    charts.library()
    return of_target(asked, options) if options["repos"] is None else of_fleet(options["repos"], asked, options)


def of_target(asked: reporting.Asked, options: Options) -> int:
    """Write the page of one target."""
    from ...reports.dashboard.page import render  # noqa: PLC0415  as in `dashboard`

    held = reporting.read(asked, reporting.opened(asked))
    wanted = boarding.Wanted(
        history=options["history"],
        since=options["since"],
        earlier=options["earlier"],
        reach=options["reach"],
        dialect=options["dialect"],
    )
    board = boarding.board(held, options["filters"], wanted, options["dependencies"])
    for text in render(board):
        terminal.put(text)
    return verdict(held, board.drift, board.audited.failed)


def of_fleet(file: Path, asked: reporting.Asked, options: Options) -> int:
    """Write the page of a fleet."""
    from ...analyzer.fleet.surveys import Question  # noqa: PLC0415  as in `dashboard`
    from ...reports.fleet.page import render  # noqa: PLC0415  as above

    others = {"--earlier": options["earlier"], "--dep": options["dependencies"], "--dialect": options["dialect"]}
    question = Question(filters=options["filters"], history=options["history"], since=options["since"])
    held = surveying.of_fleet(file, asked, question, others, executor=options["executor"])
    for text in render(held):
        terminal.put(text)
    return INCOMPLETE if surveying.incomplete(held) else CLEAN


def verdict(held: reporting.Read, drift: "Drift | None", failed: tuple[tuple[str, str], ...]) -> int:
    """Name what could not be read, and return the exit code."""
    for rule, reason in failed:
        terminal.say(f"{rule} not run to its end: {reason}")
    if drift is not None and drift.horizon is not None:
        terminal.say(f"incomplete: {drift.horizon}")
    for mark, one in drift.gaps if drift is not None else ():
        terminal.say(f"{one.path}: NB905 not read at {mark.id[:9]}: {one.reason}")
    whole = drift is None or drift.complete
    return INCOMPLETE if reporting.incomplete(held) or failed or not whole else CLEAN
