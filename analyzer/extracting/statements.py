"""What a compound statement does: branches, chains, and the decisions that lead into each block."""

from collections.abc import Mapping, Sequence
from typing import Any

import libcst as cst

from . import formulas, values
from .bindings import BINDINGS, bind
from .definitions import DEFINITIONS
from .expression import And, Blank, Opaque
from .recorder import Handle, Recorder

_PERHAPS = -1  # an arm that no decision leads to, and that may not be entered: of a loop, of an exception
_EXITS = (cst.Return, cst.Raise, cst.Continue, cst.Break)


def walk(recorder: Recorder, body: Sequence[cst.CSTNode]) -> None:
    """Walk the statements of one block: early exits next to each other are the arms of one chain."""
    kept = recorder.guard
    position = 0
    while position < len(body):
        run = _run_of_exits(body, position)
        if run:
            _exits(recorder, [node for node in body[position : position + run] if isinstance(node, cst.If)])
            position += run
        else:
            recorder.statement(body[position])
            position += 1
    recorder.guard = kept


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
        with recorder.arm(compound, 0, number, end=end):
            _suite(recorder, node.body)
        recorder.lead(number, holds=False)


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
    kept = recorder.guard
    at: cst.If | cst.Else | None = node
    while isinstance(at, cst.If):
        typing = _is_type_checking(at.test)
        role = "if" if arm == 0 else "elif"
        formula = recorder.formula(at.test)
        number = recorder.decide(
            formula, at.test, role=role, chain=chain, arm=None if chain is None else arm, lines=_body_lines(recorder, at)
        )
        before = recorder.typing_only
        recorder.typing_only = before or typing
        with recorder.arm(compound, arm, number):
            _suite(recorder, at.body)
        recorder.typing_only = before
        recorder.lead(number, holds=False)
        arm, at = arm + 1, at.orelse
    if at is not None:
        with recorder.arm(compound, arm):
            _suite(recorder, at.body)
    recorder.guard = kept


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
    with recorder.arm(compound, 0, number, end=recorder.span(node)[2]):
        _suite(recorder, node.body)
    _else(recorder, compound, node.orelse)


def _else(recorder: Recorder, compound: int, orelse: cst.Else | None, arm: int = 0) -> None:
    if orelse is not None:
        with recorder.arm(compound, arm):
            _suite(recorder, orelse.body)


def _for(recorder: Recorder, node: cst.For) -> None:
    values.bind_loop(recorder, node.target, recorder.value(node.iter), "for")
    compound = recorder.compound()
    with recorder.arm(compound, _PERHAPS, end=recorder.span(node)[2]):
        _suite(recorder, node.body)
    _else(recorder, compound, node.orelse, _PERHAPS)


def _with(recorder: Recorder, node: cst.With) -> None:
    for item in node.items:
        value = recorder.value(item.item)
        if item.asname is not None:
            bind(recorder, item.asname.name, value, "with", recorder.span(item.item))
    _suite(recorder, node.body)


def _try(recorder: Recorder, node: cst.Try | cst.TryStar) -> None:
    compound = recorder.compound()
    before, recorder.guarded = recorder.guarded, True
    with recorder.arm(compound, 0):
        _suite(recorder, node.body)
    recorder.guarded = before
    handlers: Sequence[cst.ExceptHandler | cst.ExceptStarHandler] = node.handlers
    for number, handler in enumerate(handlers, 1):
        with recorder.arm(compound, _PERHAPS * number):
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
    kept = recorder.guard
    for arm, case in enumerate(node.cases):
        formula = formulas.pattern(recorder, subject, text, case.pattern)
        if isinstance(case.pattern, cst.MatchAs) and case.pattern.name is not None:
            recorder.define(case.pattern.name.value, "=", subject, recorder.span(case.pattern))
        if case.guard is not None:
            formula = And((formula, recorder.formula(case.guard)))
        if isinstance(formula, Blank) and case.guard is None:
            with recorder.arm(compound, arm):
                _suite(recorder, case.body)
            continue
        number = recorder.decide(formula, case.pattern, role="match", chain=chain, arm=arm, lines=max(len(case.body.body), 1))
        with recorder.arm(compound, arm, number):
            _suite(recorder, case.body)
        recorder.lead(number, holds=False)
    recorder.guard = kept


STATEMENTS: Mapping[type[Any], Handle] = {
    **BINDINGS,
    **DEFINITIONS,
    cst.IndentedBlock: _suite,
    cst.SimpleStatementSuite: _suite,
    cst.If: _if,
    cst.While: _while,
    cst.For: _for,
    cst.With: _with,
    cst.Try: _try,
    cst.TryStar: _try,
    cst.Match: _match,
}
