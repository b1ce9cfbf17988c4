"""What one page says of each model: where shared code names it, what it has of its own, and how far its migration is."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...analyzer.costing.cost import Cost, ModelCost
from ...analyzer.inventory import Registration
from ...analyzer.judging.counts import APART
from ...codemods.tracking.tracker import Item

_SHOWN = 40  # rows of the heat map


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """The decisions by one model's name in one part of shared code."""

    subsystem: str
    decisions: int
    heat: float  # 0 … 1, of the largest cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of the heat map."""

    model: str
    decisions: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One model."""

    cost: ModelCost
    decisions: int  # that count as drift
    status: str  # done, partial, not started, none
    registrations: tuple[Registration, ...]
    item: Item | None  # what would move of it


STATUS = {
    "done": "registered, and no decision by its name left",
    "partial": "registered, and still decided by name",
    "not started": "decided by name, and not registered",
    "none": "neither registered nor decided by name",
}


def heat(cost: Cost) -> tuple[tuple[str, ...], tuple[Row, ...], int]:
    """Return the parts of shared code, the rows of the most named models, and how many models are left out."""
    counted = {model.model: decisions_of(model) for model in cost.models}
    named = sorted((model for model in counted if counted[model]), key=lambda model: (-sum(map(len, counted[model].values())), model))
    totals: defaultdict[str, int] = defaultdict(int)
    for held in counted.values():
        for subsystem, decisions in held.items():
            totals[subsystem] += len(decisions)
    columns = tuple(sorted(totals, key=lambda name: (-totals[name], name)))
    most = max((len(found) for held in counted.values() for found in held.values()), default=1)
    rows = tuple(
        Row(
            model=model,
            decisions=len(set().union(*counted[model].values())),
            cells=tuple(_cell(column, len(counted[model].get(column, ())), most) for column in columns),
        )
        for model in named[:_SHOWN]
    )
    return columns, rows, len(named) - len(rows)


def _cell(subsystem: str, decisions: int, most: int) -> Cell:
    return Cell(subsystem=subsystem, decisions=decisions, heat=round(decisions / most, 2))


def decisions_of(model: ModelCost) -> Mapping[str, set[str]]:
    """Return what counts as drift, by subsystem."""
    held: defaultdict[str, set[str]] = defaultdict(set)
    for touched in model.shared:
        for place in touched.places:
            if place.decision is not None and place.kind not in APART:
                held[touched.subsystem].add(place.decision)
    return held


def cards(cost: Cost, registrations: Iterable[Registration], items: Iterable[Item] = ()) -> tuple[Card, ...]:
    """Return every model, those with the most decisions first."""
    keys: defaultdict[str, list[Registration]] = defaultdict(list)
    files: defaultdict[str, list[Registration]] = defaultdict(list)
    for entry in registrations:
        keys[entry.key].append(entry)
        files[entry.path].append(entry)
    moving = {item.model: item for item in items}
    found = (_card(model, keys, files, moving.get(model.model)) for model in cost.models)
    return tuple(sorted(found, key=lambda card: (-card.decisions, -card.cost.places, card.cost.model)))


def _card(model: ModelCost, keys: Mapping[str, list[Registration]], files: Mapping[str, list[Registration]], item: Item | None) -> Card:
    own = [entry for file in model.files for entry in files.get(file.path, ())]
    named = [entry for name in dict.fromkeys((model.model, *model.spelled)) for entry in keys.get(name, ())]
    found = tuple(dict.fromkeys((*own, *named)))
    decisions = len(set().union(*decisions_of(model).values()))
    status = ("partial" if decisions else "done") if found else ("not started" if decisions else "none")
    return Card(cost=model, decisions=decisions, status=status, registrations=found, item=item)


def progress(held: Iterable[Card]) -> list[tuple[str, int, str]]:
    """Return how many models are how far, with what that means; those with nothing to do are left out."""
    found = Counter(card.status for card in held)
    return [(status, found[status], STATUS[status]) for status in ("done", "partial", "not started")]
