"""Which sites may fail a check: in shared code, recognised for certain, of the rules that were selected."""

from collections.abc import Iterable

from ..inventory import Confidence, Site, Zone
from ..settings.schema import Settings


def gated(sites: Iterable[Site], settings: Settings) -> tuple[Site, ...]:
    """Return the sites that may fail a check, in their order."""
    known: dict[str, bool] = {}
    found: list[Site] = []
    for site in sites:
        if site.zone is Zone.SHARED and site.confidence is not Confidence.INFERRED:
            if site.rule not in known:
                known[site.rule] = is_selected(site.rule, settings)
            if known[site.rule]:
                found.append(site)
    return tuple(found)


def is_selected(rule: str, settings: Settings) -> bool:
    """Return whether `select` takes a rule in; of two beginnings that fit, the longer one decides, and `ignore` where they are equal."""
    return _longest(rule, settings.select) > _longest(rule, settings.ignore)


def is_ignored(rule: str, settings: Settings) -> bool:
    """Return whether `ignore` names a rule: for those that no selection is needed for."""
    return _longest(rule, settings.ignore) > _longest(rule, settings.select)


def _longest(rule: str, beginnings: Iterable[str]) -> int:
    return max((len(beginning) for beginning in beginnings if rule.startswith(beginning)), default=-1)
