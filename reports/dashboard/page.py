"""A board to one page of HTML that needs nothing from elsewhere: every text of a target is escaped, and nothing can be fetched."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from ...analyzer.costing.cost import Cost
from ...analyzer.inventory import Confidence, Finding, Kind, Site
from ...analyzer.judging.counts import APART, count, counted
from ...analyzer.judging.drift import Event
from ..audited import TITLES
from ..change import tested
from ..phrase import phrase, registered
from . import charts
from .board import Board, Taken
from .models import STATUS, cards, heat, progress
from .printing import printed
from .series import Series, events, latest, parts

_FILES, _STEPS, _NAMES = 25, 60, 12


def render(board: Board) -> Iterator[str]:
    """Yield the page.

    Raises:
        ChartsError: the library that draws is not installed.

    """
    yield printed("dashboard.html.j2", _told(board))


def _told(board: Board) -> dict[str, Any]:
    """Return what the template shows."""
    counts = count(board.inventory)
    columns, rows, more = heat(board.cost)
    held, whose = cards(board.cost, board.inventory.registrations, board.progress.items), _whose(board.cost)
    return {
        "board": board,
        "version": board.version,
        "first": "branches",
        "short": board.inventory.target.rstrip("/").rpartition("/")[2] or board.inventory.target,
        "counts": counts,
        "trends": _trends(board),
        "steps": _latest(board),
        "columns": columns,
        "heat": rows,
        "heat_more": more,
        "files": sorted(board.cost.files, key=lambda file: (-file.now.decisions, -file.now.places, file.path))[:_FILES],
        "files_more": max(0, len(board.cost.files) - _FILES),
        "sites": [_site(site, board.reaches.get(site.id), whose.get(_place(site), ())) for site in board.inventory.sites],
        "subsystems": sorted({site.subsystem for site in board.inventory.sites}),
        "kinds": [kind for kind in Kind if any(site.kind is kind for site in board.inventory.sites)],
        "findings": [_finding(one) for one in board.audited.inventory.findings],
        "titles": TITLES,
        "cards": held,
        "progress": progress(held),
        "meaning": STATUS,
        "registries": Counter(entry.registry for entry in board.inventory.registrations).most_common(),
        "registered": registered,
    }


# -- history


def _trends(board: Board) -> list[dict[str, Any]]:
    drift = board.drift
    if drift is None or not drift.points:
        return []
    first, last = drift.points[0].decisions, drift.points[-1].decisions
    found = []
    for by in ("subsystem", "kind"):
        series = parts(drift, by)
        words = f"decisions by {by} over {len(series.steps)} steps, from {first} to {last}"
        found.append({"by": by, "svg": charts.area(series, words), "series": series, "legend": _legend(series)})
    came = events(drift)
    legend = [(at, band.name, sum(map(abs, band.values))) for at, band in enumerate(came.bands)]
    found.append({"by": "events", "svg": charts.bars(came, "branches that came and went by step"), "series": came, "legend": legend})
    return found


def _legend(series: Series) -> list[tuple[int, str, int]]:
    return [(at, band.name, band.values[-1]) for at, band in enumerate(series.bands)]


def _latest(board: Board) -> list[dict[str, Any]]:
    if board.drift is None:
        return []
    return [{"mark": mark, "events": [_event(event) for event in found]} for mark, found in latest(board.drift, _STEPS)]


def _event(event: Event) -> dict[str, str]:
    return {"what": event.what, "path": event.change.path, "test": tested(event.change)}


# -- sites and findings


def _place(site: Site) -> tuple[str, int, str, str]:
    return site.path, site.line, site.kind.value, site.subject


def _whose(cost: Cost) -> dict[tuple[str, int, str, str], tuple[str, ...]]:
    """Return the models that each place names."""
    held: defaultdict[tuple[str, int, str, str], dict[str, None]] = defaultdict(dict)
    for model in cost.models:
        for touched in model.shared:
            for place in touched.places:
                held[place.path, place.line, place.kind, place.subject][model.model] = None
    return {place: tuple(models) for place, models in held.items()}


def _site(site: Site, taken: Taken | None, models: tuple[str, ...]) -> dict[str, Any]:
    return {
        "site": site,
        "models": models,
        "test": phrase(site),
        "counted": counted(site),
        "apart": site.kind in APART,
        "inferred": site.confidence is Confidence.INFERRED,
        "takes": "" if taken is None else _takes(taken),
        "who": ""
        if taken is None
        else ", ".join(taken.names[:_NAMES]) + (f", +{len(taken.names) - _NAMES}" if len(taken.names) > _NAMES else ""),
        "size": -1 if taken is None or taken.undecided is not None else len(taken.names),
    }


def _takes(taken: Taken) -> str:
    if taken.undecided is not None:
        return "undecided"
    return f"{len(taken.names)} of {taken.known}" + (" and others" if taken.others else "")


def _finding(one: Finding) -> dict[str, Any]:
    return {"finding": one, "title": TITLES.get(one.rule, one.rule)}
