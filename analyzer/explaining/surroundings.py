"""What stands around a site in its unit: the arms of its chain, and the decisions that lead to it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..linking.meaning import PlacedUnit
from .clauses import Sites, clause_of, names_of
from .explanation import Arm, Guard

MOST_GUARDS = 50  # a chain of 20,000 arms has as many before its last
_HEADER = re.compile(r"\s*(?:if|elif|while)\b")
_LEADING = frozenset({"if", "elif", "guard", "while"})  # roles of decisions with a body below


def units_by_path(units: Iterable[PlacedUnit]) -> Mapping[str, Sequence[PlacedUnit]]:
    """Return the units of each file."""
    found: defaultdict[str, list[PlacedUnit]] = defaultdict(list)
    for unit in units:
        found[unit.path].append(unit)
    return found


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
        if decision.chain is None or unit.facts.decisions[guard.decision].chain != decision.chain:
            found.append(_guard(unit, guard.decision, sites, holds=guard.holds))
        if len(found) == MOST_GUARDS:
            break
    return tuple(found)


def guards_at(units: Iterable[PlacedUnit], line: int, rows: Sequence[str], sites: Sites) -> tuple[Guard, ...]:
    """Return the decisions that dominate a line which is no test: those in whose bodies it stands, and what dominates them.

    Args:
        units: of its file.
        line: of that file, from 1.
        rows: all lines of that file.
        sites: those that stand in decisions.

    """
    inside = [unit for unit in units if unit.first <= line < unit.first + unit.lines and unit.facts.decisions]
    unit = min(inside, key=lambda one: one.lines, default=None)
    if unit is None:
        return ()
    leading = [number for number, _ in enumerate(unit.facts.decisions) if _has_in_body(unit, number, line, rows)]
    if not leading:
        return ()
    innermost = max(leading, key=lambda number: unit.facts.decisions[number].span[0])
    return (_guard(unit, innermost, sites, holds=True), *guards_of(unit, innermost, sites))


def _has_in_body(unit: PlacedUnit, number: int, line: int, rows: Sequence[str]) -> bool:
    """Return whether a line stands in the body below a test: it, and all between the two, are indented deeper."""
    decision = unit.facts.decisions[number]
    top, end = unit.first + decision.span[0], unit.first + decision.span[2]
    if decision.role not in _LEADING or line <= end:
        return False
    header = next((row for row in reversed(rows[unit.first - 1 : top]) if _HEADER.match(row)), None)
    return header is not None and all(_indent(row) > _indent(header) for row in _code(rows[end:line]))


def _code(rows: Sequence[str]) -> Iterator[str]:
    """Yield the lines that hold code; those that close what the test opened are none."""
    return (row for row in rows if row.strip() and not row.lstrip().startswith(("#", ")", "]", "}")))


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(" \t"))


def _guard(unit: PlacedUnit, number: int, sites: Sites, *, holds: bool) -> Guard:
    test = clause_of(unit, number, sites, holds=holds)
    return Guard(line=unit.first + unit.facts.decisions[number].span[0], holds=holds, test=test, names=names_of(test))
