"""A wheel or zip to its files, in memory: declared sizes bound what is unpacked, and what is unpacked is counted."""

import io
import stat
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from ..inventory import Unread
from .listing import Entry, Found, Listed, chosen, listing, paths, place_of
from .members import damaged, name_trouble, stripped, tidy, within_limits
from .source import LARGEST_FILE, SourceFile

_LARGEST_DIRECTORY = 16 * 1024**2  # bytes; 50,000 members with names of 200 characters need less
_ENCRYPTED = 0x1
_UNIX = 3
_TROUBLE = (BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError, OverflowError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Zipped:
    """The files of a wheel or a zip archive."""

    target: str
    archive: Path
    listed: tuple[Listed, ...]

    @property
    def revision(self) -> None:
        """An archive is no revision."""
        return

    def paths(self) -> tuple[str, ...]:
        """All regular files, sorted."""
        return paths(self.listed)

    def read(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile | Unread]:
        """Yield each member that is wanted, in the order of the paths."""
        some = chosen(self.listed, wanted)
        with _opened(self.target, self.archive) as members:
            for one in some:
                yield one if isinstance(one, Unread) else _read(members, one)

    def one(self, path: str) -> bytes | None:
        """The bytes of one member, or None."""
        at = place_of(self.listed, path)
        if at is None:
            return None
        with _opened(self.target, self.archive) as members:
            found = _read(members, Entry(path=path, at=at))
        return found.data if isinstance(found, SourceFile) else None


def open_zip(target: str, archive: Path, suffix: str) -> Zipped:
    """List an archive; raises TargetError where it is damaged or past a limit."""
    with _opened(target, archive) as members:
        listed = members.infolist()
    unpacked = sum(info.file_size for info in listed)
    within_limits(target, members=len(listed), unpacked=unpacked, packed=archive.stat().st_size)
    found = (_found(info) for info in listed if not info.orig_filename.endswith("/"))
    return Zipped(target=target, archive=archive, listed=listing(stripped(found, suffix)))


class _Careful(io.BufferedReader):
    """A file of which no caller gets more than a sane directory at once: `zipfile` reads a directory of any declared size."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _LARGEST_DIRECTORY:
            raise BadZipFile("its directory is larger than that of 50,000 members")
        return super().read(size)


def _opened(target: str, archive: Path) -> ZipFile:
    try:
        return _Owner(_Careful(io.FileIO(archive)))
    except _TROUBLE as error:
        raise damaged(target, error) from error


class _Owner(ZipFile):
    """An archive that closes its file, which `zipfile` leaves open where it was given one."""

    def __init__(self, file: io.BufferedReader) -> None:
        self._file = file
        try:
            super().__init__(file)
        except BaseException:
            file.close()
            raise

    def close(self) -> None:
        super().close()
        self._file.close()


def _found(info: ZipInfo) -> Found:
    path = tidy(info.orig_filename)
    if trouble := name_trouble(info.orig_filename) or _trouble(info):
        return Unread(path=path, reason=trouble)
    return Entry(path=path, at=info.filename)


def _trouble(info: ZipInfo) -> str | None:
    kind = stat.S_IFMT(info.external_attr >> 16) if info.create_system == _UNIX else 0
    if kind == stat.S_IFLNK:
        return "a link; links in archives are not followed"
    if kind not in {0, stat.S_IFREG}:
        return "not a regular file"
    if info.file_size > LARGEST_FILE:
        return f"larger than {LARGEST_FILE // 1024**2} MB"
    if info.flag_bits & _ENCRYPTED:
        return "it is encrypted"
    if info.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        return f"its compression (method {info.compress_type}) is not read"
    return None


def _read(members: ZipFile, entry: Entry) -> SourceFile | Unread:
    try:
        info = members.getinfo(entry.at)
        if info.orig_filename != entry.at:
            raise BadZipFile("another member hides behind its name by a NUL")
        with members.open(info) as member:
            data = member.read(LARGEST_FILE + 1)
    except (KeyError, *_TROUBLE) as error:
        return Unread(path=entry.path, reason=f"damaged in the archive: {error}")
    if len(data) > LARGEST_FILE:
        return Unread(path=entry.path, reason=f"larger than {LARGEST_FILE // 1024**2} MB")
    return SourceFile(path=entry.path, data=data)
