"""What the move of a package comes to, as values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """One file that moves, changes, or is new; then `old` and `before` are None."""

    old: str | None
    new: str
    before: bytes | None
    after: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageMove:
    """What a move comes to."""

    old: str
    new: str
    files: tuple[Placed, ...]
    looks: tuple[str, ...]  # `path:line: why` where a person has to look: what depends on where a file lies, and frozen files
    unread: tuple[str, ...]

    @property
    def moved(self) -> int:
        """How many files go to another place."""
        return sum(file.old is not None and file.old != file.new for file in self.files)
