"""Budgets: what some files were granted, against what they hold."""

from collections.abc import Iterable, Sequence

from ..inventory import Confidence, Site, Zone
from ..settings.schema import Budget
from .verdict import OverBudget


def weighed(budgets: Iterable[Budget], sites: Sequence[Site]) -> tuple[OverBudget, ...]:
    """Return the budgets that hold more or less than was granted, in the order of the configuration.

    Counted are distinct decisions in shared code that were recognised for certain; *sites* are those that nobody keeps on purpose.
    """
    from ..settings.globs import matcher, plain  # noqa: PLC0415  few targets have budgets

    counted = [site for site in sites if site.zone is Zone.SHARED and site.confidence is not Confidence.INFERRED]
    found: list[OverBudget] = []
    for budget in budgets:
        takes = matcher(budget.paths)
        kinds = frozenset(budget.kinds)
        held = {site.decision for site in counted if (not kinds or site.kind in kinds) and takes(plain(site.path)) is not None}
        if len(held) != budget.max:
            found.append(OverBudget(paths=budget.paths, kinds=budget.kinds, most=budget.max, now=len(held), reason=budget.reason))
    return tuple(found)
