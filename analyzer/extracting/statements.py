"""What a statement does: bindings, branches, definitions and imports, as facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import libcst as cst

from . import tests, values
from .expression import Attr, Binary, Call, Element, Expr, Formula, Name, Opaque, Span, Star, Str, And, Blank, dotted
from .facts import Class, Function, Import, Return
from .recorder import Handle, Recorder

_EXITS = (cst.Return, cst.Raise, cst.Continue, cst.Break)
_MUTATORS = frozenset({"append", "add", "update", "extend", "insert", "discard", "remove", "setdefault"})


def walk(recorder: Recorder, body: Sequence[cst.CSTNode]) -> None:
    """Walk the statements of one block: early exits next to each other are the arms of one chain."""
    kept = recorder.guards
    position = 0
    while position < len(body):
        run = _run_of_exits(body, position)
        if run:
            _exits(recorder, [node for node in body[position : position + run] if isinstance(node, cst.If)])
            position += run
        else:
            recorder.statement(body[position])
            position += 1
    recorder.guards = kept


def _run_of_exits(body: Sequence[cst.CSTNode], start: int) -> int:
    count = 0
    while start + count < len(body) and _is_exit(body[start + count]):
        count += 1
    return count


def _is_exit(node: cst.CSTNode) -> bool:
    if not isinstance(node, cst.If) or node.orelse is not None or not node.body.body:
        return False
    last = node.body.body[-1]
    if isinstance(last, cst.SimpleStatementLine):
        last = last.body[-1]
    return isinstance(last, _EXITS)


def _exits(recorder: Recorder, run: Sequence[cst.If]) -> None:
    chain = recorder.chain() if len(run) > 1 else None
    for arm, node in enumerate(run):
        compound, end = recorder.compound(), recorder.span(node)[2]
        formula = recorder.formula(node.test)
        if chain is None:
            number = recorder.decide(formula, node.test, role="guard", lines=max(recorder.block_end - end, 0))
        else:
            number = recorder.decide(formula, node.test, role="if", chain=chain, arm=arm, lines=_body_lines(recorder, node))
        with recorder.arm(compound, 0, (number, True), end=end):
            _suite(recorder, node.body)
        recorder.guards = (*recorder.guards, (number, False))


def _suite(recorder: Recorder, body: cst.BaseSuite) -> None:
    walk(recorder, body.body)


def _body_lines(recorder: Recorder, node: cst.If | cst.While) -> int:
    """Return the physical lines of the first body: up to the `else`, or to the end."""
    first, end = recorder.span(node.test)[2], recorder.span(node)[2]
    if isinstance(node.orelse, cst.If):
        end = recorder.span(node.orelse)[0] - 1
    elif isinstance(node.orelse, cst.Else):
        inside = recorder.span(node.orelse)[0]
        end = inside - 2 if inside - 1 > first else first
    return max(end - first, 1)


def _if(recorder: Recorder, node: cst.If) -> None:
    chain = recorder.chain() if node.orelse is not None else None
    compound, arm = recorder.compound(), 0
    kept = recorder.guards
    at: cst.If | cst.Else | None = node
    while isinstance(at, cst.If):
        typing = _is_type_checking(at.test)
        role = "if" if arm == 0 else "elif"
        formula = recorder.formula(at.test)
        number = recorder.decide(formula, at.test, role=role, chain=chain, arm=None if chain is None else arm, lines=_body_lines(recorder, at))
        before = recorder.typing_only
        recorder.typing_only = before or typing
        with recorder.arm(compound, arm, (number, True)):
            _suite(recorder, at.body)
        recorder.typing_only = before
        recorder.guards = (*recorder.guards, (number, False))
        arm, at = arm + 1, at.orelse
    if at is not None:
        with recorder.arm(compound, arm):
            _suite(recorder, at.body)
    recorder.guards = kept


def _is_type_checking(test: cst.BaseExpression) -> bool:
    match test:
        case cst.Name("TYPE_CHECKING"):
            return True
        case cst.Attribute(_, cst.Name("TYPE_CHECKING")):
            return True
        case _:
            return False


def _while(recorder: Recorder, node: cst.While) -> None:
    compound = recorder.compound()
    number = recorder.decide(recorder.formula(node.test), node.test, role="while", lines=_body_lines(recorder, node))
    with recorder.arm(compound, 0, (number, True), end=recorder.span(node)[2]):
        _suite(recorder, node.body)
    _else(recorder, compound, node.orelse)


def _else(recorder: Recorder, compound: int, orelse: cst.Else | None) -> None:
    if orelse is not None:
        with recorder.arm(compound, 0):
            _suite(recorder, orelse.body)


def _for(recorder: Recorder, node: cst.For) -> None:
    values.bind_loop(recorder, node.target, recorder.value(node.iter), "for")
    compound = recorder.compound()
    with recorder.arm(compound, 0, end=recorder.span(node)[2]):
        _suite(recorder, node.body)
    _else(recorder, compound, node.orelse)


def _with(recorder: Recorder, node: cst.With) -> None:
    for item in node.items:
        value = recorder.value(item.item)
        if item.asname is not None:
            _bind(recorder, item.asname.name, value, "with", recorder.span(item.item))
    _suite(recorder, node.body)


def _try(recorder: Recorder, node: cst.Try | cst.TryStar) -> None:
    compound = recorder.compound()
    before, recorder.guarded = recorder.guarded, True
    with recorder.arm(compound, 0):
        _suite(recorder, node.body)
    recorder.guarded = before
    for number, handler in enumerate(node.handlers, 1):
        with recorder.arm(compound, number):
            if handler.type is not None:
                recorder.value(handler.type)
                if handler.name is not None and isinstance(handler.name.name, cst.Name):
                    recorder.define(handler.name.name.value, "except", Opaque("exception"), recorder.span(handler.type))
            _suite(recorder, handler.body)
    _else(recorder, compound, node.orelse)
    if node.finalbody is not None:
        _suite(recorder, node.finalbody.body)


def _match(recorder: Recorder, node: cst.Match) -> None:
    subject, text = recorder.value(node.subject), recorder.text(node.subject)
    chain, compound = recorder.chain(), recorder.compound()
    kept = recorder.guards
    for arm, case in enumerate(node.cases):
        formula = tests.pattern(recorder, subject, text, case.pattern)
        if isinstance(case.pattern, cst.MatchAs) and case.pattern.name is not None:
            recorder.define(case.pattern.name.value, "=", subject, recorder.span(case.pattern))
        if case.guard is not None:
            formula = And((formula, recorder.formula(case.guard)))
        if isinstance(formula, Blank) and case.guard is None:
            with recorder.arm(compound, arm):
                _suite(recorder, case.body)
            continue
        number = recorder.decide(formula, case.pattern, role="match", chain=chain, arm=arm, lines=max(len(case.body.body), 1))
        with recorder.arm(compound, arm, (number, True)):
            _suite(recorder, case.body)
        recorder.guards = (*recorder.guards, (number, False))
    recorder.guards = kept


# -- simple statements


def _line(recorder: Recorder, node: cst.SimpleStatementLine) -> None:
    for part in node.body:
        recorder.statement(part)


def _bind(recorder: Recorder, target: cst.CSTNode, value: Expr, op: str, place: Span) -> None:
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


def _unpack(recorder: Recorder, target: cst.Tuple | cst.List, value: Expr, op: str, place: Span) -> None:
    items = getattr(value, "items", ())
    for slot, element in enumerate(target.elements):
        known = len(items) == len(target.elements) and not any(isinstance(item, Star) for item in items)
        _bind(recorder, element.value, items[slot] if known else Element(value, slot), op, place)


def _assign(recorder: Recorder, node: cst.Assign) -> None:
    with recorder.as_role("assignment"):
        value = recorder.value(node.value)
    place = recorder.span(node)
    for target in node.targets:
        _bind(recorder, target.target, value, "=", place)


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
    _bind(recorder, node.target, value, "=", place)


def _augmented(recorder: Recorder, node: cst.AugAssign) -> None:
    value = recorder.value(node.value)
    sign = {cst.AddAssign: "+=", cst.BitOrAssign: "|=", cst.SubtractAssign: "-=", cst.BitAndAssign: "&="}.get(type(node.operator), "op=")
    _bind(recorder, node.target, value, sign, recorder.span(node))


def _expression(recorder: Recorder, node: cst.Expr) -> None:
    value = recorder.value(node.value)
    recorder.effects += isinstance(value, Call)
    match value:
        case Call(Attr(base, method), args, keywords) if method in _MUTATORS and (args or keywords):
            name = dotted(base)
            if name is not None:
                recorder.define(name, method, Call(Name("dict"), args, keywords) if keywords else args[-1], recorder.span(node), args[0] if args else None)


def _return(recorder: Recorder, node: cst.Return) -> None:
    value: Expr = Opaque("None") if node.value is None else recorder.value(node.value)
    recorder.returns.append(Return(value, recorder.scope, recorder.block, recorder.guards))


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


# -- imports


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


# -- definitions


def _function(recorder: Recorder, node: cst.FunctionDef) -> None:
    decorators = tuple(recorder.value(decorator.decorator) for decorator in node.decorators)
    names, defaults = values.parameters(recorder, node.params)
    place = recorder.span(node)
    header = _header(recorder, node, place)
    before, recorder.effects = recorder.effects, 0
    with recorder.inside(node.name.value, "function", names) as body, recorder.arm(0, 0, end=place[2]):
        recorder.block = ()
        _suite(recorder, node.body)
    effects, recorder.effects = recorder.effects, before
    stub = _is_stub(node)
    recorder.functions.append(
        Function(node.name.value, recorder.scope, body, decorators, defaults, recorder.block, header, place[2] - place[0] + 1, not stub, effects)
    )


def _is_stub(node: cst.FunctionDef) -> bool:
    """Whether the body is the marker that stands for one that was not read."""
    match node.body:
        case cst.SimpleStatementSuite() | cst.IndentedBlock() as suite:
            inner = suite.body[0] if len(suite.body) == 1 else None
            if isinstance(inner, cst.SimpleStatementLine) and len(inner.body) == 1:
                inner = inner.body[0]  # type: ignore[assignment]
            return isinstance(inner, cst.Expr) and isinstance(inner.value, cst.Ellipsis)
        case _:
            return False


def _header(recorder: Recorder, node: cst.FunctionDef | cst.ClassDef, place: Span) -> Span:
    """Return the span from `def` or `class` to the end of its first line."""
    return (place[0], place[1], place[0], place[1] + len(recorder.line(place[0])[place[1] :].rstrip()))


def _class(recorder: Recorder, node: cst.ClassDef) -> None:
    decorators = tuple(recorder.value(decorator.decorator) for decorator in node.decorators)
    bases = tuple(recorder.value(base.value) for base in node.bases)
    keywords = tuple((base.keyword.value, recorder.value(base.value)) for base in node.keywords if base.keyword is not None)
    place = recorder.span(node)
    with recorder.inside(node.name.value, "class", ()) as body:
        _suite(recorder, node.body)
    header = _header(recorder, node, place)
    recorder.classes.append(Class(node.name.value, recorder.scope, body, bases, keywords, decorators, recorder.block, header, place[2] - place[0] + 1))


STATEMENTS: Mapping[type[Any], Handle] = {
    cst.SimpleStatementLine: _line,
    cst.If: _if,
    cst.While: _while,
    cst.For: _for,
    cst.With: _with,
    cst.Try: _try,
    cst.TryStar: _try,
    cst.Match: _match,
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
    cst.FunctionDef: _function,
    cst.ClassDef: _class,
}
