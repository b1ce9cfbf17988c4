"""The first place where two stretches of bytes part."""

from ..artifact import Buffer

_CHUNK = 1 << 20


def parting(old: Buffer, first: tuple[int, int], new: Buffer, second: tuple[int, int]) -> int | None:
    """Return how far behind their starts two stretches, each *start, end*, part; None where they are equal."""
    sizes = first[1] - first[0], second[1] - second[0]
    for step in range(0, max(sizes), _CHUNK):
        one = old[first[0] + step : min(first[0] + step + _CHUNK, first[1])]
        other = new[second[0] + step : min(second[0] + step + _CHUNK, second[1])]
        if one != other:
            return step + _within(one, other)
    return None


def _within(one: bytes, other: bytes) -> int:
    """Return the length of the common start of two stretches that are not the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low
