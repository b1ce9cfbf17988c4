"""Byte by byte: what no other format is for. Nothing is unpickled, unpacked or executed."""

from ..artifact import Buffer, Compared, Format, Place
from ._parting import parting

_AROUND = 8  # bytes that are shown


def _compare(old: Buffer, new: Buffer) -> Compared:
    at = parting(old, (0, len(old)), new, (0, len(new)))
    if at is None:
        return Compared(cases=1, differing=0, first=None)
    place = Place(at=f"byte {at:,}", old=_shown(old, at), new=_shown(new, at))
    return Compared(cases=1, differing=1, first=place)


def _shown(data: Buffer, at: int) -> str:
    size = f"of {len(data):,} bytes"
    return f"{data[at : at + _AROUND].hex(' ')} {size}" if at < len(data) else f"the end {size}"


FORMAT = Format(name="bytes", suffixes=(), compare=_compare)
