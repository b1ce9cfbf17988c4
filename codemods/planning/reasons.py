"""Why a model is a case of its own, in the words of the comment at its branch: what a field of a section holds instead of a bare yes."""

import ast
import json
from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap

from ...registry.dialects.dialect import HookKind
from ..editing.lifting import comments_above
from .asked import Asked
from .plan import Change, HookPlan

_ROOM = 12  # columns that a field's value is indented by, and its quotes


def with_reason(asked: Asked, plan: HookPlan) -> HookPlan:
    """Return a plan whose models say why, where the dialect has fields for that and a comment does; the comment leaves shared code."""
    is_fact = plan.point.kind is HookKind.FACT and plan.point.default == "False"
    if asked.dialect.declares is None or not is_fact or not (lines := _lines(asked)):
        return plan
    document = asked.document
    words = " ".join(document.lines[line].strip().lstrip("#").strip() for line in lines)
    value = _literal(words, asked.dialect.width - _ROOM)
    gone = (asked.change("comment", document.starts[line], document.starts[line + 1], "") for line in lines)
    return replace(
        plan,
        registrations=tuple(replace(one, value=value) for one in plan.registrations),
        changes=(*plan.changes, *_joined(gone)),
    )


def _lines(asked: Asked) -> list[int]:
    """Return the lines, from 0, of the comments that say why: those above a branch of its own, and those that its body begins with."""
    holder, document = asked.branch.holder, asked.document
    if not isinstance(holder, ast.If) or asked.leaf.is_negative or asked.rest or not _is_asked_for_sure(asked):
        return []
    is_elif = document.text.startswith("elif", document.start(holder))
    above = comments_above(holder, document, asked.places)
    body = range(holder.test.end_lineno or 0, holder.body[0].lineno - 1)
    own = [*([] if is_elif or holder.orelse else range(above.first, above.last)), *body]
    return [line for line in own if line in document.comments and document.lines[line].lstrip().startswith("#")]


def _is_asked_for_sure(asked: Asked) -> bool:
    """Whether the branch is these models' own: its test is theirs alone, or that and something else."""
    test = asked.branch.test
    return test is asked.leaf.node or (isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And))


def _literal(words: str, width: int) -> str:
    """Return a text as an expression, in brackets over several lines where it is long."""
    if len(_quoted(words)) <= width:
        return _quoted(words)
    *lines, last = wrap(words, width - 5, break_on_hyphens=False)
    return "(\n" + "".join(f"    {_quoted(part)}\n" for part in (*(f"{line} " for line in lines), last)) + ")"


def _quoted(text: str) -> str:
    """Return a text in double quotes, or in single ones where that saves escapes."""
    return repr(text) if '"' in text and "'" not in text else json.dumps(text, ensure_ascii=False)


def _joined(changes: Iterator[Change]) -> tuple[Change, ...]:
    """Return changes with those that touch as one."""
    found: list[Change] = []
    for change in changes:
        if found and found[-1].end == change.start:
            found[-1] = replace(found[-1], end=change.end)
        else:
            found.append(change)
    return tuple(found)
