"""The text of a unit, as it is given to LibCST."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from ..reading.decode import decode
from ..reading.decode import lines as split
from .cutting import Unit

WHOLE, HEADER = -1, -2
"""Which piece of a unit: all of it, the header of its def alone, or (from 0) one of the import statements inside."""


def source(rows: Sequence[str], unit: Unit, piece: int = WHOLE) -> str:
    """Return the text of a piece of *unit*; below a header that is read alone stands a marker for the body."""
    if piece >= 0:
        part = unit.imports[piece]
        return "".join(rows[part.first - 1 : part.last])
    if unit.form == "class" or piece == HEADER:
        head = "".join(rows[unit.first - 1 : unit.header_last])
        return head + ("" if head.endswith(("\n", "\r")) else "\n") + unit.indent + "...\n"
    return "".join(rows[unit.first - 1 : unit.last])


def texts(data: bytes, units: Sequence[Unit], pieces: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """Yield the texts of some pieces of a file that was cut before, each with its unit's number and its own."""
    rows = split(decode(data))
    for number, piece in pieces:
        yield number, piece, source(rows, units[number], piece)


def pieces_at(units: Sequence[Unit], lines: Sequence[int], brief: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pieces to read: whole units where one of *lines* lies, and headers and imports where one of *brief* does."""
    starts = [unit.first for unit in units]
    found = {(number, WHOLE): None for line in lines if (number := _holding(starts, units, line)) is not None}
    for line in brief:
        number = _holding(starts, units, line)
        if number is not None and (number, WHOLE) not in found:
            piece = _brief(units[number], line)
            if piece is not None:
                found[number, piece] = None
    return list(found)


def _holding(starts: Sequence[int], units: Sequence[Unit], line: int) -> int | None:
    at = bisect_left(starts, line + 1) - 1
    return at if at >= 0 and units[at].last >= line else None


def _brief(unit: Unit, line: int) -> int | None:
    """Return the piece of a unit that a def, class or import on *line* is; None for what lies deeper."""
    if unit.form in {"import", "class"}:
        return WHOLE
    for number, part in enumerate(unit.imports):
        if part.first <= line <= part.last:
            return number
    if unit.form != "def":
        return None
    if unit.header_last == unit.last:
        return WHOLE
    return HEADER if line <= unit.header_last else None
