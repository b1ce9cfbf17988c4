"""The text of a unit, as it is given to LibCST."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..reading.decode import decode
from ..reading.decode import lines as split
from .cutting import Part, Unit


def source(rows: Sequence[str], unit: Unit, *, header_only: bool = False) -> str:
    """Return the text of *unit*: its own lines; below a header that is read alone, a marker for the body."""
    if unit.form == "class" or (header_only and unit.form == "def" and unit.header_last < unit.last):
        head = "".join(rows[unit.first - 1 : unit.header_last])
        return head + ("" if head.endswith(("\n", "\r")) else "\n") + unit.indent + "...\n"
    return "".join(rows[unit.first - 1 : unit.last])


def part_source(rows: Sequence[str], part: Part) -> str:
    """Return the text of a nested import statement."""
    return "".join(rows[part.first - 1 : part.last])


def texts(data: bytes, units: Sequence[Unit], numbers: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield the texts of some units of a file that was cut before, each with the unit's number."""
    rows = split(decode(data))
    for number in numbers:
        yield number, source(rows, units[number])
