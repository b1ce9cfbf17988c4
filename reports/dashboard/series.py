"""A history to a few columns of numbers that a chart can draw: equal steps of time, or releases."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate

from ...analyzer.judging.drift import Drift, Event, Mark, Point

Step = tuple[float, str]  # its end in seconds, and its label

_STEPS = 48  # of time
_BANDS = 7  # of a chart; what is left is one more
UP, DOWN, DONE = "added or widened", "removed or narrowed", "migrated"
_WAYS = {"added": UP, "widened": UP, "removed": DOWN, "narrowed": DOWN, "lost": DOWN, "migrated": DONE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """One part of the whole over time."""

    name: str
    values: tuple[int, ...]  # one a step


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Numbers by step."""

    steps: tuple[str, ...]  # days, or versions
    bands: tuple[Band, ...]  # the largest at the end first


def parts(drift: Drift, by: str) -> Series:
    """Return the decisions by the values of *by* (`subsystem` or `kind`) after each step."""
    steps = steps_of(drift.points)
    points = _at(drift.points, steps)
    return banded(
        [{name.removeprefix(f"{by} "): number for name, number in point.parts if name.startswith(f"{by} ")} for point in points], steps
    )


def banded(held: Sequence[Mapping[str, int]], steps: Sequence[Step]) -> Series:
    """Return what is *held* by name after each step, the largest in bands of their own."""
    weight = {name: max(row.get(name, 0) for row in held) for name in sorted({name for row in held for name in row})}
    named = sorted(weight, key=lambda name: (-held[-1].get(name, 0), -weight[name], name))
    kept, rest = named[:_BANDS], named[_BANDS:]
    bands = [Band(name=name, values=tuple(row.get(name, 0) for row in held)) for name in kept]
    if rest:
        bands.append(Band(name=f"{len(rest)} more", values=tuple(sum(row.get(name, 0) for name in rest) for row in held)))
    return Series(steps=tuple(label for _, label in steps), bands=tuple(bands))


def events(drift: Drift) -> Series:
    """Return how many branches came and went in each step; what went is negative."""
    return moved(drift.events, steps_of(drift.points))


def moved(events: Iterable[Event], steps: Sequence[Step]) -> Series:
    """Return how many of *events* fall into each step; what went is negative."""
    counted = {way: [0] * len(steps) for way in (UP, DOWN, DONE)}
    for event in events:
        if (way := _WAYS.get(event.what)) is not None:
            counted[way][_step_of(event.mark, steps)] += 1 if way is UP else -1
    return Series(steps=tuple(label for _, label in steps), bands=tuple(Band(name=way, values=tuple(row)) for way, row in counted.items()))


def latest(drift: Drift, most: int) -> tuple[tuple[Mark, tuple[Event, ...]], ...]:
    """Return the newest steps in which branches came, went or changed, newest first."""
    held: dict[str, tuple[Mark, list[Event]]] = {}
    for event in drift.events:
        held.setdefault(event.mark.id, (event.mark, []))[1].append(event)
    ordered = sorted(held.values(), key=lambda item: -item[0].number)
    return tuple((mark, tuple(found)) for mark, found in ordered[:most])


def steps_of(points: Iterable[Point]) -> list[Step]:
    """Return the end of each step with its label: equal steps of time, or where nothing is dated every point."""
    marks = [point.mark for point in points]
    if not marks or not all(mark.date for mark in marks):
        return [(float(mark.number), mark.id) for mark in marks]
    times = [datetime.fromisoformat(mark.date).astimezone(UTC) for mark in marks]
    first, last = min(times), max(times)
    count = min(_STEPS, max(2, len(marks)))
    step = (last - first) / (count - 1) if last > first else timedelta(seconds=1)
    ends = [first + step * at for at in range(count - 1)] + [last]
    return [(end.timestamp(), end.date().isoformat()) for end in ends]


def _when(mark: Mark) -> float:
    return datetime.fromisoformat(mark.date).timestamp() if mark.date else float(mark.number)


def _at(points: Sequence[Point], steps: Sequence[Step]) -> list[Point]:
    """Return what held at the end of each step, at the first point before it."""
    held = positions(points, (end for end, _ in steps))
    return [points[max(0, at)] for at in held]


def positions(points: Iterable[Point], times: Iterable[float]) -> list[int]:
    """Return which of *points* held at each time; -1 before the first."""
    rising = list(accumulate((_when(point.mark) for point in points), max))  # a commit may be dated before its parent
    return [bisect_right(rising, time + 1e-6) - 1 for time in times]


def _step_of(mark: Mark, steps: Sequence[Step]) -> int:
    when = _when(mark)
    return next((at for at, (end, _) in enumerate(steps) if when <= end + 1e-6), len(steps) - 1)
