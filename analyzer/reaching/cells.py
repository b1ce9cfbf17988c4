"""What an expression is worth in one world, and in all of them: cells and columns."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from .outcome import Outcome


class Mark(Enum):
    """What is no value."""

    UNKNOWN = "nobody says"
    RAISES = "an error is raised"
    MISSING = "there is no such element"


@dataclass(frozen=True, slots=True)
class Class:
    """A class, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that is not looked into, by its text."""

    text: str


ADDED = Thing("what is added elsewhere")


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping, in the order of its keys."""

    keys: tuple[object, ...]
    values: tuple[object, ...]

    def __contains__(self, key: object) -> bool:
        """Whether there is such a key."""
        return key in self.keys

    def __iter__(self) -> Iterator[object]:
        """Go through the keys."""
        return iter(self.keys)

    def __len__(self) -> int:
        """Return the number of keys."""
        return len(self.keys)

    def __getitem__(self, key: object) -> object:
        """Return the value of a key, or raise KeyError."""
        for known, value in zip(self.keys, self.values, strict=True):
            if known == key:
                return value
        raise KeyError(key)

    def merged(self, other: "Table") -> "Table":
        """Return this with the keys of another."""
        kept = dict(zip(self.keys, self.values, strict=True)) | dict(zip(other.keys, other.values, strict=True))
        return Table(tuple(kept), tuple(kept.values()))


Column: TypeAlias = tuple[object, ...]
"""One cell a world, or a single one that is the same in all."""
_ERRORS = (TypeError, AttributeError, KeyError, IndexError, ValueError)


def lift(make: Callable[..., object], columns: Sequence[Column]) -> Column:
    """Apply *make* world by world; a mark among the cells is the answer, and so is an error that Python would raise."""
    width = max(len(column) for column in columns)
    wide = [column * width if len(column) < width else column for column in columns]
    return narrow([one(make, cells) for cells in zip(*wide, strict=True)])


def narrow(cells: Sequence[object]) -> Column:
    """Return a column; a single cell where all are the same."""
    return (cells[0],) if len(set(map(id, cells))) == 1 else tuple(cells)


def one(make: Callable[..., object], cells: Sequence[object]) -> object:
    """Apply *make* to some cells as Python would."""
    for cell in cells:
        if type(cell) is Mark:
            return next(mark for mark in (Mark.MISSING, Mark.RAISES, Mark.UNKNOWN) if mark in cells)
    try:
        return make(*cells)
    except _ERRORS:
        return Mark.RAISES


def bits(flags: Iterable[bool]) -> int:
    """Return a whole number whose bits are *flags*, the lowest first."""
    return int("".join("1" if flag else "0" for flag in flags)[::-1] or "0", 2)


def flags(number: int, width: int) -> str:
    """Return the bits of a number as `0` and `1`, the lowest first."""
    return format(number, f"0{width}b")[::-1]


def outcome(column: Column, everywhere: int) -> tuple[Outcome, int]:
    """Return where the cells are true and where they raise, and where nobody can say."""
    held = [_truth(cell) for cell in column]
    if len(held) == 1:
        yes, error, unknown = (everywhere if held[0] is wanted else 0 for wanted in (True, Mark.RAISES, Mark.UNKNOWN))
    else:
        yes, error, unknown = (bits(cell is wanted for cell in held) & everywhere for wanted in (True, Mark.RAISES, Mark.UNKNOWN))
    return Outcome(yes, error), unknown


def _truth(cell: object) -> object:
    if cell is True or cell is False:
        return cell
    if type(cell) is Mark:
        return False if cell is Mark.MISSING else cell
    if isinstance(cell, Thing):
        return Mark.UNKNOWN
    return True if isinstance(cell, Class) else bool(cell)
