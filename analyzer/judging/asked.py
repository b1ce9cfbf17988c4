"""Filters to tests of changes and findings: what a person asked to see of a verdict."""

from collections.abc import Callable

from ..inventory import Finding
from .filters import Filters
from .select import keeps_finding, names_model, path_test, site_tests
from .verdict import Change, Known


def change_test(filters: Filters) -> Callable[[Change], bool]:
    """Return the test of changes, by the site of today, else of then; of what only a baseline remembers, by what it remembers.

    Raises:
        FilterError: a path glob is malformed.

    """
    tests, of_known = site_tests(filters), known_test(filters)

    def keeps(change: Change) -> bool:
        site = change.now or (change.was.site if change.was is not None else None)
        if site is not None:
            return all(test(site) for test in tests)
        return change.was is not None and of_known(change.was)

    return keeps


def known_test(filters: Filters) -> Callable[[Known], bool]:
    """Return the test of branches in a baseline; filters that it cannot answer keep all."""
    in_path, rules = path_test(filters.path), {rule.upper() for rule in filters.rule}

    def keeps(known: Known) -> bool:
        fits = in_path(known.path) and (not rules or known.rule in rules) and (not filters.op or known.op in filters.op)
        return fits and (not filters.model or names_model(known.names, filters.model))

    return keeps


def finding_test(filters: Filters) -> Callable[[Finding], bool]:
    """Return the test of findings."""
    in_path = path_test(filters.path)
    return lambda found: in_path(found.path) and keeps_finding(found, filters)
