"""From commit to commit of a part of a history that is not in the cache: blobs in, what each commit changed out."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from time import monotonic

from ...registry.universe.names import Names
from ..analysis import detectors, subjects_looked_for, subjects_of
from ..executing import Workers
from ..extracting.screening import Opening
from ..finding.registrations import Registers
from ..judging.drift import Delta
from ..linking.linked import link
from ..linking.memory import Memory
from ..reading.batch import Missing
from ..reading.git import blobs, ls_tree, prefix
from ..reading.log import Commit
from ..settings.load import Loaded
from ..store import Store
from .mentioned import Mentioned
from .pieces import Readings
from .placing import MARK, Placing
from .program import Program
from .shapes import Shape, reshaped

_WINDOW = 100  # commits whose blobs are held at a time
_FILE = "100"  # how the mode of a regular file begins
Changes = Mapping[str, str | None]
"""The blob that lies at each path now, or None where no file does any more."""


class Walker:
    """Goes from one commit to the next; needs the tree before the first."""

    def __init__(self, folder: Path, loaded: Loaded, names: Names, store: Store, workers: Workers, progress: Callable[[str], None]) -> None:
        """Stand before an empty tree."""
        settings = loaded.settings
        subjects = subjects_of(settings)
        opening = Opening(subjects_looked_for(settings), names.families(), names.on_line)
        self._folder, self._below, self._progress = folder, prefix(folder), progress
        memory = Memory()
        self._readings = Readings(opening, store, workers)
        self._placing = Placing(settings, names.family)
        self._program = Program(
            self._readings,
            self._placing,
            lambda units, owners, lessons: link(units, owners, names, subjects, lessons, memory),
            detectors(),
            Registers(settings.registry.idioms),
            subjects.strong.get,
        )
        self._files: dict[str, Shape | str] = {}
        self._mentioned = Mentioned(folder, self._placing.is_test)
        self._marks: set[str] = set()
        self._bytes = 0

    def deltas(self, before: Commit | None, steps: Sequence[Commit]) -> Iterator[Delta]:
        """Yield what each of *steps* changed, the first against *before*, or against nothing."""
        whole: list[Changes] = [self._tree((before or steps[0]).id)]
        later = [{change.path: change.blob for change in step.changes} for step in (steps if before is not None else steps[1:])]
        changes, started, done = [*whole, *later], monotonic(), 0
        total = sum(len(one) for one in changes)
        for start in range(0, len(changes), _WINDOW):
            part = changes[start : start + _WINDOW]
            window = [self._wanted(one) for one in part]
            taught = list(self._mentioned.after(part))
            for number, (shapes, names) in enumerate(zip(self._shaped(window), taught, strict=True), start=start):
                delta = self._program.advance(shapes, names)
                done += len(changes[number])
                left = (monotonic() - started) * (total - done) / max(done, 1)
                self._progress(f"commit {number} of {len(changes)}, {self._bytes >> 20} MB read, about {left:.0f} s left")
                if number or before is None:
                    yield delta

    def _tree(self, commit: str) -> Changes:
        return {entry.path: entry.id for entry in ls_tree(self._folder, commit, self._below) if entry.mode.startswith(_FILE)}

    def _wanted(self, changes: Changes) -> dict[str, str | None]:
        marks = {path for path in changes if path.rpartition("/")[2] == MARK}
        self._marks |= {path for path in marks if changes[path] is not None}
        self._marks -= {path for path in marks if changes[path] is None}
        self._placing.marked(self._marks)
        return {path: blob for path, blob in changes.items() if path.endswith(".py") and (blob is None or self._placing.lies(path))}

    def _shaped(self, window: Sequence[Mapping[str, str | None]]) -> Iterator[dict[str, Shape | str | None]]:
        """Yield the shapes of the files that each commit changed; what is read of them has been read."""
        ids = [blob for changes in window for blob in changes.values() if blob is not None]
        with closing(blobs(self._folder, ids)) as contents:
            found = [{path: None if blob is None else next(contents) for path, blob in changes.items()} for changes in window]
        first = {_digest(data): data for data in self._beginnings(found)}
        cut = self._readings.cut(first.items())
        shaped = [{path: self._shape(path, content, cut) for path, content in contents_.items()} for contents_ in found]
        self._readings.read(shape for shapes in shaped for shape in shapes.values() if isinstance(shape, Shape))
        yield from shaped

    def _beginnings(self, found: Sequence[Mapping[str, bytes | Missing | None]]) -> Iterator[bytes]:
        """Yield the bytes of the files that are new: there is nothing to find their shape from."""
        seen = set(self._files)
        for contents in found:
            for path, content in contents.items():
                if isinstance(content, bytes) and path not in seen:
                    yield content
                    seen.add(path)

    def _shape(self, path: str, content: bytes | Missing | None, cut: dict[bytes, Shape]) -> Shape | str | None:
        was = self._files.pop(path, None)
        match content:
            case None:
                return None
            case Missing(reason=reason):
                self._files[path] = reason
                return reason
            case bytes():
                self._bytes += len(content)
                digest = _digest(content)
                shape = cut.get(digest) or (reshaped(was, content) if isinstance(was, Shape) else None)
                if shape is None:
                    shape = cut[digest] = self._readings.cut([(digest, content)])[digest]
                self._files[path] = shape
                return shape


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
