"""What comparing two files comes to, and what a format of files is. The formats lie on the shelf `artifacts/`."""

import mmap
from collections.abc import Callable
from dataclasses import dataclass

Buffer = bytes | mmap.mmap
"""The bytes of a file; a slice of it is a copy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where two files part, and what stands there."""

    at: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What comparing two files comes to."""

    cases: int  # values, tensors or whole files that were compared
    differing: int
    first: Place | None  # None: nothing differs
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """How files of some suffixes are compared; without suffixes, all others."""

    name: str
    suffixes: tuple[str, ...]
    compare: Callable[[Buffer, Buffer], Compared]


class NotOfFormatError(ValueError):
    """A file is not what its suffix says, or cannot be read as that; the message says why."""
