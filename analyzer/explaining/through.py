"""Which other sites are what the names of a site come through: the constant, the test of a flag, the tests inside a predicate."""

from collections.abc import Callable, Iterable

from ..inventory import Kind, Site
from ..judging.known import DEFINING

_OUTCOMES = frozenset({Kind.FLAG, Kind.PREDICATE})


def through(site: Site, sites: Iterable[Site]) -> Callable[[Site], bool]:
    """Return what tells whether the names of *site* come through another one of *sites*."""
    hops = frozenset(site.via)
    on_the_way = [one for one in sites if f"{one.path}:{one.line}" in hops and one is not site]
    if site.kind in _OUTCOMES:
        on_the_way.append(site)
    decisions = {one.decision for one in on_the_way if one.kind is Kind.FLAG}
    scopes = {(one.path, _inside(one)) for one in on_the_way if one.kind is Kind.PREDICATE}
    constants = {one.constant for one in on_the_way if one.kind in DEFINING and one.constant is not None}

    def is_through(one: Site) -> bool:
        if one is site:
            return False
        defines = one.kind in DEFINING and one.constant in constants
        return defines or one.decision in decisions or (one.path, one.scope) in scopes

    return is_through


def _inside(predicate: Site) -> str:
    """Return the scope inside a predicate."""
    name = predicate.subject.rpartition(".")[2]
    return name if predicate.scope == "<module>" else f"{predicate.scope}.{name}"
