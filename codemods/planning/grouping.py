"""Neighbours share a hook point: branches right behind each other, on one subject, for different models."""

import ast
from dataclasses import dataclass, replace

from ..editing.lifting import comments_above, region_of
from .asked import Asked
from .plan import Change, HookPlan


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Group:
    """Effects that one call brings about, so far."""

    first: int  # number of the plan that holds the call
    asked: Asked  # of that plan
    last: ast.stmt
    names: frozenset[str]  # of all its branches
    fields: tuple[tuple[str, str], ...]


def begun(number: int, asked: Asked, plan: HookPlan) -> Group | None:
    """Return the group that a plan begins; None where it is no effect at a place of its own."""
    if plan.rules[0] != "R1" or plan.changes[0].op != "call" or not isinstance(asked.branch.holder, ast.If):
        return None
    if region_of([asked.branch.holder], asked.document) is None:
        return None
    return Group(first=number, asked=asked, last=asked.branch.holder, names=frozenset(asked.branch.names), fields=_fields(plan))


def joins(group: Group, asked: Asked, plan: HookPlan, first: HookPlan) -> bool:
    """Whether a plan can do with the call of a group: for each model, the branches then run in the order in which they stand."""
    if begun(0, asked, plan) is None or asked.document is not group.asked.document or asked.subject != group.asked.subject:
        return False
    block = asked.places.block(asked.branch.statement)
    behind = block.at > 0 and block.statements[block.at - 1] is group.last
    arguments = [(one.name, one.carry) for one in plan.captures if one.carry == "argument"]
    others = [(one.name, one.carry) for one in first.captures if one.carry == "argument"]
    fields = dict(group.fields)
    fits = all(fields.get(name, text) == text for name, text in _fields(plan))
    return behind and fits and arguments == others and group.names.isdisjoint(asked.branch.names)


def joined(group: Group, asked: Asked, plan: HookPlan, first: HookPlan) -> tuple[Group, HookPlan, HookPlan]:
    """Return the group with one more, the plan that holds its call, and the plan that needs none."""
    fields = tuple(sorted({*group.fields, *_fields(plan)}))
    called = replace(first, changes=(_recalled(group, first, fields), *first.changes[1:]))
    point = replace(plan.point, name=first.point.name)
    name = first.hook.name if first.hook is not None else ""
    own = replace(
        plan,
        point=point,
        hook=None if plan.hook is None else replace(plan.hook, name=name),
        registrations=tuple(replace(one, slot=point.name, value=name) for one in plan.registrations),
        changes=plan.changes[1:] if asked.rest else (removed(asked),),
        rules=(*plan.rules, "P5"),
    )
    whole = replace(group, last=asked.branch.statement, names=group.names | frozenset(asked.branch.names), fields=fields)
    return whole, called, own


def _fields(plan: HookPlan) -> tuple[tuple[str, str], ...]:
    return tuple(sorted({(one.text.rpartition(".")[2], one.name) for one in plan.captures if one.carry == "context"}))


def _recalled(group: Group, first: HookPlan, fields: tuple[tuple[str, str], ...]) -> Change:
    change = first.changes[0]
    asked = group.asked
    before = asked.recall(first.point.kind, first.point.name, first.captures, group.fields)
    after = asked.recall(first.point.kind, first.point.name, first.captures, fields)
    return replace(change, text=change.text.replace(before, after, 1))


def removed(asked: Asked) -> Change:
    """Return the edit that takes a whole statement away, with the empty lines before it."""
    document, holder = asked.document, asked.branch.statement
    region = region_of(asked.branch.holder.body, document) if isinstance(asked.branch.holder, ast.If) else None
    start = comments_above(holder, document, asked.places).first
    while start and not document.lines[start - 1].strip():
        start -= 1
    end = document.end(holder) if region is None else document.starts[region.last]
    return asked.change("delete", document.starts[start], end, "")
