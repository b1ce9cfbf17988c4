"""Branches inside others: they go along with a body that moves, and in a body that stays for fewer names they may be decided beforehand."""

import ast
from dataclasses import dataclass, field, replace

from .asked import Asked
from .branch import Branch
from .narrowing import narrow_test
from .plan import Change, HookPlan, Planned
from .reach_ins import MOVING
from .refusing import refused
from .specialising import decided, is_rebound


@dataclass(frozen=True, slots=True, kw_only=True)
class _Staying:
    """A body that stays, for the names *rest* of *subject*."""

    first: int
    last: int
    subject: str
    rest: frozenset[str]
    plan: int


@dataclass(slots=True)
class Nesting:
    """The bodies of what was planned so far, by path."""

    moving: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)  # ranges that move, and the number of their plan
    staying: dict[str, list[_Staying]] = field(default_factory=dict)

    def note(self, asked: Asked, plan: HookPlan, number: int) -> None:
        """Keep in mind what a plan does to the bodies in its file."""
        for change in plan.changes:
            if change.op in MOVING and change.start < change.end:
                self.moving.setdefault(plan.path, []).append((change.start, change.end, number))
        holder, document = asked.branch.holder, asked.document
        is_left = plan.hook is not None and asked.rest and asked.branch.test is asked.leaf.node and not asked.leaf.is_negative
        if is_left and isinstance(holder, ast.If) and not is_rebound(asked.subject, holder.body):
            first, last = document.start(holder.body[0]), document.end(holder.body[-1])
            one = _Staying(first=first, last=last, subject=asked.subject, rest=frozenset(asked.rest), plan=number)
            self.staying.setdefault(plan.path, []).append(one)

    def takes(self, branch: Branch, found: list[Planned]) -> bool:
        """Whether a branch changes with the one around it, whose plan among those *found* then holds it as well."""
        start, path = branch.document.start(branch.test), branch.document.path
        outer = next((number for first, last, number in self.moving.get(path, ()) if first <= start < last), None)
        if outer is not None:
            _add(found, outer, branch, ())
            return True
        for one in self.staying.get(path, ()):
            if one.first <= start < one.last:
                if any(leaf.site.constant is not None for leaf in branch.leaves):
                    found.append(refused(branch, "R6", "it asks a constant, and so does its copy in the hook of the branch around it"))
                    return True
                if _is_edited(found[one.plan], start):  # it is gone, or stands in text that is put in place as a whole
                    _add(found, one.plan, branch, ())
                    return True
                if (change := _decided(branch, one)) is not None:
                    _add(found, one.plan, branch, (change,))
                    return True
        return False


def _add(found: list[Planned], number: int, branch: Branch, changes: tuple[Change, ...]) -> None:
    plan = found[number]
    assert isinstance(plan, HookPlan)
    rules = (*plan.rules, *(["R13"] if changes and "R13" not in plan.rules else []))
    sites = (leaf.site.id for leaf in branch.leaves)
    found[number] = replace(plan, rules=rules, branches=(*plan.branches, *sites), changes=(*plan.changes, *changes))


def _is_edited(plan: Planned, at: int) -> bool:
    """Whether an edit of a plan replaces what stands at an offset of its file."""
    return isinstance(plan, HookPlan) and any(change.start <= at < change.end for change in plan.changes)


def _decided(branch: Branch, around: _Staying) -> Change | None:
    """Return the edit that decides a test, or narrows it, where the names that it could ask for beside those that stay have left."""
    leaf, node, document = branch.leaves[0], branch.leaves[0].node, branch.document
    is_plain = isinstance(branch.holder, ast.If) and branch.test is node and isinstance(node, ast.Compare) and leaf.is_exact
    if not is_plain or not isinstance(node, ast.Compare) or document.source(node.left) != around.subject:
        return None
    names = frozenset(leaf.site.names)
    kept = tuple(name for name in leaf.site.names if name in around.rest)
    if kept == leaf.site.names:
        return None
    if not kept or around.rest <= names:
        assert isinstance(branch.holder, ast.If)
        edit = decided(branch.holder, document, branch.places, is_true=bool(kept) is not leaf.is_negative)
        op, start, end, text = "delete", edit.start, edit.end, edit.text
    else:
        op, start, end, text = "narrow", document.start(node), document.end(node), narrow_test(leaf, kept, document)
    return Change(path=document.path, op=op, line=document.text.count("\n", 0, start) + 1, start=start, end=end, text=text)
