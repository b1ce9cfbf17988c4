"""What is told of a plan once it is made: which part of the target asks, how hard it is to review, and what its edits replace."""

from dataclasses import replace

from .branch import Documents
from .plan import Carry, Difficulty, HookPlan


def finished(plan: HookPlan, documents: Documents, subsystem: str) -> HookPlan:
    """Return a plan with all of that."""
    texts = {change.path: documents.places(change.path).document.text for change in plan.changes}
    changes = tuple(replace(each, before=texts[each.path][each.start : each.end]) for each in plan.changes)
    return replace(plan, changes=changes, subsystem=subsystem, difficulty=difficulty(plan))


def difficulty(plan: HookPlan) -> Difficulty:
    """Return how much a reviewer has to look at."""
    if plan.hook is None:
        return Difficulty.EASY
    handed = [one for one in plan.captures if one.carry is Carry.ARGUMENT]
    if len(handed) > 1 or any(one.mutated for one in plan.captures):
        return Difficulty.HARD
    return Difficulty.MODERATE if handed or plan.guard.residual else Difficulty.EASY
