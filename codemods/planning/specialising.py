"""R13: the hook of one model does not ask for its own name again: tests of it inside a body that moves are decided beforehand."""

import ast
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..editing.document import Document, Edit
from ..editing.lifting import lifted, region_of
from ..editing.places import Places, places_of
from ..editing.usage import usage_of
from .asked import Asked
from .plan import Carry, HookPlan, HookText

_NAMED = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)


def specialised(asked: Asked, plan: HookPlan) -> tuple[HookPlan, ...]:
    """Return one plan for each group of keys for which the tests inside the body come out alike; the first holds the edits of shared code."""
    if plan.hook is None:
        return (plan,)
    subject, tree = _inside(asked.subject, plan), ast.parse(plan.hook.body)
    tests = [truths for node in ast.walk(tree) if isinstance(node, ast.If) and (truths := _names(node.test, subject)) is not None]
    if not tests or is_rebound(subject, tree.body):
        return (plan,)
    groups: dict[tuple[bool, ...], list[str]] = {}
    for key in asked.moved:
        groups.setdefault(tuple((key in names) is is_among for names, is_among in tests), []).append(key)
    made = [_of_group(plan, plan.hook, subject, frozenset(keys)) for keys in groups.values()]
    return (made[0], *(replace(one, branches=(), changes=(), imports=(), frees=()) for one in made[1:]))


def _inside(subject: str, plan: HookPlan) -> str:
    """Return what the subject is called in the hook."""
    for one in plan.captures:
        if one.carry in {Carry.CONTEXT, Carry.ARGUMENT} and (subject == one.name or subject.startswith(f"{one.name}.")):
            return one.text + subject.removeprefix(one.name)
    return subject


def _names(test: ast.expr, subject: str) -> tuple[frozenset[str], bool] | None:
    """Return the names that a test compares *subject* with, and whether it is true for these rather than for all others."""
    match test:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if isinstance(op, _NAMED) and ast.unparse(left) == subject:
            held = right.elts if isinstance(right, ast.Tuple | ast.List | ast.Set) and isinstance(op, ast.In | ast.NotIn) else [right]
            names = [node.value for node in held if isinstance(node, ast.Constant) and isinstance(node.value, str)]
            is_whole = len(names) == len(held) and isinstance(right, ast.Constant) is isinstance(op, ast.Eq | ast.NotEq)
            return (frozenset(names), isinstance(op, ast.Eq | ast.In)) if is_whole else None
        case _:
            return None


def is_rebound(subject: str, body: Sequence[ast.stmt]) -> bool:
    """Whether statements may give *subject*, a name or an attribute of one, another value."""
    stores = (
        node for one in body for node in ast.walk(one) if isinstance(node, ast.Name | ast.Attribute) and not isinstance(node.ctx, ast.Load)
    )
    return subject.partition(".")[0] in usage_of(body).binds or any(ast.unparse(node) == subject for node in stores)


def _of_group(plan: HookPlan, hook: HookText, subject: str, keys: frozenset[str]) -> HookPlan:
    text = hook.body
    while (edit := next(_edits(Document(path="<hook>", data=text.encode()), subject, keys), None)) is not None:
        text = text[: edit.start] + edit.text + text[edit.end :]
    text = _without_imports(text, plan) or "pass\n"
    digest = hashlib.blake2b(ast.dump(ast.parse(text)).encode(), digest_size=8).hexdigest()
    return replace(
        plan,
        rules=(*plan.rules, "R13"),
        hook=replace(hook, body=text),
        body=replace(plan.body, digest=digest) if plan.body is not None else None,
        guard=replace(plan.guard, key=replace(plan.guard.key, values=tuple(key for key in plan.guard.key.values if key in keys))),
        registrations=tuple(
            replace(one, shared_with=tuple(other for other in one.shared_with if other in keys))
            for one in plan.registrations
            if one.key in keys
        ),
    )


def _without_imports(text: str, plan: HookPlan) -> str:
    """Return a body without the first lines that import for what it does not hold any more."""
    read = {node.id for node in usage_of(ast.parse(text).body).reads}
    gone = {one.text for one in plan.captures if one.carry in {Carry.IMPORT, Carry.REIMPORT} and one.name not in read}
    return "".join(line for line in text.splitlines(keepends=True) if line.rstrip("\n") not in gone).lstrip("\n")


def _edits(document: Document, subject: str, keys: frozenset[str]) -> Iterator[Edit]:
    """Yield the edits that decide a test, each alone: the text is looked at anew after one."""
    places = places_of(document)
    for node in ast.walk(document.tree):
        found = _names(node.test, subject) if isinstance(node, ast.If) else None
        if found is not None and isinstance(node, ast.If):
            names, is_among = found
            truths = {(key in names) is is_among for key in keys}
            if len(truths) == 1:
                yield decided(node, document, places, is_true=truths.pop())


def decided(node: ast.If, document: Document, places: Places, *, is_true: bool) -> Edit:
    """Return the edit that leaves of an `if`, or of an arm, what is done where its test is true, or where it is not."""
    start, end = document.start(node), document.end(node)
    chosen = node.body if is_true else node.orelse
    if document.text.startswith("elif", start):
        return _decided_arm(node, document, is_true=is_true)
    if not is_true and len(chosen) == 1 and document.text.startswith("elif", document.start(chosen[0])):
        return Edit(start=start, end=document.start(chosen[0]) + len("el"), text="")
    if not chosen:
        alone = len(places.block(node).statements) == 1 and not isinstance(places.parents[node], ast.Module)
        return (
            Edit(start=start, end=end, text="pass")
            if alone
            else Edit(start=document.starts[node.lineno - 1], end=_line_end(end, document), text="")
        )
    return Edit(start=start, end=end, text=_at(lifted(chosen, document), document.indent(node)))


def _decided_arm(node: ast.If, document: Document, *, is_true: bool) -> Edit:
    """Decide an `elif`: it is the last, or it is not there."""
    start, end = document.start(node), document.end(node)
    region = region_of(node.body, document)
    last = document.end(node.body[-1]) if region is None else document.starts[region.last]
    if is_true:
        return Edit(
            start=start,
            end=end,
            text=f"else:{document.text[document.text.index(':', document.end(node.test)) + 1 : document.end(node.body[-1])]}",
        )
    line = document.starts[node.lineno - 1]
    return Edit(start=line, end=_line_end(end, document) if not node.orelse else last, text="")


def _line_end(at: int, document: Document) -> int:
    found = document.text.find("\n", at)
    return len(document.text) if found < 0 else found + 1


def _at(text: str, indent: str) -> str:
    """Return lines that begin at column 0 at a depth, without the first one's and the last line end."""
    document = Document(path="<lifted>", data=text.encode())
    lines = [
        line if number in document.inside_strings or not line.strip() else f"{indent}{line}" for number, line in enumerate(document.lines)
    ]
    return "".join(lines).removeprefix(indent).rstrip("\n")
