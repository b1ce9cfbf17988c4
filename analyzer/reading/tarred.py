"""An sdist (tar.gz) to its files, in memory: read strictly forwards, every unpacked byte counted, a damaged end told from an end."""

import gzip
import io
import itertools
import struct
import tarfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ..inventory import Unread
from .listing import Entry, Found, Listed, chosen, listing, paths, place_of
from .members import damaged, name_trouble, stripped, tidy, within_limits
from .source import LARGEST_FILE, SourceFile

_END = (b"", b"\0" * tarfile.BLOCKSIZE)  # what is read where a member could begin, and none does
_LARGEST_READ = LARGEST_FILE + tarfile.BLOCKSIZE  # longer ones come from a header that declares a name of that length
_TROUBLE = (
    tarfile.TarError,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    RecursionError,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tarred:
    """The files of a tar.gz archive, usually an sdist, without its single top folder."""

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
        """Yield each member that is wanted, in the order of the paths.

        The archive has an order of its own and goes forwards only, so what is wanted is held until its turn comes.
        """
        some = chosen(self.listed, wanted)
        held = _contents(self.target, self.archive, {one.at for one in some if isinstance(one, Entry)})
        for one in some:
            if isinstance(one, Unread):
                yield one
            elif (data := held.pop(one.at, None)) is not None:
                yield SourceFile(path=one.path, data=data)
            else:
                yield Unread(path=one.path, reason="it vanished: the archive changed while it was read")

    def one(self, path: str) -> bytes | None:
        """The bytes of one member, or None."""
        at = place_of(self.listed, path)
        return None if at is None else _contents(self.target, self.archive, {at}).get(at)


def open_tar(target: str, archive: Path, suffix: str) -> Tarred:
    """List an archive; raises TargetError where it is damaged or past a limit."""
    found = [_found(member) for member, _ in _members(target, archive) if not member.isdir()]
    return Tarred(target=target, archive=archive, listed=listing(stripped(found, suffix)))


def _contents(target: str, archive: Path, names: set[str]) -> dict[str, bytes]:
    held: dict[str, bytes] = {}
    for member, tar in _members(target, archive):
        if member.name in names and member.isreg() and member.size <= LARGEST_FILE:
            content = tar.extractfile(member)
            held[member.name] = content.read() if content else b""
    return held


class _Inflated(gzip.GzipFile):
    """The unpacked bytes of an archive, forwards only: stops at the limits, and remembers what was read last."""

    def __init__(self, target: str, file: io.BufferedReader, packed: int) -> None:
        super().__init__(fileobj=file, mode="rb")
        self._target, self._packed = target, packed
        self.last = b""

    def read(self, size: int | None = -1) -> bytes:
        if size is None or not 0 <= size <= _LARGEST_READ:
            raise tarfile.ReadError(f"a header declares {size} bytes")
        self._within(self.tell() + size)
        self.last = super().read(size)
        return self.last

    def tell(self) -> int:
        return super().seek(0, io.SEEK_CUR)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence != io.SEEK_SET or offset < self.tell():
            raise tarfile.ReadError("a header leads backwards")
        self._within(offset)
        return super().seek(offset)

    def _within(self, unpacked: int) -> None:
        within_limits(self._target, unpacked=unpacked, packed=self._packed)


def _members(target: str, archive: Path) -> Iterator[tuple[tarfile.TarInfo, tarfile.TarFile]]:
    """Yield each member while the archive stands right behind its header; raises TargetError where it is damaged or past a limit."""
    try:
        with archive.open("rb") as file, _Inflated(target, file, archive.stat().st_size) as stream, _tar(stream) as tar:
            for count in itertools.count(1):
                if (member := tar.next()) is None:
                    break
                within_limits(target, members=count)
                yield member, tar
            if stream.last not in _END:
                raise damaged(target, "a member's header is broken")
            while stream.read(io.DEFAULT_BUFFER_SIZE):
                pass  # to the checksum at the very end
    except _TROUBLE as error:
        raise damaged(target, error) from error


def _tar(stream: _Inflated) -> tarfile.TarFile:
    return tarfile.TarFile(fileobj=cast("io.BytesIO", stream), mode="r", encoding="utf-8", errors="surrogateescape")


def _found(member: tarfile.TarInfo) -> Found:
    path = tidy(member.name)
    if trouble := name_trouble(member.name) or _trouble(member):
        return Unread(path=path, reason=trouble)
    return Entry(path=path, at=member.name)


def _trouble(member: tarfile.TarInfo) -> str | None:
    if member.issym() or member.islnk():
        return "a link; links in archives are not followed"
    if not member.isreg() or member.issparse():
        return "not a regular file"
    if member.size > LARGEST_FILE:
        return f"larger than {LARGEST_FILE // 1024**2} MB"
    return None
