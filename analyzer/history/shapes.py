"""What a file is made of at one commit, found from what it was made of before: only the statements around a change are cut again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import structs

from ..extracting.batch import Table, digest
from ..extracting.cutting import Step, Unit, cut_alone, shifted
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
    between is parsed alone, among the members of the innermost class around it, or else of the file. Where that is no sequence of whole
    statements, the change reaches further than it seems.
    """
    rows = _rows(data) if was.plain else None
    if rows is None:
        return None
    same, below = _common(was.rows, rows)
    changed = _Changed(was=was, rows=rows, same=same, behind=len(was.rows) - below, shift=len(rows) - len(was.rows))
    return next((found for holder in changed.holders() if (found := changed.within(holder)) is not None), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Changed:
    """A file before and after: lines up to *same*, and those from *behind* on, are as they were."""

    was: Shape
    rows: Sequence[str]
    same: int
    behind: int
    shift: int

    def holders(self) -> list[int | None]:
        """Return the classes around the change, the innermost first, and then the file itself."""
        around = (
            unit.form == "class" and unit.header_last < self.same and unit.end >= max(self.same, self.behind) for unit in self.was.units
        )
        return [*[number for number, is_around in enumerate(around) if is_around][::-1], None]

    def within(self, holder: int | None) -> Shape | None:
        """Return the new shape if the change is one of whole members of a class, or of whole statements of the file."""
        units = self.was.units
        steps, members, past = self._members(holder)
        before = [number for number in members if units[number].first <= self.same]
        if holder is not None and not before:
            return None
        start = before[-1] if before else 0
        first = units[start].first if before else 1
        stop = next((number for number in members if number > start and units[number].first > self.behind), past)
        last = self._line_before(stop, holder)
        middle = self.rows[first - 1 : last]
        cut = cut_alone(middle, steps)
        if cut is None:
            return None
        return Shape(
            rows=self.rows,
            units=(
                *self._stretched(start, holder, first - 1 + cut[-1].end if cut and stop == past else None),
                *(shifted(unit, first - 1) for unit in cut),
                *(shifted(unit, self.shift) for unit in units[stop:]),
            ),
            digests=(*self.was.digests[:start], *(digest(source(middle, unit)) for unit in cut), *self.was.digests[stop:]),
            plain=True,
        )

    def _members(self, holder: int | None) -> tuple[tuple[Step, ...], list[int], int]:
        """Return the steps into a class or the file, the numbers of the units that are its members, and that of the next unit after it."""
        units = self.was.units
        if holder is None:
            return (), [number for number, unit in enumerate(units) if not unit.steps], len(units)
        steps, end = units[holder + 1].steps, units[holder].end
        past = next((number for number in range(holder + 1, len(units)) if units[number].first > end), len(units))
        return steps, [number for number in range(holder + 1, past) if units[number].steps == steps], past

    def _line_before(self, stop: int, holder: int | None) -> int:
        """Return the last line of what lies before a unit, in a class at most that of the class."""
        units = self.was.units
        if holder is not None and (stop == len(units) or units[stop].first > units[holder].end):
            return units[holder].end + self.shift
        return units[stop].first - 1 + self.shift if stop < len(units) else len(self.rows)

    def _stretched(self, start: int, holder: int | None, end: int | None) -> Iterator[Unit]:
        """Yield the units before the change; the classes around it end where they end now: *end* where the innermost does so newly."""
        units = self.was.units
        inner = 0 if holder is None else units[holder].end
        for number, unit in enumerate(units[:start]):
            if holder is None or number > holder or unit.form != "class" or unit.end < inner:
                yield unit
            else:
                yield structs.replace(unit, end=end if end is not None and unit.end == inner else unit.end + self.shift)


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
