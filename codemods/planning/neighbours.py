"""What right behind each other asks for the same: effects share a call, and arms that do the same share a fact."""

from dataclasses import dataclass

from . import alike, grouping
from .asked import Asked
from .plan import HookPlan, Planned
from .points import Points
from .reasons import with_reason


@dataclass(slots=True)
class Neighbours:
    """The last plan that others may join."""

    points: Points
    effects: grouping.Group | None = None
    facts: alike.Alike | None = None

    def placed(self, asked: Asked, plan: HookPlan, found: list[Planned]) -> HookPlan:
        """Return *plan* as it stands behind those *found* so far, the first of which may change: its call is that of both then."""
        plan = with_reason(asked, plan)
        group = self.effects
        first = found[group.first] if group is not None else None
        if group is not None and isinstance(first, HookPlan) and grouping.joins(group, asked, plan, first):
            self.effects, found[group.first], plan = grouping.joined(group, asked, plan, first)
            return plan
        same = alike.joined(self.facts, asked, plan) if self.facts is not None else None
        self.facts, plan = same or (alike.begun(asked, plan), plan)
        self.points.take(plan.point.name)
        self.effects = grouping.begun(len(found), asked, plan)
        return plan
