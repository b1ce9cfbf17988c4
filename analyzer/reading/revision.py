"""A commit of a git repository to its files, read from git's objects: nothing is checked out, and the work tree is not looked at."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from ..inventory import Unread
from .batch import Missing
from .git import TreeEntry, blob, blobs, ls_tree, prefix, resolve
from .listing import Entry, Found, Link, Listed, chosen, lexically, listing, paths, place_of
from .source import SourceFile

_LINK, _SUBMODULE = "120000", "160000"


@dataclass(frozen=True, slots=True, kw_only=True)
class GitTree:
    """The files of a tree in git's objects, or of one folder of it. Submodules are other repositories, and left out."""

    target: str
    folder: Path  # where git is started
    revision: str | None  # None: what is staged, and no commit yet
    listed: tuple[Listed, ...]

    def paths(self) -> tuple[str, ...]:
        """All regular files, sorted."""
        return paths(self.listed)

    def read(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile | Unread]:
        """Yield each file that is wanted, in the order of the paths, from one git process."""
        some = chosen(self.listed, wanted)
        with closing(blobs(self.folder, [one.at for one in some if isinstance(one, Entry)])) as contents:
            for one in some:
                yield one if isinstance(one, Unread) else _file(one.path, next(contents))

    def one(self, path: str) -> bytes | None:
        """The bytes of one file, or None."""
        at = place_of(self.listed, path)
        found = None if at is None else blob(self.folder, at)
        return found if isinstance(found, bytes) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision(GitTree):
    """The files of one commit, or of one folder of it."""

    revision: str


def open_revision(target: str, folder: Path, revision: str) -> Revision:
    """List a commit; raises TargetError for what is no repository, no revision, or no folder of it."""
    real = folder.resolve()
    commit = resolve(real, revision)
    return Revision(target=target, folder=real, revision=commit, listed=listed(real, ls_tree(real, commit, prefix(real))))


def listed(folder: Path, entries: Iterable[TreeEntry]) -> tuple[Listed, ...]:
    """Return what is read of the tree that has these entries."""
    held = tuple(entries)
    links = [entry for entry in held if entry.mode == _LINK]
    files = [Entry(path=entry.path, at=entry.id) for entry in held if entry.mode not in {_LINK, _SUBMODULE}]
    return listing([*files, *_links(folder, links)])


def open_folder_of(newer: GitTree, commit: str) -> Revision:
    """Return the same folder in another commit; it is empty where that commit does not have it yet."""
    below = prefix(newer.folder)
    known = ls_tree(newer.folder, commit)
    inside = [replace(entry, path=entry.path.removeprefix(f"{below}/")) for entry in known if entry.path.startswith(f"{below}/")]
    found = listed(newer.folder, inside if below else known)
    return Revision(target=newer.target, folder=newer.folder, revision=commit, listed=found)


def _file(path: str, content: bytes | Missing) -> SourceFile | Unread:
    match content:
        case bytes():
            return SourceFile(path=path, data=content)
        case Missing(reason=reason):
            return Unread(path=path, reason=reason)


def _links(folder: Path, links: list[TreeEntry]) -> Iterator[Found]:
    if not links:
        return
    with closing(blobs(folder, [link.id for link in links])) as contents:
        for link, content in zip(links, contents, strict=True):
            match content:
                case bytes():
                    yield Link(path=link.path, to=lexically(link.path, os.fsdecode(content)))
                case Missing(reason=reason):
                    yield Unread(path=link.path, reason=reason)
