"""Changed files to disk: all of them or none, each in one step, and only where what lies there is what was read."""

import os
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


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

    Raises:
        UnwritableError: something else lies there than was read, or a link; or the disk refuses. What was written is taken back.

    """
    held = tuple(files)
    for each in held:
        check(root, each)
    staged: dict[str, Path] = {}
    made: list[Path] = []
    done: list[Writing] = []
    try:
        for each in held:
            made += _folders(root, root / each.path)
            if each.after is not None:
                staged[each.path] = _staged(root / each.path, each.after)
        for each in held:
            check(root, each)
            _put(root / each.path, staged.get(each.path))
            done.append(each)
    except BaseException as error:  # the user may stop it, too
        for each in reversed(done):
            _put(root / each.path, None if each.before is None else _staged(root / each.path, each.before))
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        if isinstance(error, OSError):
            raise UnwritableError(str(error)) from error
        raise
    finally:
        for file in staged.values():
            file.unlink(missing_ok=True)


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


def _folders(root: Path, file: Path) -> list[Path]:
    missing = [each for each in reversed(file.parents) if each.is_relative_to(root) and not each.is_dir()]
    for folder in missing:
        folder.mkdir()
    return missing


def _staged(file: Path, data: bytes) -> Path:
    """Write *data* beside *file*, with its mode, or that of a new file."""
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(descriptor, "wb") as written:
            written.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(stat.S_IMODE(file.stat().st_mode) if file.exists() else 0o666 & ~mask)
    except OSError:
        Path(name).unlink()
        raise
    return Path(name)


def _put(file: Path, staged: Path | None) -> None:
    if staged is None:
        file.unlink(missing_ok=True)
    else:
        staged.replace(file)
