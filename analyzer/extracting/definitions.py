"""What a def or a class says of itself: its header, its scope, and what it is decorated with."""

from collections.abc import Mapping
from typing import Any

import libcst as cst

from . import values
from .expression import Span
from .facts import Class, Function
from .recorder import Handle, Recorder


def _function(recorder: Recorder, node: cst.FunctionDef) -> None:
    decorators = tuple(recorder.value(decorator.decorator) for decorator in node.decorators)
    names, defaults = values.parameters(recorder, node.params)
    place = recorder.span(node)
    header = _header(recorder, node, place)
    before, recorder.effects = recorder.effects, 0
    with recorder.inside(node.name.value, "function", names) as body, recorder.arm(0, 0, end=place[2]):
        recorder.block = ()
        recorder.suite(node.body)
    effects, recorder.effects = recorder.effects, before
    recorder.functions.append(
        Function(
            name=node.name.value,
            scope=recorder.scope,
            body=body,
            decorators=decorators,
            defaults=defaults,
            block=recorder.block,
            span=header,
            lines=place[2] - place[0] + 1,
            has_body=not _is_stub(node),
            effects=effects,
            rest=node.params.star_arg.name.value if isinstance(node.params.star_arg, cst.Param) else "",
        )
    )


def _is_stub(node: cst.FunctionDef) -> bool:
    """Whether the body is the marker that stands for one that was not read."""
    inner = node.body.body[0] if len(node.body.body) == 1 else None
    if isinstance(inner, cst.SimpleStatementLine):
        inner = inner.body[0]
    return isinstance(inner, cst.Expr) and isinstance(inner.value, cst.Ellipsis)


def _header(recorder: Recorder, node: cst.FunctionDef | cst.ClassDef, place: Span) -> Span:
    """Return the span from `def` or `class` to the end of its first line."""
    return (place[0], place[1], place[0], place[1] + len(recorder.line(place[0])[place[1] :].rstrip()))


def _class(recorder: Recorder, node: cst.ClassDef) -> None:
    decorators = tuple(recorder.value(decorator.decorator) for decorator in node.decorators)
    bases = tuple(recorder.value(base.value) for base in node.bases)
    keywords = tuple((base.keyword.value, recorder.value(base.value)) for base in node.keywords if base.keyword is not None)
    place = recorder.span(node)
    with recorder.inside(node.name.value, "class", ()) as body:
        recorder.suite(node.body)
    header = _header(recorder, node, place)
    recorder.classes.append(
        Class(node.name.value, recorder.scope, body, bases, keywords, decorators, recorder.block, header, place[2] - place[0] + 1)
    )


DEFINITIONS: Mapping[type[Any], Handle] = {
    cst.FunctionDef: _function,
    cst.ClassDef: _class,
}
