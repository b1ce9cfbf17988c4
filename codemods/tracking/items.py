"""What is done and what is open for each model, by what names it."""

from collections import defaultdict

from ...analyzer.inventory import Registration, Site
from ..planning.plan import Migration
from .rows import TAKEN_OVER, Facts, Model, branches, decisions, moving_sites
from .tracker import Item


def items_of(facts: Facts, registrations: tuple[Registration, ...], model: Model) -> tuple[Item, ...]:
    """Return the models, those first that migrate without a refusal, and of them those with the most decisions that would move."""
    held: defaultdict[str, list[Site]] = defaultdict(list)
    for site in branches(facts.now):
        for name in dict.fromkeys(map(model, site.names)):
            held[name].append(site)
    described: defaultdict[str, list[str]] = defaultdict(list)
    for entry in registrations:
        described[model(entry.key)].append(f"{entry.path}:{entry.line}")
    taken = _taken_over(facts, model)
    found = (
        _item(name, held[name], tuple(dict.fromkeys(described[name])), taken.get(name, 0), facts.migration)
        for name in sorted({*held, *described, *taken} - {""})
    )
    return tuple(sorted(found, key=lambda one: (not one.moves, bool(one.refused), -one.moves, -one.branches, one.model)))


def _item(model: str, sites: list[Site], descriptors: tuple[str, ...], migrated: int, migration: Migration | None) -> Item:
    moving = frozenset[str]() if migration is None else moving_sites(migration)
    refusals = () if migration is None else migration.refused
    mine = {site.id: site.decision for site in sites}
    return Item(
        model=model,
        descriptors=descriptors,
        migrated=migrated,
        branches=decisions(sites),
        moves=len({decision for site, decision in mine.items() if site in moving}),
        refused=tuple(one.code for one in refusals if not mine.keys().isdisjoint(one.branches)),
    )


def _taken_over(facts: Facts, model: Model) -> dict[str, int]:
    found: defaultdict[str, int] = defaultdict(int)
    for event in facts.drift.events if facts.drift is not None else ():
        if event.what == TAKEN_OVER and event.change.was is not None:
            for name in dict.fromkeys(map(model, event.change.was.names)):
                found[name] += 1
    return found
