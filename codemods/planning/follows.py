"""Flags and predicates keep what a test finds: where that test moves, they and all that reads them change with it."""

from collections.abc import Mapping

from ...analyzer.analysis import Program
from ...analyzer.extracting.expression import Call
from ...analyzer.inventory import Kind
from ...analyzer.linking.held import heard_name


def following(program: Program, moved: frozenset[str]) -> tuple[str, ...]:
    """Return the ids of the flags, predicates and uses of these whose test is among the *moved* sites, in the order of the sites."""
    decisions = {site.decision for site, _ in program.sites if site.id in moved}
    by_place = {(id(draft.decision[0]), draft.decision[1]): site.decision for site, draft in program.sites if draft.decision is not None}
    asks: dict[tuple[str, int, int], str] = {}
    for leaf in program.linked.leaves:
        if leaf.held is not None and leaf.held.decision is not None:
            kept = by_place.get((id(leaf.held.unit), leaf.held.decision))
            if kept is not None:
                asks[leaf.unit.path, leaf.unit.first + leaf.span[0], leaf.span[1] + 1] = kept
    called = _called(program)
    kept_at: set[str] = set()  # path:line of the flags and predicates found
    predicates: set[str] = set()
    found: dict[str, None] = {}
    grown = True
    while grown:
        grown = False
        for site, _ in program.sites:
            keeps = site.kind in {Kind.FLAG, Kind.PREDICATE} and site.decision in decisions
            calls = site.kind is Kind.FLAG and called.get((site.path, site.line, site.subject)) in predicates
            uses = site.kind is Kind.FLAG_USE and (
                asks.get((site.path, site.line, site.column)) in decisions or not kept_at.isdisjoint(site.via)
            )
            if (keeps or calls or uses) and site.id not in found and site.id not in moved:
                found[site.id] = None
                grown = True
                decisions.add(site.decision)
                kept_at.add(f"{site.path}:{site.line}")
                predicates |= {site.subject} if site.kind is Kind.PREDICATE else set()
    return tuple(site.id for site, _ in program.sites if site.id in found)


def _called(program: Program) -> Mapping[tuple[str, int, str], str]:
    """Return the function whose answer each name keeps, by where it is bound."""
    return {
        (unit.path, unit.first + definition.span[0], definition.name): heard_name(definition.value)
        for unit in program.linked.units
        for definition in unit.facts.definitions
        if isinstance(definition.value, Call)
    }
