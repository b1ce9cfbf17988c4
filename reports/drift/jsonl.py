"""jsonl: a head, then every point of the series and every event as a line of JSON, in the order of the history."""

from collections.abc import Iterator
from typing import Any

import msgspec

from ...analyzer.judging.drift import Drift, Event, Mark, Point
from ..document import mended
from ..drifted import DriftFormat
from ..escape import safe_json, without_surrogates
from ..format import View

SCHEMA = 1


def render(drift: Drift, view: View) -> Iterator[str]:
    """Yield the lines."""
    head = {"schema": SCHEMA, "type": "drift", "target": drift.target, "preset": drift.preset, "by": drift.by, "goal": drift.goal}
    yield _line({**head, "steps": drift.steps, "horizon": drift.horizon, "unread": drift.unread})
    events: dict[int, list[Event]] = {}
    for event in drift.events:
        events.setdefault(event.mark.number, []).append(event)
    points = {point.mark.number: point for point in drift.points}
    for mark in sorted({*_marks(drift)}, key=lambda mark: mark.number):
        if mark.number in points:
            yield _line(_point(points[mark.number]))
        yield from (_line(_event(event)) for event in events.get(mark.number, ()))
    yield from (_line({"type": "unread", **_mark(mark), "path": one.path, "reason": one.reason}) for mark, one in drift.gaps)


def _marks(drift: Drift) -> Iterator[Mark]:
    yield from (point.mark for point in drift.points)
    yield from (event.mark for event in drift.events)


def _mark(mark: Mark) -> dict[str, Any]:
    return {"id": mark.id, "date": mark.date, "subject": mark.subject, "pull_request": mark.pull_request}


def _point(point: Point) -> dict[str, Any]:
    numbers = {
        "decisions": point.decisions,
        "sites": point.sites,
        "names": point.names,
        "parts": {without_surrogates(value): decisions for value, decisions in point.parts},
    }
    return {"type": "point", **_mark(point.mark), **numbers}


def _event(event: Event) -> dict[str, Any]:
    change = event.change
    place = change.now or (change.was.site if change.was is not None else None)
    return {
        "type": "event",
        "event": event.what,
        **_mark(event.mark),
        "added": change.added,
        "removed": change.removed,
        "by": change.by,
        "was": None if change.was is None else {"path": change.was.path, "scope": change.was.scope, "names": change.was.names},
        "site": place,
    }


def _line(value: dict[str, Any]) -> str:
    return safe_json(msgspec.json.encode(mended(msgspec.to_builtins(value))).decode()) + "\n"


JSONL = DriftFormat(name="jsonl", media="application/x-ndjson", render=render)
