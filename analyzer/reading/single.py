"""One Python file as a target: a tree that holds nothing else."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..inventory import Unread
from .source import LARGEST_FILE, SourceFile, TargetError


@dataclass(frozen=True, slots=True, kw_only=True)
class Single:
    """A file, read when it was opened."""

    target: str
    name: str
    data: bytes

    @property
    def revision(self) -> None:
        """A file is no revision."""
        return

    def paths(self) -> tuple[str, ...]:
        """Return its name."""
        return (self.name,)

    def read(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile | Unread]:
        """Yield it, if it is wanted."""
        if wanted(self.name):
            yield SourceFile(path=self.name, data=self.data)

    def one(self, path: str) -> bytes | None:
        """Return its bytes, if it is asked for."""
        return self.data if path == self.name else None


def open_single(target: str, path: Path) -> Single:
    """Read a file; raises TargetError where it cannot be read, or is too large."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise TargetError(f"{target}: larger than {LARGEST_FILE >> 20} MB, so it is not read")
        return Single(target=target, name=path.name, data=path.read_bytes())
    except OSError as error:
        raise TargetError(f"{target}: {error.strerror or error}") from error
