"""What was found in a tree to what is read of it: sorted, ignored folders left out, troublesome names and links told apart."""

import posixpath
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..inventory import Unread
from .ignored import Ignored, folders_of

NOT_UTF8 = "its name is not UTF-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One regular file: its path, and where its bytes are (a file, a blob, a member of an archive)."""

    path: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One symbolic link: its path, and the path it leads to, or None where that is outside the root."""

    path: str
    to: str | None


Found = Entry | Link | Unread
Listed = Entry | Unread


def listing(found: Iterable[Found]) -> tuple[Listed, ...]:
    """Return the files to read and those that cannot be, sorted by path.

    Links are never followed. One that leads to a file or folder of the tree is left out, as that is read in its own place.
    """
    everything = [_addressable(one) for one in found]
    ignored = Ignored(one.path for one in everything)
    kept = list(_told_apart([one for one in everything if one.path not in ignored]))
    files = {one.path for one in kept if isinstance(one, Entry)}
    places = files.union(*map(folders_of, files), {"."})
    return tuple(sorted(_links_judged(kept, places), key=lambda one: one.path))


def chosen(listed: Iterable[Listed], wanted: Callable[[str], bool]) -> list[Listed]:
    """Return those whose path is wanted, and every folder that could not be listed: anything might lie in it."""
    return [one for one in listed if one.path.endswith("/") or wanted(one.path)]


def paths(listed: Iterable[Listed]) -> tuple[str, ...]:
    """Return the paths of the files."""
    return tuple(one.path for one in listed if isinstance(one, Entry))


def place_of(listed: Iterable[Listed], path: str) -> str | None:
    """Return where the bytes of one file are, or None where there is no such file."""
    return next((one.at for one in listed if isinstance(one, Entry) and one.path == path), None)


def lexically(path: str, target: str) -> str | None:
    """Return the path that a link at *path* leads to by its text alone, or None where that leaves the root."""
    to = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    return None if posixpath.isabs(target) or to == ".." or to.startswith("../") else to


def shown(path: str) -> str:
    """Return a path as text that can be written: bytes that are not UTF-8 as escapes."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _addressable(one: Found) -> Found:
    if trouble := _trouble(one.path):
        return Unread(path=shown(one.path), reason=trouble)
    return one


def _trouble(path: str) -> str | None:
    if not path.isascii() and shown(path) != path:
        return NOT_UTF8
    if path.startswith("/"):
        return "its name is absolute"
    if "\0" in path:
        return "its name holds a NUL"
    if not {"", ".", ".."}.isdisjoint(path.removesuffix("/").split("/")):
        return "its name has an empty part, a `.` or a `..`"
    return None


def _told_apart(found: list[Found]) -> Iterator[Found]:
    twice = {path for path, times in Counter(one.path for one in found).items() if times > 1}
    yield from (one for one in found if one.path not in twice)
    yield from (Unread(path=path, reason="several files have this name, and none can be told to be the right one") for path in twice)


def _links_judged(found: Iterable[Found], places: set[str]) -> Iterator[Listed]:
    for one in found:
        match one:
            case Entry() | Unread():
                yield one
            case Link(path=path, to=None):
                yield Unread(path=path, reason="a link that leaves the target; links are not followed")
            case Link(path=path, to=to) if to not in places:
                yield Unread(path=path, reason=f"a link that leads to nothing that is read (to {to})")
            case Link():
                pass
