"""Values put together world by world: a function applied, one of two chosen, a truth as a value."""

from collections.abc import Callable

from .cells import Column, Mark, flags, lift, narrow
from .diagram import combine
from .frames import Truth, Value
from .outcome import Outcome
from .protocol import Asked

UNKNOWN: Column = (Mark.UNKNOWN,)


def apply(make: Callable[..., object], *values: Value) -> Value:
    """Apply a function world by world."""
    return combine(lambda *columns: lift(make, columns), *values)


def as_value(asked: Asked, truth: Truth) -> Value:
    """Return a truth as `True` and `False`."""
    width = len(asked.worlds.rows)

    def column(held: Outcome) -> Column:
        if not held.raises and held.true in {0, asked.worlds.everywhere}:
            return (held.true != 0,) if width else UNKNOWN
        cells: list[object] = [flag == "1" for flag in flags(held.true, width)]
        return _raising(cells, held.raises)

    return combine(column, truth)


def mapped(asked: Asked, make: Callable[..., object], *values: Value) -> Value:
    """Apply a function that lives as long as the program, once for the same values."""
    key = tuple(map(id, (make, *values)))
    if key not in asked.mapped:
        asked.mapped[key] = values, apply(make, *values)
    return asked.mapped[key][1]


def chosen(asked: Asked, condition: Truth, yes: Value, no: Value) -> Value:
    """Return one value where a condition holds, another where it does not."""
    width, everywhere = len(asked.worlds.rows), asked.worlds.everywhere

    def one_of(held: Outcome, first: Column, second: Column) -> Column:
        if held == Outcome(everywhere, 0):
            return first
        if held == Outcome(0, 0):
            return second
        wide = [column * width if len(column) < width else column for column in (first, second)]
        picked = [cells[0] if flag == "1" else cells[1] for flag, *cells in zip(flags(held.true, width), *wide, strict=True)]
        return narrow(_raising(picked, held.raises))

    return combine(one_of, condition, yes, no)


def _raising(cells: list[object], raises: int) -> Column:
    if not raises:
        return tuple(cells)
    return tuple(Mark.RAISES if flag == "1" else cell for flag, cell in zip(flags(raises, len(cells)), cells, strict=True))
