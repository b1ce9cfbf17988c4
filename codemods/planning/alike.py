"""Arms and branches right behind each other that do the same for different models: they ask one fact."""

import ast
from dataclasses import dataclass, replace

from ...registry.dialects.dialect import HookKind
from ..editing.lifting import region_of
from ..editing.usage import usage_of
from .asked import Asked
from .grouping import removed
from .plan import Change, HookPlan


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Alike:
    """The last test in place, and the statement behind which its likes may stand."""

    asked: Asked
    point: str
    last: ast.If
    names: frozenset[str]  # of all of them


def begun(asked: Asked, plan: HookPlan) -> Alike | None:
    """Return what a plan's likes may join; None where it is no test in place that is all of its branch."""
    holder = asked.branch.holder
    is_fact = plan.point.kind is HookKind.FACT and plan.hook is None and plan.point.default == "False"
    if not is_fact or not isinstance(holder, ast.If) or asked.leaf.is_negative or asked.rest or holder.test is not asked.leaf.node:
        return None
    if region_of(holder.body, asked.document) is None:
        return None
    return Alike(asked=asked, point=plan.point.name, last=holder, names=frozenset(asked.moved))


def joined(alike: Alike, asked: Asked, plan: HookPlan) -> tuple[Alike, HookPlan] | None:
    """Return a plan that asks nothing of its own, because the branch before it does the same; None where it does not."""
    own = begun(asked, plan)
    if own is None or asked.document is not alike.asked.document or asked.subject != alike.asked.subject:
        return None
    is_arm, held = alike.last.orelse == [own.last], asked.places.block(own.last)
    follows = is_arm or (not alike.last.orelse and held.at > 0 and held.statements[held.at - 1] is alike.last and not own.last.orelse)
    same = [ast.dump(one) for one in own.last.body] == [ast.dump(one) for one in alike.last.body]
    rebinds = {node.id for node in ast.walk(ast.parse(asked.subject)) if isinstance(node, ast.Name)} & usage_of(own.last.body).binds
    if not (follows and same) or rebinds or own.names & alike.names:
        return None
    merged = replace(
        plan,
        rules=(*plan.rules, "P5"),
        point=replace(plan.point, name=alike.point),
        registrations=tuple(replace(one, slot=alike.point) for one in plan.registrations),
        changes=(_arm(asked, own.last) if is_arm else removed(asked),),
        imports=(),
    )
    return replace(alike, last=own.last, names=alike.names | own.names), merged


def _arm(asked: Asked, arm: ast.If) -> Change:
    """Return the edit that takes an arm out of its chain; those behind it stay."""
    document, region = asked.document, region_of(arm.body, asked.document)
    assert region is not None
    return asked.change("delete", document.starts[arm.lineno - 1], document.starts[region.last], "")
