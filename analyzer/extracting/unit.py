"""A unit's text in, its facts out: a pure function."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import libcst as cst

from ..reading.decode import lines as split
from . import formulas, statements, values
from .facts import Facts
from .positions import positions
from .recorder import Recorder, TooDeep
from .trees import nodes

_WRAPPER = "if 1:\n"
_REASON_LIMIT = 120  # characters


@contextmanager
def unchecked() -> Iterator[None]:
    """Let LibCST make nodes without checking each.

    It checks those that a program makes by hand, and, as its own source says, needlessly those that its parser makes: a quarter of the
    time that parsing takes. Nothing here makes nodes by hand.
    """
    check = cst.CSTNode.__post_init__
    cst.CSTNode.__post_init__ = _accept  # type: ignore[assignment,method-assign]
    try:
        yield
    finally:
        cst.CSTNode.__post_init__ = check  # type: ignore[method-assign]


def _accept(_: cst.CSTNode) -> None:
    pass


class Unreadable(Exception):  # noqa: N818 - it says what the unit is, as Undecodable does
    """LibCST cannot parse the unit, or it is nested too deeply to be followed."""


def extract(text: str) -> Facts:
    """Return the facts of one unit; a text that begins with white space is parsed below `if 1:`. Raises Unreadable."""
    shift = 1 if text.lstrip("\f")[:1] in {" ", "\t"} else 0
    wrapped = _WRAPPER + text if shift else text
    try:
        module = cst.parse_module(wrapped)
    except Exception as problem:  # LibCST's native parser raises more than its ParserSyntaxError
        raise Unreadable(f"LibCST: {' '.join(str(problem).split())[:_REASON_LIMIT]}") from problem
    within = nodes(module)
    recorder = Recorder(
        split(text),
        positions(module, within, wrapped, shift),
        {**values.VALUES, **formulas.VALUES},
        formulas.FORMULAS,
        statements.STATEMENTS,
    )
    try:
        statements.walk(recorder, _inside(module) if shift else module.body)
    except TooDeep as problem:
        raise Unreadable(str(problem)) from problem
    return recorder.facts(sorted(_used(within)))


def _inside(module: cst.Module) -> Sequence[cst.CSTNode]:
    outer = module.body[0]
    assert isinstance(outer, cst.If)
    return outer.body.body


def _used(within: Sequence[cst.CSTNode]) -> set[str]:
    found: set[str] = set()
    for node in within:
        if isinstance(node, cst.Name):
            found.add(node.value)
        elif isinstance(node, cst.Attribute):
            found.add(node.attr.value)
    return found
