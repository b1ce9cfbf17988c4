"""No comment is lost: those that stood in what a plan takes out go where what is said now is said."""

import re
from collections.abc import Iterator
from dataclasses import replace

from ..editing.document import Document
from .branch import Documents
from .plan import HookPlan, Registration


def kept(plan: HookPlan, documents: Documents) -> HookPlan:
    """Return a plan whose hook, or whose registrations, hold the comments that its changes take out of shared code.

    A comment beside the name of one model is that model's; any other is that of the first that the plan speaks of.
    """
    lost = dict.fromkeys(_lost(plan, documents))
    if not lost or not plan.registrations:
        return plan
    if plan.hook is not None:
        text = "".join(f"{comment}\n" for comment, _ in lost)
        return replace(plan, hook=replace(plan.hook, body=text + plan.hook.body))
    first = plan.registrations[0]
    of = {(one.key, one.owner): list(one.comments) for one in plan.registrations}
    for comment, line in lost:
        named = [one for one in plan.registrations if re.search(rf"(['\"]){re.escape(one.key)}\1", line)] or [first]
        for one in named:
            of[one.key, one.owner].append(comment)
    return replace(plan, registrations=tuple(_said(one, of[one.key, one.owner]) for one in plan.registrations))


def _said(one: Registration, comments: list[str]) -> Registration:
    return replace(one, comments=tuple(dict.fromkeys(comments)))


def _lost(plan: HookPlan, documents: Documents) -> Iterator[tuple[str, str]]:
    """Yield the comments in the ranges of a plan's changes that stand nowhere afterwards, each with the line that it is about."""
    held = "\n".join([*(change.text for change in plan.changes), "" if plan.hook is None else plan.hook.body])
    for change in plan.changes:
        document = documents.places(change.path).document
        for number, comment in sorted(document.comments.items()):
            at = document.starts[number] + len(document.lines[number].rstrip("\r\n")) - len(comment)
            if change.start <= at < change.end and comment.rstrip() not in held:
                yield comment.rstrip(), _spoken_of(number, document)


def _spoken_of(number: int, document: Document) -> str:
    """Return the line that a comment is about: its own, or, where it stands alone, the next that has code."""
    line = document.lines[number]
    while line.lstrip().startswith("#") and number + 1 < len(document.lines):
        number += 1
        line = document.lines[number]
    return line
