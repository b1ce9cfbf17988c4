"""What the tests of a moving tree call models, commit by commit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from ..reading.git import blobs
from ..reading.mentions import mentions


class Mentioned:
    """Reads the tests that each commit changed; of their bytes nothing is kept but names."""

    def __init__(self, folder: Path, is_test: Callable[[str], bool]) -> None:
        """Stand before an empty tree."""
        self._folder, self._is_test = folder, is_test
        self._held: dict[str, frozenset[str]] = {}
        self._all: frozenset[str] = frozenset()

    def after(self, window: Sequence[Mapping[str, str | None]]) -> Iterator[frozenset[str]]:
        """Yield what is mentioned after each of some commits, each the blobs that lie at its changed paths now."""
        tests = [{path: blob for path, blob in changes.items() if path.endswith(".py") and self._is_test(path)} for changes in window]
        with closing(blobs(self._folder, [blob for changes in tests for blob in changes.values() if blob is not None])) as contents:
            for changes in tests:
                was = {path: self._held.get(path, frozenset()) for path in changes}
                for path, blob in changes.items():
                    data = None if blob is None else next(contents)
                    self._held[path] = mentions(data) if isinstance(data, bytes) else frozenset()
                if any(self._held[path] != names for path, names in was.items()):
                    self._all = frozenset().union(*self._held.values())
                yield self._all
