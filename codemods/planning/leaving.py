"""Plans for names that leave constants: a fact beside each test, the names out of each literal, and no constant that nothing asks."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...registry.dialects.dialect import Dialect, HookKind
from ...registry.space import Space
from ..editing.displays import without
from ..editing.document import Edit
from ..editing.lifting import comments_above
from ..editing.removing import removal
from .asked import Asked, proved
from .capturing import Captured, NotLiftable
from .constants import Constant, Leaving
from .plan import Change, Guard, HookPlan, HookPoint, Key, Position, Registration, of_public
from .residual import called


@dataclass(frozen=True, slots=True, kw_only=True)
class Leavers:
    """Some names, and the constants that they leave."""

    leaving: Leaving
    dialect: Dialect
    point: Callable[[Constant], str]
    owner: Callable[[str], str]
    sites: Callable[[Constant], tuple[str, ...]]


def plans(leavers: Leavers, asked: Callable[[str], Iterator[Asked]]) -> Iterator[HookPlan]:
    """Yield a plan for each test of the constants, and one for each constant."""
    kind = HookKind.FACT if HookKind.FACT in leavers.dialect.kinds else HookKind.CAPABILITY
    space = Space.MODEL_TYPE
    for one in leavers.leaving.constants:
        for each in asked(one.dotted):
            space = each.leaf.site.space
            yield _test(each, kind, leavers.point(one), emptied=set(one.names) <= leavers.leaving.moved)
    emptied = not leavers.leaving.needed and all(set(one.names) <= leavers.leaving.moved for one in leavers.leaving.constants)
    for one in leavers.leaving.constants:
        yield _constant(one, leavers, kind, space, emptied=emptied)


def _test(asked: Asked, kind: HookKind, point: str, *, emptied: bool) -> HookPlan:
    question = asked.question(kind, point)
    change = _whole(asked, question) if emptied else _beside(asked, question)
    frees = tuple(node.id for node in ast.walk(asked.leaf.node) if isinstance(node, ast.Name)) if emptied else ()
    return HookPlan(
        rules=(*called(asked), "R6", *([] if emptied else ["R15"])),
        path=asked.document.path,
        line=asked.leaf.site.line,
        scope=asked.leaf.site.scope,
        branches=(asked.leaf.site.id,),
        guard=asked.guard(Position.NEGATED if asked.leaf.is_negative else Position.WHOLE),
        point=asked.anchor(point, kind, Captured(captures=(), edits=()), default="False"),
        imports=asked.imports(kind),
        frees=frees,
        registrations=asked.registrations(kind, point, "True"),
        changes=(change,) if change is not None else (),
        obligations=proved(("truth_table", "a name is in the constant, or its model says the fact")),
        document=asked.document.digest,
        unit=asked.branch.unit,
    )


def _beside(asked: Asked, question: str) -> Change | None:
    """Return the edit that asks the fact beside the constant; None where an earlier migration has put it there."""
    node, document = asked.leaf.node, asked.document
    parent = asked.places.parents[node]
    asks = f"not {question}" if asked.leaf.is_negative else question
    if isinstance(parent, ast.BoolOp) and any(_same(one, asks) for one in parent.values):
        return None
    if asked.several is None and not (
        isinstance(node, ast.Compare) and isinstance(node.left, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    ):
        raise NotLiftable("its subject is computed anew at each look, and some names stay")
    joint = "and" if asked.leaf.is_negative else "or"
    return asked.change("retest", document.start(node), document.end(node), f"({document.source(node)} {joint} {asks})")


def _same(node: ast.expr, text: str) -> bool:
    """Whether an expression says what *text* says, however it is laid out."""
    return ast.dump(node) == ast.dump(ast.parse(text, mode="eval").body)


def _whole(asked: Asked, question: str) -> Change:
    """Return the edit that asks the fact instead, and not twice where it is asked already."""
    node, document = asked.leaf.node, asked.document
    assert isinstance(node, ast.expr)
    parent = asked.places.parents[node]
    asks = f"not {question}" if asked.leaf.is_negative else question
    if isinstance(parent, ast.BoolOp) and len(parent.values) > 1 and any(_same(one, asks) for one in parent.values):
        return asked.change("retest", document.start(node), document.start(parent.values[parent.values.index(node) + 1]), "")
    loose = isinstance(parent, ast.BoolOp | ast.If | ast.While | ast.Assert | ast.IfExp | ast.Return | ast.Assign)
    return asked.change("retest", document.start(node), document.end(node), asks if loose or not asked.leaf.is_negative else f"({asks})")


def _constant(one: Constant, leavers: Leavers, kind: HookKind, space: Space, *, emptied: bool) -> HookPlan:
    document, point = one.places.document, leavers.point(one)
    keys = tuple(name for name in one.names if name in leavers.leaving.moved)
    edits = (
        [_removed(one)]
        if emptied
        else [
            edit
            for held, display, gone in leavers.leaving.items
            if held is one
            for edit in without(display, gone, document, one.places.parents[display])
        ]
    )
    changes = tuple(
        Change(path=one.path, op="dead" if emptied else "narrow", line=one.statement.lineno, start=edit.start, end=edit.end, text=edit.text)
        for edit in edits
    )
    return HookPlan(
        rules=("R6", *([] if emptied else ["R15"])),
        path=one.path,
        line=one.statement.lineno,
        scope="<module>",
        branches=leavers.sites(one),
        guard=Guard(key=Key(space=space, subject=one.name, values=keys), position=Position.WHOLE, residual=None),
        point=HookPoint(name=point, kind=kind, default="False", anchor=f"{one.path}::{one.name}"),
        registrations=tuple(
            Registration(key=key, space=space, owner=leavers.owner(key), kind=kind, slot=point, value="True") for key in keys
        ),
        changes=changes,
        frees=tuple(node.id for node in ast.walk(one.statement) if isinstance(node, ast.Name)) if emptied else (),
        differences=of_public(one.name),
        document=document.digest,
    )


def _removed(one: Constant) -> Edit:
    """Return the edit that takes a definition away with the comment that is its own, and the empty lines before it."""
    return removal(one.statement, one.places.document, one.places, comments_above(one.statement, one.places.document, one.places).first)
