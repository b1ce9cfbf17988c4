"""The members of an archive before they are believed: limits on the whole, names, and the top folder of an sdist."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from .listing import Entry, Found
from .source import LARGEST_FILE, TargetError

MOST_MEMBERS = 50_000
MOST_BYTES = 1024**3  # of all members unpacked
MOST_RATIO = 100  # unpacked to packed; asked only where more is unpacked than one member may hold
_ADVICE = "unpack it yourself and name the folder if you trust it"
_PROJECT_FILES: Mapping[str, frozenset[str]] = MappingProxyType(  # a top folder is stripped if it holds one; the empty set: always
    {
        ".whl": frozenset({"/"}),  # no file is called so: never
        ".zip": frozenset({"pyproject.toml", "setup.py", "setup.cfg", "PKG-INFO"}),
        ".tar.gz": frozenset(),
        ".tgz": frozenset(),
    }
)
SUFFIXES = tuple(_PROJECT_FILES)


def suffix_of(name: str) -> str | None:
    """Return the suffix that makes a file name an archive's, or None."""
    return next((suffix for suffix in SUFFIXES if name.lower().endswith(suffix)), None)


def within_limits(target: str, *, members: int = 0, unpacked: int = 0, packed: int = 0) -> None:
    """Raise TargetError where an archive as a whole is more than anybody's source: a bomb, or a mistake."""
    if members > MOST_MEMBERS:
        raise TargetError(f"{target}: the archive has more than {MOST_MEMBERS:,} members and is not read; {_ADVICE}")
    if unpacked > MOST_BYTES:
        raise TargetError(f"{target}: the archive unpacks to more than {MOST_BYTES // 1024**3} GB and is not read; {_ADVICE}")
    if unpacked > max(LARGEST_FILE, packed * MOST_RATIO):
        raise TargetError(f"{target}: the archive unpacks to more than {MOST_RATIO} times its size and is not read; {_ADVICE}")


def damaged(target: str, error: Exception | str) -> TargetError:
    """Return the error for an archive that cannot be read to its end."""
    return TargetError(f"{target}: the archive is damaged, or not what its name says: {error}; fetch or build it again")


def tidy(name: str) -> str:
    """Return the name of a member without the `.` and empty parts that writers put in; a leading `/` and any `..` stay, to be refused."""
    parts = [part for part in name.split("/") if part not in {"", "."}]
    return "/" * name.startswith("/") + "/".join(parts)


def name_trouble(name: str) -> str | None:
    """Return what is wrong with the name of a member, beyond what is wrong with any path."""
    if "\\" in name:
        return "its name has a backslash"
    if name[1:2] == ":" and name[:1].isalpha():
        return "its name has a drive letter"
    return None


def stripped(found: Iterable[Found], suffix: str) -> list[Found]:
    """Return the members without their single top folder, where the kind of archive has one that is no part of the source."""
    everything = list(found)
    tops = {one.path.split("/", 1)[0] for one in everything} - {"", ".."}
    files = {one.path for one in everything if isinstance(one, Entry)}
    marks = _PROJECT_FILES[suffix]
    top = next(iter(tops)) if len(tops) == 1 else None
    if top is None or top in files or (marks and files.isdisjoint(f"{top}/{mark}" for mark in marks)):
        return everything
    return [replace(one, path=one.path.removeprefix(f"{top}/")) for one in everything]
