"""Draw one page: the trend, models and parts of shared code, hot files, what is wrong, and every branch, to search and sort."""

from typing import TYPE_CHECKING

import click

from .. import _boarding as boarding
from .. import _migrating as migrating
from .. import _reporting as reporting
from .. import _terminal as terminal
from ..options import dep, exit_zero, filters

if TYPE_CHECKING:
    from ...analyzer.judging.drift import Drift
    from ...analyzer.judging.filters import Filters

CLEAN, INCOMPLETE = 0, 4


@click.command(name="dashboard")
@reporting.of_a_tree
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
@exit_zero
def dashboard(
    asked: reporting.Asked,
    filters: "Filters",
    since: str | None,
    earlier: tuple[str, ...],
    dependencies: tuple[str, ...],
    dialect: str | None,
    *,
    history: bool,
    reach: bool,
) -> int:
    """Write one page of HTML to stdout that needs nothing but itself: it opens from a file, prints, and loads nothing.

    It shows how the count of name branches moved, which models stand in which part of shared code, the files that hold most, how far
    the migration is, what is already wrong, and every branch and model, to search and sort. Its charts need the extra
    `namebranch[dashboard]`. Exits 4 if a file could not be read or the history is cut short.
    """
    from ...analyzer.judging.select import check_words  # noqa: PLC0415  `--help` needs none of these
    from ...reports.dashboard import charts  # noqa: PLC0415  as above
    from ...reports.dashboard.page import render  # noqa: PLC0415  as above

    check_words(filters)
    if set(filters.zone) - {"shared"}:
        raise click.UsageError("--zone: the dashboard shows shared code; leave it out, or use `namebranch scan --zone`")
    charts.library()
    held = reporting.read(asked, reporting.opened(asked))
    wanted = boarding.Wanted(history=history, since=since, earlier=earlier, reach=reach, dialect=dialect)
    board = boarding.board(held, filters, wanted, dependencies)
    for text in render(board):
        terminal.put(text)
    return verdict(held, board.drift, board.audited.failed)


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
