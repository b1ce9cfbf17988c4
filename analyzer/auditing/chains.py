"""Chains of arms, each with what its test asks; and what earlier tests have already answered at a place."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ..extracting.facts import Decision
from ..linking.meaning import PlacedUnit
from .asking import Asked, by_span, enough, head, needed
from .audited import Audited, place_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One test of a chain, or one that stands alone."""

    unit: PlacedUnit
    number: int  # of the decision in its unit
    decision: Decision
    enough: tuple[Asked, ...]  # a yes to one of these takes the arm
    needed: tuple[Asked, ...]  # all must be yes where the arm is taken

    @property
    def where(self) -> str:
        """`path:line`."""
        return place_of(self.unit, self.decision.span)


def arm_of(audited: Audited, unit: PlacedUnit, number: int) -> Arm:
    """Return one decision of a unit."""
    decision = unit.facts.decisions[number]
    leaves = by_span(audited.decided.get((id(unit), number), ()))
    return Arm(
        unit=unit, number=number, decision=decision, enough=enough(decision.formula, leaves), needed=needed(decision.formula, leaves)
    )


def chains(audited: Audited) -> Iterator[tuple[Arm, ...]]:
    """Yield each chain in which a name is asked for; an arm that asks for none is left out."""
    found: defaultdict[tuple[int, int], list[Arm]] = defaultdict(list)
    for unit in audited.linked.units:
        for number, decision in enumerate(unit.facts.decisions):
            if decision.chain is not None and (id(unit), number) in audited.decided:
                found[id(unit), decision.chain].append(arm_of(audited, unit, number))
    yield from (tuple(sorted(arms, key=lambda arm: arm.decision.arm or 0)) for arms in found.values())


def alone(audited: Audited) -> Iterator[Arm]:
    """Yield every decision by a name, in a chain or not."""
    for unit in audited.linked.units:
        for number in range(len(unit.facts.decisions)):
            if (id(unit), number) in audited.decided:
                yield arm_of(audited, unit, number)


def answered(audited: Audited, arm: Arm) -> Iterator[tuple[Asked, Arm]]:
    """Yield what is known where *arm* is asked, by the tests that dominate it, and by which; of the same subject, unchanged since."""
    for guard in arm.unit.facts.leading(arm.decision.guard):
        if (id(arm.unit), guard.decision) in audited.decided and guard.decision != arm.number:
            other = arm_of(audited, arm.unit, guard.decision)
            for one in other.needed if guard.holds else tuple(part.denied() for part in other.enough):
                if not is_bound_between(arm.unit, one.subject, arm.decision.scope, other.decision.span[0], arm.decision.span[0]):
                    yield one, other


def is_bound_between(unit: PlacedUnit, subject: str, scope: int, first: int, last: int) -> bool:
    """Whether the variable at the head of a subject may get another value between two lines of a unit."""
    variable = head(subject)
    return any(
        one.name.partition(".")[0] == variable and first <= one.span[0] <= last and one.scope == scope for one in unit.facts.definitions
    )
