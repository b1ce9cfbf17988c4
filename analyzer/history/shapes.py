"""What a file is made of at one commit, found from what it was made of before: only the statements around a change are cut again."""

import ast
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from ..extracting.batch import Table, digest
from ..extracting.cutting import Part, Unit, cut
from ..extracting.texts import source
from ..reading.decode import Undecodable, decode, encoding
from ..reading.decode import lines as split

_PLAIN = "utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The lines of a file, its units, and the digest of each."""

    rows: Sequence[str]
    units: tuple[Unit, ...]
    digests: tuple[bytes, ...]
    plain: bool  # UTF-8 without a mark, and cut: what follows it may be cut in part
    unread: str | None = None  # why there are no units
    data: bytes = b""  # of a file without units: it matters only if something is looked for in it


def whole(data: bytes, table: Table, unread: str | None) -> Shape:
    """Return the shape of a file that was cut whole; *unread* is why it could not be."""
    if unread is not None:
        return Shape(rows=(), units=(), digests=(), plain=False, unread=unread, data=data)
    rows = split(decode(data))
    return Shape(rows=rows, units=table.units, digests=table.digests, plain=encoding(data) == _PLAIN)


def reshaped(was: Shape, data: bytes) -> Shape | None:
    """Return the shape of a file that had the shape *was* before, or None where it must be cut whole.

    Statements that end before the first line that differs, and those that begin behind the last one, are what they were: what lies
    between is parsed alone. Where that is no sequence of whole statements, the change reaches further than it seems.
    """
    rows = _rows(data) if was.plain else None
    if rows is None:
        return None
    same, below = _common(was.rows, rows)
    tops = [number for number, unit in enumerate(was.units) if not unit.steps]
    before = [number for number in tops if was.units[number].first <= same]
    start = before[-1] if before else 0
    first = was.units[start].first if before else 1
    behind = (number for number in tops if number > start and was.units[number].first > len(was.rows) - below)
    stop = next(behind, len(was.units))
    shift = len(rows) - len(was.rows)
    last = was.units[stop].first - 1 + shift if stop < len(was.units) else len(rows)
    middle = rows[first - 1 : last]
    units = _cut(middle)
    if units is None:
        return None
    return Shape(
        rows=rows,
        units=(*was.units[:start], *(shifted(unit, first - 1) for unit in units), *(shifted(unit, shift) for unit in was.units[stop:])),
        digests=(*was.digests[:start], *(digest(source(middle, unit)) for unit in units), *was.digests[stop:]),
        plain=True,
    )


def _rows(data: bytes) -> list[str] | None:
    try:
        return split(decode(data)) if encoding(data) == _PLAIN else None
    except Undecodable:
        return None


def _common(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Return how many lines are the same at the beginning, and how many of the others at the end."""
    most = min(len(one), len(other))
    head = next((at for at in range(most) if one[at] != other[at]), most)
    tail = next((at for at in range(most - head) if one[-1 - at] != other[-1 - at]), most - head)
    return head, tail


def _cut(rows: list[str]) -> tuple[Unit, ...] | None:
    text = "".join(rows)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return cut(text, rows)


def shifted(unit: Unit, lines: int) -> Unit:
    """Return *unit* as it is some lines further down."""
    if not lines:
        return unit
    imports = tuple(Part(part.first + lines, part.last + lines, part.steps) for part in unit.imports)
    place = (unit.first + lines, unit.last + lines, unit.form, unit.steps, unit.header_last + lines, unit.indent)
    return Unit(*place, imports, unit.end + lines)
