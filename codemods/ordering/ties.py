"""Which models cannot be migrated side by side, since their pull requests change the same lines: and where that is."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ...analyzer.inventory import Kind, Site
from ..planning.plan import HookPlan
from .stack import Tie

_FIRST = (Tie.NAMESET, Tie.TABLE, Tie.BRANCH, Tie.POINT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A place that several models share."""

    tie: Tie
    where: str
    models: tuple[str, ...]


def models_of(plan: HookPlan, model: Callable[[str], str]) -> tuple[str, ...]:
    """Return the models of a plan, in the order of their names in it; *model* tells that of a key."""
    return tuple(dict.fromkeys(model(one.key) for one in plan.registrations) or map(model, plan.guard.key.values))


def shared(plans: tuple[HookPlan, ...], sites: Mapping[str, Site], model: Callable[[str], str]) -> Iterator[Shared]:
    """Yield the places of *plans* that several models share: constants and tables first, then tests, then hook points."""
    by_place: defaultdict[tuple[Tie, str], dict[str, None]] = defaultdict(dict)
    for plan in plans:
        models = dict.fromkeys(models_of(plan, model))
        by_place[_place(plan, sites)] |= models
        by_place[Tie.POINT, plan.point.name] |= models
    told: set[tuple[str, ...]] = set()
    for (tie, where), held in sorted(by_place.items(), key=lambda item: _FIRST.index(item[0][0])):
        names = tuple(held)
        if len(names) > 1 and not (tie is Tie.POINT and tuple(sorted(names)) in told):
            told.add(tuple(sorted(names)))
            yield Shared(tie=tie, where=where, models=names)


def _place(plan: HookPlan, sites: Mapping[str, Site]) -> tuple[Tie, str]:
    held = [sites[one] for one in plan.branches if one in sites]
    constant = next((site.constant for site in held if site.constant is not None), None)
    if any(site.kind in {Kind.TABLE, Kind.TABLE_USE} for site in held):
        return Tie.TABLE, constant or f"{plan.path}:{plan.line}"
    if constant is not None:
        return Tie.NAMESET, constant
    return Tie.BRANCH, f"{plan.path}:{plan.line}"
