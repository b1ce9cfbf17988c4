"""A source with some files on top: the tree as a step leaves it, which the next step reads."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import merge

from ...analyzer.inventory import Unread
from ...analyzer.reading.source import Source, SourceFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlaid:
    """A tree of files, those on top instead of those below."""

    below: Source
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def target(self) -> str:
        """The target below, as the user named it."""
        return self.below.target

    @property
    def revision(self) -> str | None:
        """None where something lies on top, since no revision holds that."""
        return None if self.files else self.below.revision

    def paths(self) -> tuple[str, ...]:
        """All regular files, sorted."""
        return tuple(sorted({*self.below.paths(), *self.files}))

    def read(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile | Unread]:
        """Yield each file that is wanted, in the order of the paths."""
        here = (SourceFile(path=path, data=data) for path, data in sorted(self.files.items()) if wanted(path))
        there = self.below.read(lambda path: path not in self.files and wanted(path))
        return merge(here, there, key=lambda file: file.path)

    def one(self, path: str) -> bytes | None:
        """The bytes of one file, or None."""
        return self.files[path] if path in self.files else self.below.one(path)

    def over(self, files: Mapping[str, bytes]) -> "Overlaid":
        """Return this with more files on top."""
        return Overlaid(below=self.below, files={**self.files, **files})
