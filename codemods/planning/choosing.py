"""Which sites are meant by some: who points at a constant means all tests that ask it."""

from collections.abc import Collection

from ...analyzer.analysis import Program
from ...analyzer.inventory import Kind
from ...analyzer.linking.meaning import module_of


def widened(program: Program, chosen: Collection[str]) -> frozenset[str]:
    """Return the *chosen* ids, and those of the tests that ask a constant among them."""
    lists = [site for site, _ in program.sites if site.id in chosen and site.kind is Kind.NAMESET]
    ends = tuple((f"{module_of(site.path)[0]}.", f".{site.subject}") for site in lists)
    asking = (
        site.id
        for site, _ in program.sites
        if site.constant is not None and any(site.constant.startswith(head) and site.constant.endswith(tail) for head, tail in ends)
    )
    return frozenset(chosen).union(asking)
