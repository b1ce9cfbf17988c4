"""Sets of names that stay although their tests were looked at: they stay as their tests do, or because something else reads them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from ...analyzer.analysis import Program
from ...analyzer.inventory import Kind, Site, Zone
from .plan import HookPlan, Refused
from .refusing import refused_site


def staying(
    program: Program, plans: Iterable[HookPlan], refusals: Iterable[Refused], is_meant: Callable[[Site], bool]
) -> Iterator[Refused]:
    """Yield the sets in shared code, among the sites that are meant, that no plan takes names from, and whose tests have an end."""
    moved = {branch for plan in plans for branch in plan.branches}
    left = {branch: one for one in refusals for branch in one.branches}
    uses: defaultdict[str, list[str]] = defaultdict(list)
    for site, _ in program.sites:
        if site.constant is not None and site.kind is not Kind.NAMESET:
            uses[site.constant].append(site.id)
    for site, _ in program.sites:
        if site.kind is not Kind.NAMESET or site.zone is not Zone.SHARED or not is_meant(site) or site.id in moved or site.id in left:
            continue
        asked = uses[site.constant or ""]
        stays = next((left[one] for one in asked if one in left), None)
        if stays is not None:
            yield refused_site(site, stays.code, stays.reason)
        elif any(one in moved for one in asked):
            yield refused_site(site, "R6", "its tests ask the models now, and something else reads the set: for a message, say")
