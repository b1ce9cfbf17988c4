"""A target that lies in memory, for tests that need a tree and no disk."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from namebranch.analyzer.inventory import Unread
from namebranch.analyzer.reading.source import SourceFile


@dataclass(frozen=True, kw_only=True)
class MemorySource:
    """A tree of files as a dict; a path without bytes is one that cannot be read."""

    files: dict[str, bytes | None] = field(default_factory=dict)
    target: str = "memory"
    revision: str | None = None

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def read(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile | Unread]:
        for path in filter(wanted, self.paths()):
            data = self.files[path]
            yield Unread(path=path, reason="made so") if data is None else SourceFile(path=path, data=data)

    def one(self, path: str) -> bytes | None:
        return self.files.get(path)


def tree(*paths: str, **texts: str) -> MemorySource:
    """Return a source of empty files at these paths, and of `name_toml="…"` as `name.toml`."""
    files: dict[str, bytes | None] = dict.fromkeys(paths, b"")
    return MemorySource(files=files | {name.replace("_toml", ".toml"): text.encode() for name, text in texts.items()})
