"""What the next commit will hold: HEAD and what is staged on top of it, read from git's objects and the index alone."""

import os
from pathlib import Path

from .git import TreeEntry, directory, ls_tree, prefix, resolve, staged
from .revision import GitTree, listed
from .source import TargetError

_INDEX = "GIT_INDEX_FILE"  # git names it to the hooks of a commit
_GONE = "000000"


def open_staged(target: str, folder: Path, *, cwd: Path) -> GitTree:
    """Return the tree of the index; it is that of HEAD where nothing is staged, and then has HEAD's revision.

    Inside a hook of a commit to this repository, the index is the one of that commit (`git commit -a` and `git commit FILE` have their own).

    Raises:
        TargetError: the folder is in no work tree, or a path is in conflict.

    """
    real = folder.resolve()
    try:
        commit: str | None = resolve(real, "HEAD")
    except TargetError:
        if directory(real) is None:
            raise
        commit = None  # before the first commit
    below = prefix(real)
    changes = _below(staged(real, commit, hook_index(real, cwd)), below)
    entries = {} if commit is None else {entry.path: entry for entry in _tree(real, commit, below, staged_too=bool(changes))}
    for entry in changes:
        entries.pop(entry.path, None)
        if entry.mode != _GONE:
            entries[entry.path] = entry
    return GitTree(target=target, folder=real, revision=None if changes else commit, listed=listed(real, entries.values()))


def hook_index(folder: Path, cwd: Path) -> Path | None:
    """Return the index of the commit in whose hook we are, or None outside of one, or where it is a commit to another repository."""
    named = os.environ.get(_INDEX)
    if not named:
        return None
    index, own = (cwd / named).resolve(), directory(folder)
    return index if own is not None and index.is_relative_to(own.resolve()) else None


def _tree(folder: Path, commit: str, below: str, *, staged_too: bool) -> tuple[TreeEntry, ...]:
    try:
        return ls_tree(folder, commit, below)
    except TargetError:
        if staged_too:  # the whole folder is new
            return ()
        raise


def _below(entries: tuple[TreeEntry, ...], below: str) -> list[TreeEntry]:
    if not below:
        return list(entries)
    inside = [entry for entry in entries if entry.path.startswith(f"{below}/")]
    return [TreeEntry(mode=entry.mode, id=entry.id, path=entry.path.removeprefix(f"{below}/")) for entry in inside]
