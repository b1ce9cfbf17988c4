"""A folder on disk to its files: regular files only, links never followed, each opened once and never blocking."""

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..inventory import Unread
from .ignored import ENVIRONMENT_MARK, is_ignored_folder
from .listing import Entry, Found, Link, Listed, chosen, listing, paths, place_of
from .source import LARGEST_FILE, SourceFile, TargetError

TOO_LARGE = f"larger than {LARGEST_FILE // 1024**2} MB"
IRREGULAR = "not a regular file (a pipe, a socket or a device)"
VANISHED = "it vanished while the target was read"
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # a pipe put there meanwhile neither blocks nor is read


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """The files of a folder as they lie there now; of a git work tree too, without asking git."""

    target: str
    root: Path
    listed: tuple[Listed, ...]

    @property
    def revision(self) -> None:
        """A folder is no revision."""
        return

    def paths(self) -> tuple[str, ...]:
        """All regular files, sorted."""
        return paths(self.listed)

    def read(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile | Unread]:
        """Yield each file that is wanted, in the order of the paths."""
        for one in chosen(self.listed, wanted):
            yield one if isinstance(one, Unread) else _read(one)

    def one(self, path: str) -> bytes | None:
        """The bytes of one file, or None."""
        at = place_of(self.listed, path)
        found = None if at is None else _read(Entry(path=path, at=at))
        return found.data if isinstance(found, SourceFile) else None


def open_folder(target: str, root: Path) -> Folder:
    """List a folder; raises TargetError where not even the root can be listed."""
    real = root.resolve()
    try:
        os.scandir(real).close()
    except OSError as error:
        raise TargetError(f"{target}: the folder cannot be listed: {error.strerror}") from error
    return Folder(target=target, root=real, listed=listing(_walk(real)))


def _walk(root: Path) -> Iterator[Found]:
    nested_mark = ".git" if (root / ".git").exists() else None  # below a repository, another repository is not of it
    pending = [""]
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(root / folder) as listed:
                found = list(listed)
        except OSError as error:
            yield Unread(path=f"{folder}/", reason=f"the folder cannot be listed: {error.strerror}")
            continue
        if folder and not {ENVIRONMENT_MARK, nested_mark}.isdisjoint(entry.name for entry in found):
            continue
        for entry in found:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if _is_folder(entry):
                if not is_ignored_folder(path):
                    pending.append(path)
            else:
                yield _sorted_out(entry, path, root)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:  # its kind is asked again, and the trouble reported, as that of a file
        return False


def _sorted_out(entry: os.DirEntry[str], path: str, root: Path) -> Found:
    try:
        if entry.is_symlink():
            return Link(path=path, to=_leads_to(Path(entry.path), root, path))
        regular = entry.is_file(follow_symlinks=False)
    except OSError as error:
        return Unread(path=path, reason=_why(error))
    return Entry(path=path, at=entry.path) if regular else Unread(path=path, reason=IRREGULAR)


def _leads_to(link: Path, root: Path, path: str) -> str | None:
    try:
        real = link.resolve()
    except (OSError, RuntimeError):  # a circle
        return path
    return real.relative_to(root).as_posix() if real.is_relative_to(root) else None


def _read(entry: Entry) -> SourceFile | Unread:
    try:
        descriptor = os.open(entry.at, _FLAGS)
    except OSError as error:
        return Unread(path=entry.path, reason=_why(error))
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            return Unread(path=entry.path, reason=IRREGULAR)
        data = _bytes(descriptor, found.st_size)
    except OSError as error:
        return Unread(path=entry.path, reason=_why(error))
    finally:
        os.close(descriptor)
    return Unread(path=entry.path, reason=TOO_LARGE) if data is None else SourceFile(path=entry.path, data=data)


def _bytes(descriptor: int, size: int) -> bytes | None:
    """Return the content, or None past the limit; the size is a guess only, as a file may grow while it is read."""
    if size > LARGEST_FILE:
        return None
    parts: list[bytes] = []
    length = 0
    while part := os.read(descriptor, max(size + 1 - length, 65536)):
        parts.append(part)
        length += len(part)
        if length > LARGEST_FILE:
            return None
    return b"".join(parts)


def _why(error: OSError) -> str:
    return VANISHED if isinstance(error, FileNotFoundError) else f"cannot be read: {error.strerror}"
