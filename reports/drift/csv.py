"""csv: the series for a spreadsheet: one row a step at which a number changed."""

import csv
import io
from collections.abc import Iterator

from ...analyzer.judging.drift import Drift
from ..drifted import DriftFormat
from ..escape import visible
from ..format import View

_OBEYED = ("=", "+", "-", "@")  # what a spreadsheet takes for the beginning of a formula


def render(drift: Drift, view: View) -> Iterator[str]:
    """Yield the head and the rows; a column for each value that `--by` parts the series by."""
    columns = tuple(dict.fromkeys(value for point in drift.points for value, _ in point.parts))
    yield _row(["id", "date", "decisions", "sites", "names", *map(_cell, columns), "pull_request", "subject"])
    for point in drift.points:
        held = dict(point.parts)
        mark, numbers = point.mark, (point.decisions, point.sites, point.names)
        parts = [str(held.get(column, 0)) for column in columns]
        pull = "" if mark.pull_request is None else str(mark.pull_request)
        yield _row([_cell(mark.id), mark.date, *map(str, numbers), *parts, pull, _cell(mark.subject)])


def _cell(text: str) -> str:
    """Return *text* so that neither a terminal nor a spreadsheet obeys it."""
    shown = visible(text)
    return f"'{shown}" if shown.startswith(_OBEYED) and shown.strip("=!") != "" else shown


def _row(cells: list[str]) -> str:
    held = io.StringIO()
    csv.writer(held, lineterminator="\n").writerow(cells)
    return held.getvalue()


CSV = DriftFormat(name="csv", media="text/csv", render=render)
