"""What one change does to a target, as a value: the verdict, the counts, what models cost, and how large it is."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...analyzer.costing.cost import Cost, ModelCost
from ...analyzer.inventory import Inventory, Registration, Zone
from ...analyzer.judging.counts import Tally, count
from ...analyzer.judging.verdict import Verdict
from ..sizing.size import Size


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A number that is another one now."""

    name: str
    before: int
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dearer:
    """A model that costs other than before: shared files that spell its name, and places in them."""

    model: str
    files: Moved
    places: Moved


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """What a change comes to."""

    verdict: Verdict
    drift: Moved
    subsystems: tuple[Moved, ...]  # those that changed, what grew most first
    models: tuple[Dearer, ...]  # likewise
    registered: tuple[Registration, ...]  # keys that came in
    mean: tuple[float, float]  # shared files that spell a model with a folder of its own, before and now
    size: Size


def delta(verdict: Verdict, before: Inventory, costs: tuple[Cost, Cost], size: Size) -> Delta:
    """Return what changed between *before* and the inventory of the verdict; *costs* are of both, the earlier first."""
    then, now = count(before), count(verdict.inventory)
    known = {(one.registry, one.key) for one in before.registrations}
    return Delta(
        verdict=verdict,
        drift=Moved(name="drift", before=then.drift, now=now.drift),
        subsystems=_moved(_shared(before), _shared(verdict.inventory)),
        models=_dearer(*costs),
        registered=tuple(one for one in verdict.inventory.registrations if (one.registry, one.key) not in known),
        mean=(costs[0].mean, costs[1].mean),
        size=size,
    )


def _shared(inventory: Inventory) -> tuple[Tally, ...]:
    return count(replace(inventory, sites=tuple(site for site in inventory.sites if site.zone is Zone.SHARED))).subsystems


def _moved(before: Iterable[Tally], now: Iterable[Tally]) -> tuple[Moved, ...]:
    was, is_ = ({one.value: one.decisions for one in tallies} for tallies in (before, now))
    found = (Moved(name=name, before=was.get(name, 0), now=is_.get(name, 0)) for name in sorted({*was, *is_}))
    return tuple(sorted((one for one in found if one.before != one.now), key=lambda one: (one.before - one.now, one.name)))


def _dearer(before: Cost, now: Cost) -> tuple[Dearer, ...]:
    was, is_ = ({model.model: model for model in cost.models} for cost in (before, now))
    found = (_of(name, was.get(name), is_.get(name)) for name in sorted({*was, *is_}))
    changed = (one for one in found if one.files.before != one.files.now or one.places.before != one.places.now)
    return tuple(sorted(changed, key=lambda one: (one.files.before - one.files.now, one.places.before - one.places.now, one.model)))


def _of(name: str, was: ModelCost | None, now: ModelCost | None) -> Dearer:
    return Dearer(
        model=name,
        files=Moved(name="files", before=was.touched if was else 0, now=now.touched if now else 0),
        places=Moved(name="places", before=was.places if was else 0, now=now.places if now else 0),
    )
