"""A plan that was reviewed, on a tree that moved on: each decision is the same as in a plan made anew, or it is said what became of it."""

from collections.abc import Iterator
from dataclasses import replace

from .plan import HookPlan, Migration

_ASPECTS = {
    "guard": "its test",
    "body": "its body",
    "hook": "what the hook does",
    "captures": "what it reads around it",
    "point": "its hook point",
    "registrations": "who answers, and what",
    "changes": "the text that its edits replace or write",
    "imports": "what shared code imports for it",
    "differences": "what is to be accepted",
    "rules": "the rule that rewrites it",
}


def sites_of(made: Migration) -> frozenset[str]:
    """Return the ids of all sites whose branches move."""
    return frozenset(site for plan in made.plans for site in plan.branches)


def strayed(made: Migration, fresh: Migration) -> tuple[str, ...]:
    """Return what moved on between a plan and the same made anew: one line a decision; nothing where all are the same but for places."""
    now = {site: plan for plan in fresh.plans for site in plan.branches}
    return tuple(words for plan in made.plans for words in _strayed(plan, now, fresh))


def _strayed(plan: HookPlan, now: dict[str, HookPlan], fresh: Migration) -> Iterator[str]:
    place = f"{plan.path}:{plan.line}"
    found = next((now[site] for site in plan.branches if site in now), None)
    if found is None:
        stays = next((one for one in fresh.refused if set(one.branches) & set(plan.branches)), None)
        yield f"{place}: it stays now: {stays.code} {stays.reason}" if stays else f"{place}: the branch is gone, or asks something else"
        return
    old, new = _placeless(plan), _placeless(found)
    changed = [words for name, words in _ASPECTS.items() if getattr(old, name) != getattr(new, name)]
    if changed or old != new:
        where = "" if (found.path, found.line) == (plan.path, plan.line) else f" (now {found.path}:{found.line})"
        yield f"{place}{where}: {', '.join(changed) or 'how it is carried out'} changed"


def _placeless(plan: HookPlan) -> HookPlan:
    """Return a plan without what says where it stands."""
    return replace(
        plan,
        path="",
        line=0,
        document="",
        unit="",
        subsystem="",
        branches=tuple(sorted(plan.branches)),
        body=None if plan.body is None else replace(plan.body, first=0, last=0, digest=""),
        point=replace(plan.point, anchor=plan.point.anchor.rpartition("::")[2]),
        changes=tuple(replace(change, path="", line=0, start=0, end=0) for change in plan.changes),
        obligations=(),
    )
