"""A tree of files, wherever it lies: the one interface of folders, revisions and archives."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from ..inventory import Unread

LARGEST_FILE = 8 * 1024 * 1024  # bytes; a larger file is Unread


class TargetError(Exception):
    """What the user named cannot be opened: says what is wrong, where, and what to do next. Exit code 2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One file of a target: its POSIX path relative to the root, and its bytes."""

    path: str
    data: bytes


class Source(Protocol):
    """A target that was opened. Reading it never changes it and never runs code of it."""

    @property
    def target(self) -> str:
        """The target as the user named it."""

    @property
    def revision(self) -> str | None:
        """The full commit id, or None where the target is not a git revision."""

    def paths(self) -> tuple[str, ...]:
        """All regular files, sorted, ignored folders (`.git`, `__pycache__`, …) left out."""

    def read(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile | Unread]:
        """Yield each file whose path is wanted, in the order of the paths; what cannot be read is an Unread.

        A whole folder that cannot be listed is an Unread whose path ends in `/`, and comes whatever is wanted: anything might lie in it.
        """

    def one(self, path: str) -> bytes | None:
        """The bytes of one file, or None where the tree has no readable file of that path."""
