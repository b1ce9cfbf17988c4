"""A plan of many models in; groups of descriptors that share at least three facts or hooks out, with who says something else."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from ..planning.plan import HookPlan

LEAST = 3  # facts or hooks that make a family


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Saying:
    """One thing that a descriptor says."""

    slot: str  # hook point or fact
    kind: str
    value: str  # of a fact; of a hook the digest of what it does


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One model of a family."""

    model: str
    overrides: tuple[str, ...]  # slots in which it says something else
    lacks: tuple[str, ...]  # slots in which it says nothing, and would have to say so
    own: int  # further things that it says


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """What a template could say, and for whom."""

    name: str
    says: tuple[Saying, ...]
    members: tuple[Member, ...]

    @property
    def saves(self) -> int:
        """How many things would be said once less."""
        return sum(len(self.says) - len(one.overrides) - 2 * len(one.lacks) for one in self.members) - len(self.says)


_Said: TypeAlias = Mapping[str, frozenset[Saying]]


def families(plans: tuple[HookPlan, ...], model: Callable[[str], str]) -> tuple[Family, ...]:
    """Return the families among the models of *plans*, each model in one at most, those first that save the most."""
    said = _said(plans, model)
    found = []
    while (best := _best(said)) is not None:
        found.append(best)
        gone = {one.model for one in best.members}
        said = {name: held for name, held in said.items() if name not in gone}
    return tuple(found)


def _said(plans: tuple[HookPlan, ...], model: Callable[[str], str]) -> _Said:
    found: defaultdict[str, set[Saying]] = defaultdict(set)
    for plan in plans:
        for one in plan.registrations:
            value = one.value if plan.hook is None else _digest((*plan.hook.parameters, plan.hook.body))
            found[model(one.key)].add(Saying(slot=one.slot, kind=one.kind.value, value=value))
    return {name: frozenset(held) for name, held in found.items()}


def _best(said: _Said) -> Family | None:
    shared = {said[one] & said[other] for one, other in combinations(sorted(said), 2)}
    made = [_family(core, said) for core in shared if len(core) >= LEAST]
    return max((one for one in made if one.saves > 0), key=lambda one: (one.saves, len(one.members), one.name), default=None)


def _family(core: frozenset[Saying], said: _Said) -> Family:
    members = tuple(_member(name, held, core) for name, held in sorted(said.items()) if len(held & core) >= LEAST)
    return Family(name=_name([one.model for one in members]), says=tuple(sorted(core)), members=members)


def _member(model: str, held: frozenset[Saying], core: frozenset[Saying]) -> Member:
    slots = {one.slot for one in held}
    other = {one.slot for one in core - held}
    return Member(
        model=model, overrides=tuple(sorted(other & slots)), lacks=tuple(sorted(other - slots)), own=len(slots - {one.slot for one in core})
    )


def _name(models: list[str]) -> str:
    """Return what the names have in common at their beginning, else the first."""
    same = 0
    while same < min(map(len, models)) and len({model[same] for model in models}) == 1:
        same += 1
    return models[0][:same].rstrip("_-.0123456789") or models[0]


def _digest(parts: tuple[str, ...]) -> str:
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
