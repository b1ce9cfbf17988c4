"""A unit's text in, its facts out: a pure function."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from ..reading.decode import lines as split
from . import statements, tests, values
from .cutting import Part, Unit
from .facts import Facts
from .positions import nodes, positions
from .recorder import Recorder

WRAPPER = "if 1:\n"


def source(rows: Sequence[str], unit: Unit, *, header_only: bool = False) -> str:
    """Return the text that LibCST is given for *unit*: its own lines; below a header that is read alone, a marker for the body."""
    if unit.form == "class" or (header_only and unit.form == "def" and unit.header_last < unit.last):
        head = "".join(rows[unit.first - 1 : unit.header_last])
        return f"{head}{'' if head.endswith((chr(10), chr(13))) else chr(10)}{unit.indent}...\n"
    return "".join(rows[unit.first - 1 : unit.last])


def part_source(rows: Sequence[str], part: Part) -> str:
    """Return the text of a nested import statement."""
    return "".join(rows[part.first - 1 : part.last])


def extract(text: str) -> Facts:
    """Return the facts of one unit; a text that begins with white space is parsed below `if 1:`.

    Raises libcst.ParserSyntaxError where LibCST cannot parse it.
    """
    shift = 1 if text[:1] in {" ", "\t", "\f"} else 0
    wrapped = WRAPPER + text if shift else text
    module = cst.parse_module(wrapped)
    recorder = Recorder(
        split(text),
        positions(module, wrapped, shift),
        {**values.VALUES, **tests.VALUES},
        tests.FORMULAS,
        statements.STATEMENTS,
    )
    body: Sequence[cst.CSTNode] = module.body
    if shift:
        outer = body[0]
        assert isinstance(outer, cst.If)
        body = outer.body.body
    statements.walk(recorder, body)
    return recorder.facts(sorted(_used(module)))


def _used(module: cst.Module) -> set[str]:
    found: set[str] = set()
    for node in nodes(module):
        if isinstance(node, cst.Name):
            found.add(node.value)
        elif isinstance(node, cst.Attribute):
            found.add(node.attr.value)
    return found
