"""table: the curve, the steps at which the count changed, and who added, widened or migrated what."""

from collections import Counter
from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...analyzer.judging.drift import Drift, Event, Mark, Point
from ..change import details, tested
from ..curve import sparkline, towards
from ..drifted import DriftFormat
from ..escape import visible
from ..format import View
from ..terminal.glyphs import cut, joined, number
from ..terminal.printed import printed

_SHOWN = 40  # rows of the series, and events, unless all are asked for
_PARTS = 6  # columns of `--by`
_SHORT = 9  # digits of a commit
_FIXED = 60  # columns of a row that are no parts: the step, its date, three numbers, and the beginning of its subject


def render(drift: Drift, view: View) -> Iterator[str]:
    """Yield the blocks, each but the first with an empty line before it."""
    for at, block in enumerate(_blocks(drift, view)):
        yield printed([*([Text()] if at else []), *block], view)


def _blocks(drift: Drift, view: View) -> Iterator[list[RenderableType]]:
    yield [*_head(drift, view)]
    if drift.points:
        yield [*_series(drift, view)]
    if drift.events:
        yield [*_events(drift, view)]


def _head(drift: Drift, view: View) -> Iterator[RenderableType]:
    parts = [visible(drift.target), number(drift.steps, "step"), f"preset {visible(drift.preset)}"]
    yield joined(parts, unicode=view.unicode, style="dim")
    if drift.points:
        values = [point.decisions for point in drift.points]
        yield Text(f"{number(values[-1], 'decision')} now, {values[0]:,} at the beginning, most {max(values):,}", style="bold")
        yield Text(sparkline(values, cells=view.width, unicode=view.unicode), style="cyan", no_wrap=True)
        if goal := towards(values[-1], drift.goal, values[0]):
            yield Text(goal)
    if drift.horizon is not None:
        yield Text(f"incomplete: {visible(drift.horizon)}", style="yellow")
    for mark, one in drift.gaps[:_PARTS]:
        yield Text(f"not read from {_short(mark)} on: {visible(one.path)}: {visible(one.reason)}", style="yellow")
    if len(drift.gaps) > _PARTS:
        yield Text(f"and {len(drift.gaps) - _PARTS} more that could not be read", style="yellow")


def _series(drift: Drift, view: View) -> Iterator[RenderableType]:
    columns = _columns(drift, view.width - _FIXED)
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="dim", expand=True)
    table.add_column("step", no_wrap=True, min_width=_SHORT)
    table.add_column("date", no_wrap=True, min_width=10)
    for title in ("decisions", "", "sites", *columns):
        table.add_column(visible(title), justify="right", no_wrap=True, min_width=max(len(visible(title)), 3))
    table.add_column("subject", overflow="ellipsis", no_wrap=True, ratio=1)
    shown = drift.points if view.every else drift.points[-_SHOWN:]
    before = drift.points[-len(shown) - 1].decisions if len(shown) < len(drift.points) else None
    for point in shown:
        table.add_row(*_row(point, columns, before))
        before = point.decisions
    yield table
    if len(shown) < len(drift.points):
        yield Text(f"{len(drift.points) - len(shown)} earlier steps at which a number changed: --all shows them", style="dim")


def _columns(drift: Drift, room: int) -> tuple[str, ...]:
    """Return the values that had the most decisions, as many as there is room for."""
    most: Counter[str] = Counter()
    for point in drift.points:
        for value, decisions in point.parts:
            most[value] = max(most[value], decisions)
    found: list[str] = []
    for value, _ in most.most_common(_PARTS):
        room -= max(len(visible(value)), 3) + 1
        if room < 0:
            break
        found.append(value)
    return tuple(found)


def _row(point: Point, columns: tuple[str, ...], before: int | None) -> list[str | Text]:
    held = dict(point.parts)
    change = "" if before in {None, point.decisions} else f"{point.decisions - (before or 0):+}"
    numbers = [str(point.decisions), change, str(point.sites), *(str(held.get(column, 0)) for column in columns)]
    return [_short(point.mark), point.mark.day, *numbers, Text(visible(point.mark.subject))]


def _short(mark: Mark) -> str:
    return visible(mark.id[:_SHORT] if len(mark.id) >= _DIGITS else mark.id)


_DIGITS = 40  # of a whole commit id


def _events(drift: Drift, view: View) -> Iterator[RenderableType]:
    counted = Counter(event.what for event in drift.events)
    yield joined([f"{count} {what}" for what, count in counted.most_common()], unicode=view.unicode, style="bold")
    shown = drift.events if view.every else drift.events[-_SHOWN:]
    mark: Mark | None = None
    for event in shown:
        if event.mark != mark:
            mark = event.mark
            yield Text(f"{_short(mark)} {mark.day} {cut(mark.subject, cells=max(20, view.width - 22), unicode=view.unicode)}", style="dim")
        yield Text(f"  {event.what:<9}{_told(event)}")
    if len(shown) < len(drift.events):
        yield Text(f"{len(drift.events) - len(shown)} earlier events: --all shows them", style="dim")


def _told(event: Event) -> str:
    change = event.change
    path = change.now.path if change.now is not None else change.was.path if change.was is not None else ""
    more = details(change)
    return f"{visible(path)}: {tested(change)}" + (f"  ({more})" if more else "")


TABLE = DriftFormat(name="table", media="text/plain", render=render)
