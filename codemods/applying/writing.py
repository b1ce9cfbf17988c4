"""Changed files to disk: all of them or none, each in one step, and only where what lies there is what was read."""

import signal
import stat
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex

_ENDING = {signal.SIGINT, signal.SIGTERM}


class UnwritableError(Exception):
    """Nothing was written; the message says which file stands in the way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """One file: what was read at its POSIX path below the root, and what is to lie there. None is no file."""

    path: str
    before: bytes | None
    after: bytes | None


def write(root: Path, files: Iterable[Writing]) -> None:
    """Write *files* below *root*. A file keeps its mode, links are not written through, and new folders are made.

    All new bytes, and all old ones, lie on the disk before the first file is replaced; signals wait while they are.

    Raises:
        UnwritableError: something else lies there than was read, or a link; or the disk refuses. What was written is taken back.

    """
    held = tuple(files)
    for each in held:
        check(root, each)
    step = _Step(root=root)
    try:
        for each in held:
            step.stage(each)
        with _undisturbed():
            for each in held:
                check(root, each)
                step.put(each)
    except BaseException as error:  # the user may stop it, too
        with _undisturbed():
            step.take_back()
        if isinstance(error, OSError):
            raise UnwritableError(str(error)) from error
        raise
    finally:
        step.sweep()


@dataclass(slots=True, kw_only=True)
class _Step:
    """Files on their way. What is about to be made is written down before it is, so that it is found again."""

    root: Path
    new: dict[str, Path] = field(default_factory=dict)  # bytes to come, beside their place
    old: dict[str, Path] = field(default_factory=dict)  # bytes that were there
    folders: list[Path] = field(default_factory=list)
    begun: list[Writing] = field(default_factory=list)

    def stage(self, file: Writing) -> None:
        """Lay the new and the old bytes of a file beside it."""
        place = self.root / file.path
        for folder in [each for each in reversed(place.parents) if each.is_relative_to(self.root) and not each.is_dir()]:
            self.folders.append(folder)
            folder.mkdir()
        mode = stat.S_IMODE(place.stat().st_mode) if file.before is not None else None
        for data, kept in ((file.after, self.new), (file.before, self.old)):
            if data is not None:
                kept[file.path] = beside = place.parent / f".{place.name}.{token_hex(8)}"
                _laid(beside, data, mode)

    def put(self, file: Writing) -> None:
        """Replace a file, or remove it."""
        self.begun.append(file)
        if file.after is None:
            (self.root / file.path).unlink()
        else:
            self.new[file.path].replace(self.root / file.path)

    def take_back(self) -> None:
        """Put back what was there."""
        for file in reversed(self.begun):
            if file.before is None:
                (self.root / file.path).unlink(missing_ok=True)
            else:
                self.old[file.path].replace(self.root / file.path)
        self.sweep()
        for folder in reversed(self.folders):
            with suppress(OSError):
                folder.rmdir()

    def sweep(self) -> None:
        """Remove what lies beside the files."""
        for beside in (*self.new.values(), *self.old.values()):
            beside.unlink(missing_ok=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let signals that would end us wait; whichever thread gets them, Python hears of them in the main one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = {number: signal.signal(number, lambda number, _: waiting.append(number)) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        for came in waiting:
            signal.raise_signal(came)


def _laid(file: Path, data: bytes, mode: int | None) -> None:
    """Write a new file, with a mode, or that of a new file."""
    file.write_bytes(data)
    if mode is not None:
        file.chmod(mode)


def check(root: Path, file: Writing) -> None:
    """Make sure that what lies there is what was read.

    Raises:
        UnwritableError: it is not.

    """
    place = root / file.path
    if ".." in place.parts or not place.is_relative_to(root):
        raise UnwritableError(f"{file.path}: it lies outside of the target")
    if any(each.is_symlink() for each in (place, *place.parents) if each != root and each.is_relative_to(root)):
        raise UnwritableError(f"{file.path}: a link is not written through")
    if place.exists() and not place.is_file():
        raise UnwritableError(f"{file.path}: it is no regular file")
    try:
        now = place.read_bytes()
    except FileNotFoundError:
        now = None
    except OSError as error:
        raise UnwritableError(f"{file.path}: {error.strerror}") from error
    if now != file.before:
        raise UnwritableError(f"{file.path}: it is not what was read a moment ago; run it again")
