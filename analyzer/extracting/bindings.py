"""What a simple statement does: names and attributes bound, values handed back, modules brought in."""

from collections.abc import Mapping
from typing import Any

import libcst as cst

from . import values
from .expression import Attr, Call, Element, Expr, Name, Opaque, Span, Star, dotted
from .facts import Import, Return
from .recorder import Handle, Recorder

_MUTATORS = frozenset({"append", "add", "update", "extend", "insert", "discard", "remove", "setdefault"})


def _line(recorder: Recorder, node: cst.SimpleStatementLine) -> None:
    for part in node.body:
        recorder.statement(part)


def bind(recorder: Recorder, target: cst.CSTNode, value: Expr, op: str, place: Span) -> None:
    """Record what a target of an assignment, a `with` or an unpacking is bound to."""
    match target:
        case cst.Name(name):
            recorder.define(name, op, value, place)
        case cst.Attribute(_, cst.Name(name)):
            recorder.effects += 1
            path = dotted(recorder.value(target)) or f"?.{name}"
            recorder.define(path, op, value, place)
        case cst.Subscript():
            recorder.effects += 1
            base = recorder.value(target.value)
            recorder.define(dotted(base) or "?", "store", value, place, values.index(recorder, target))
        case cst.Tuple() | cst.List():
            _unpack(recorder, target, value, op, place)
        case _:
            pass  # a starred target


def _unpack(recorder: Recorder, target: cst.Tuple | cst.List, value: Expr, op: str, place: Span) -> None:
    items = getattr(value, "items", ())
    for slot, element in enumerate(target.elements):
        known = len(items) == len(target.elements) and not any(isinstance(item, Star) for item in items)
        bind(recorder, element.value, items[slot] if known else Element(value, slot), op, place)


def _assign(recorder: Recorder, node: cst.Assign) -> None:
    with recorder.as_role("assignment"):
        value = recorder.value(node.value)
    place = recorder.span(node)
    for target in node.targets:
        bind(recorder, target.target, value, "=", place)


def _annotated(recorder: Recorder, node: cst.AnnAssign) -> None:
    annotation = recorder.value(node.annotation.annotation)
    place = recorder.span(node)
    if node.value is None:
        name = dotted(recorder.value(node.target))
        if name is not None:
            recorder.define(name, "annotation", annotation, place)
        return
    with recorder.as_role("assignment"):
        value = recorder.value(node.value)
    bind(recorder, node.target, value, "=", place)


def _augmented(recorder: Recorder, node: cst.AugAssign) -> None:
    value = recorder.value(node.value)
    sign = {cst.AddAssign: "+=", cst.BitOrAssign: "|=", cst.SubtractAssign: "-=", cst.BitAndAssign: "&="}.get(type(node.operator), "op=")
    bind(recorder, node.target, value, sign, recorder.span(node))


def _expression(recorder: Recorder, node: cst.Expr) -> None:
    value = recorder.value(node.value)
    recorder.effects += isinstance(value, Call)
    match value:
        case Call(Attr(base, method), args, keywords) if method in _MUTATORS and (args or keywords):
            name = dotted(base)
            if name is not None:
                recorder.define(
                    name,
                    method,
                    Call(Name("dict"), args, keywords) if keywords else args[-1],
                    recorder.span(node),
                    args[0] if args else None,
                )


def _return(recorder: Recorder, node: cst.Return) -> None:
    value: Expr = Opaque("None") if node.value is None else recorder.value(node.value)
    recorder.returns.append(Return(value, recorder.scope, recorder.block, recorder.guard))


def _assert(recorder: Recorder, node: cst.Assert) -> None:
    recorder.decide(recorder.formula(node.test), node.test, role="assert")
    if node.msg is not None:
        recorder.value(node.msg)


def _raise(recorder: Recorder, node: cst.Raise) -> None:
    if node.exc is not None:
        recorder.value(node.exc)
    if node.cause is not None:
        recorder.value(node.cause.item)


def _delete(recorder: Recorder, node: cst.Del) -> None:
    recorder.value(node.target)


def _import(recorder: Recorder, node: cst.Import) -> None:
    for alias in node.names:
        module = alias.evaluated_name
        local = alias.evaluated_alias
        _bring(recorder, node, local or module, module, None)


def _import_from(recorder: Recorder, node: cst.ImportFrom) -> None:
    module = "." * len(node.relative) + (_dotted_module(node.module) if node.module is not None else "")
    if isinstance(node.names, cst.ImportStar):
        _bring(recorder, node, "*", module, "*")
        return
    for alias in node.names:
        _bring(recorder, node, alias.evaluated_alias or alias.evaluated_name, module, alias.evaluated_name)


def _dotted_module(node: cst.Attribute | cst.Name) -> str:
    parts: list[str] = []
    at: cst.BaseExpression = node
    while isinstance(at, cst.Attribute):
        parts.append(at.attr.value)
        at = at.value
    assert isinstance(at, cst.Name)
    return ".".join([at.value, *reversed(parts)])


def _bring(recorder: Recorder, node: cst.Import | cst.ImportFrom, local: str, module: str, name: str | None) -> None:
    place = recorder.span(node)
    recorder.imports.append(Import(local, module, name, recorder.scope, recorder.block, place, recorder.typing_only, recorder.guarded))


BINDINGS: Mapping[type[Any], Handle] = {
    cst.SimpleStatementLine: _line,
    cst.Assign: _assign,
    cst.AnnAssign: _annotated,
    cst.AugAssign: _augmented,
    cst.Expr: _expression,
    cst.Return: _return,
    cst.Assert: _assert,
    cst.Raise: _raise,
    cst.Del: _delete,
    cst.Import: _import,
    cst.ImportFrom: _import_from,
}
