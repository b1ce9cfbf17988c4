"""A fleet to one page of HTML that needs nothing from elsewhere, as the page of one repository is made."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...analyzer.costing.cost import FileCost, SubsystemCost
from ...analyzer.fleet.answers import Survey, Told
from ...analyzer.inventory import Kind
from ...analyzer.judging.counts import APART
from ...analyzer.judging.drift import Drift
from ..change import tested
from ..dashboard import charts
from ..dashboard.models import STATUS, Card, cards, progress
from ..dashboard.printing import printed
from .fleet import Fleet
from .models import Across, across
from .times import Change, Times

_HEAT, _COLUMNS = 40, 24  # rows and columns of the heat map
_MODELS, _FILES, _STEPS = 200, 25, 40
_MOST, _FEWEST, _ROWS = 10, 3, 500  # rows of a repository's own lists: so many, and of all repositories about so many


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One repository."""

    anchor: str
    name: str
    told: Survey
    cards: tuple[Card, ...]
    progress: Sequence[tuple[str, int, str]]
    recent: int | None  # decisions more than some months ago; None without a history
    trend: str  # the points of a small line
    untold: str  # why there is no history
    gaps: int  # what could not be read on the way
    again: str  # its target, as a shell reads it

    @property
    def decisions(self) -> int:
        """Decisions by a name in shared code."""
        return self.told.counts.drift


def render(fleet: Fleet) -> Iterator[str]:
    """Yield the page.

    Raises:
        ChartsError: the library that draws is not installed.

    """
    yield printed("fleet.html.j2", _told(fleet))


def _told(fleet: Fleet) -> dict[str, Any]:
    """Return what the template shows."""
    told = fleet.told
    times = Times({one.member.name: one.answer.history for one in told if isinstance(one.answer.history, Drift)})
    lines = [_line(at, one, times) for at, one in enumerate(told, start=1)]
    models = across({line.name: line.cards for line in lines})
    files = sorted(((line, file) for line in lines for file in line.told.cost.files), key=_weight)
    return {
        "first": "repositories",
        "version": fleet.version,
        "fleet": fleet,
        "short": fleet.file.rpartition("/")[2],
        "lines": lines,
        "rows": max(_FEWEST, min(_MOST, _ROWS // max(1, len(lines)))),
        "total": _total(lines, models),
        "failed": [{"one": one, "again": shlex.quote(one.member.target)} for one in fleet.failed],
        "incomplete": [line for line in lines if not line.told.complete],
        "trends": _trends(times),
        "times": times,
        "changes": [_change(one) for one in times.latest(_STEPS)],
        "models": models[:_MODELS],
        "models_more": max(0, len(models) - _MODELS),
        "heat": _heat(models, lines),
        "kinds": _kinds(lines),
        "files": files[:_FILES],
        "files_more": max(0, len(files) - _FILES),
        "subsystems_of": _subsystems,
        "meaning": STATUS,
    }


def _line(at: int, one: Told[Survey], times: Times) -> Line:
    told, name = one.answer, one.member.name
    held = cards(told.cost, told.registrations)
    history = told.history
    return Line(
        anchor=f"r{at}",
        name=name,
        told=told,
        cards=held,
        progress=progress(held),
        recent=times.recent(name),
        trend=times.line(name),
        untold=(history.horizon or "") if isinstance(history, Drift) else history.reason,
        gaps=len(history.gaps) if isinstance(history, Drift) else 0,
        again=shlex.quote(one.member.target),
    )


def _total(lines: Sequence[Line], models: Sequence[Across]) -> dict[str, int | None]:
    recent = [line.recent for line in lines if line.recent is not None]
    counts = [line.told.counts for line in lines]
    return {
        "decisions": sum(one.drift for one in counts),
        "sites": sum(one.sites for one in counts),
        "files": sum(one.files for one in counts),
        "names": len({tally.value for one in counts for tally in one.models}),
        "models": len(models),
        "shared": sum(len(model.by) > 1 for model in models),
        "defs": sum(one.per_model_defs for one in counts),
        "reach_ins": sum(one.reach_ins for one in counts),
        "read": sum(line.told.files for line in lines),
        "recent": sum(recent) if recent else None,
    }


def _weight(held: tuple[Line, FileCost]) -> tuple[int, int, str, str]:
    line, file = held
    return -file.now.decisions, -file.now.places, line.name, file.path


def _subsystems(line: Line) -> list[SubsystemCost]:
    held = (part for part in line.told.cost.subsystems if part.now.decisions)
    return sorted(held, key=lambda part: (-part.now.decisions, part.subsystem))


def _trends(times: Times) -> list[dict[str, Any]]:
    if not times:
        return []
    series, came = times.by_repository(), times.events()
    words = f"decisions by repository over {len(series.steps)} steps"
    moved = [(at, band.name, sum(map(abs, band.values))) for at, band in enumerate(came.bands)]
    return [
        {
            "svg": charts.area(series, words),
            "series": series,
            "legend": [(at, band.name, band.values[-1]) for at, band in enumerate(series.bands)],
        },
        {"svg": charts.bars(came, "branches that came and went by step"), "series": came, "legend": moved},
    ]


def _change(one: Change) -> dict[str, Any]:
    events = [{"what": event.what, "path": event.change.path, "test": tested(event.change)} for event in one.events]
    return {"name": one.name, "mark": one.mark, "events": events}


def _heat(models: Sequence[Across], lines: Sequence[Line]) -> dict[str, Any]:
    """Return how often the most named models are decided by in each repository."""
    named = [model for model in models if model.decisions][:_HEAT]
    columns = [line for line in lines if any(line.name in model.by for model in named)][:_COLUMNS]
    most = max((model.by.get(line.name, 0) for model in named for line in columns), default=1)
    return {
        "columns": columns,
        "rows": [
            {"name": model.model, "all": model.decisions, "cells": _cells(model.by, [line.name for line in columns], most)}
            for model in named
        ],
        "columns_more": sum(1 for line in lines if line.decisions) - len(columns),
    }


def _kinds(lines: Sequence[Line]) -> dict[str, Any]:
    """Return how many decisions of each kind each repository holds."""
    held = {line.anchor: {tally.value: tally.decisions for tally in line.told.counts.kinds} for line in lines}
    columns = [kind.value for kind in Kind if kind not in APART and any(kind.value in row for row in held.values())]
    most = max((number for row in held.values() for number in row.values()), default=1)
    return {
        "columns": columns,
        "rows": [
            {"name": line.name, "line": line, "all": line.decisions, "cells": _cells(held[line.anchor], columns, most)}
            for line in lines
            if line.decisions
        ],
    }


def _cells(held: Mapping[str, int], columns: Sequence[str], most: int) -> list[tuple[str, int, float]]:
    return [(column, held.get(column, 0), round(held.get(column, 0) / most, 2)) for column in columns]
