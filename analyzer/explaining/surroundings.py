"""What stands around a test in its unit: the arms of its chain, and the decisions that lead to it."""

from ..linking.meaning import PlacedUnit
from .clauses import Sites, clause_of, names_of
from .explanation import Arm, Guard

MOST_GUARDS = 50  # a chain of 20,000 arms has as many before its last


def arms_of(unit: PlacedUnit, number: int, sites: Sites) -> tuple[Arm, ...]:
    """Return the arms of the chain that a decision is part of, in their order; none where it is part of no chain."""
    decision = unit.facts.decisions[number]
    if decision.chain is None:
        return ()
    found = [(one.arm or 0, at) for at, one in enumerate(unit.facts.decisions) if one.chain == decision.chain]
    return tuple(_arm(unit, at, sites, here=at == number) for _, at in sorted(found))


def _arm(unit: PlacedUnit, number: int, sites: Sites, *, here: bool) -> Arm:
    decision = unit.facts.decisions[number]
    test = clause_of(unit, number, sites)
    return Arm(
        arm=decision.arm or 0,
        line=unit.first + decision.span[0],
        lines=decision.lines,
        test=test,
        names=names_of(test),
        here=here,
    )


def guards_of(unit: PlacedUnit, number: int, sites: Sites) -> tuple[Guard, ...]:
    """Return the decisions that dominate another, but for earlier arms of its own chain; the innermost first."""
    decision = unit.facts.decisions[number]
    found: list[Guard] = []
    for guard in unit.facts.leading(decision.guard):
        other = unit.facts.decisions[guard.decision]
        if decision.chain is not None and other.chain == decision.chain:
            continue
        test = clause_of(unit, guard.decision, sites, holds=guard.holds)
        found.append(Guard(line=unit.first + other.span[0], holds=guard.holds, test=test, names=names_of(test)))
        if len(found) == MOST_GUARDS:
            break
    return tuple(found)
