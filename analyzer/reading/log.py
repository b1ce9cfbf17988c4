"""The first-parent history of a repository: commits, oldest first, each with the files that it changed. Nothing is checked out."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .git import git, prefix, printed, resolve
from .source import TargetError

_NOTHING = {"000000", "120000", "160000"}  # modes: no file, a link, another repository
_SECONDS = 600.0
_FIELDS = "\x1f"
_FORMAT = "--format=commit%x1f%H%x1f%T%x1f%P%x1f%cI%x1f%s"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """What a commit did to one path: the blob that lies there now, or None where no regular file does any more."""

    path: str
    blob: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """One commit of a history, and what differs from its first parent."""

    id: str
    tree: str  # id of its root tree
    parents: tuple[str, ...]
    date: str  # of the commit, ISO 8601
    subject: str
    changes: tuple[FileChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A first-parent line of commits, oldest first."""

    folder: Path  # where git is started
    commits: tuple[Commit, ...]
    base: Commit | None  # the commit before the first one; None where the history begins at nothing
    horizon: str | None  # why older commits are missing, or None


def read_history(folder: Path, *, tip: str = "HEAD", after: str | None = None, since: str | None = None) -> History:
    """Return the first-parent history that ends at *tip*: all of it, or what came *after* a revision, or *since* a date.

    Raises TargetError for what is no repository or no revision. A shallow clone ends early: the horizon says where.
    """
    real = folder.resolve()
    tip_id = resolve(real, tip)
    below = prefix(real)
    wanted = [f"{resolve(real, after)}..{tip_id}"] if after else [tip_id]
    limits = [f"--since={since}"] if since else []
    commits, problem = _log(real, below, *limits, *wanted)
    if problem is not None and not commits:
        commits = _alone(real, tip_id)  # its tree may be there where that of its parent is not
    oldest = commits[0] if commits else None
    base = None if problem is not None else _base(real, below, oldest, tip_id, complete=oldest is not None)
    return History(folder=real, commits=commits, base=base, horizon=_horizon(real, oldest, problem))


def read_touching(folder: Path, paths: Sequence[str], *, tip: str, most: int) -> tuple[tuple[Commit, ...], str | None]:
    """Return the first-parent commits up to *tip* that changed one of *paths*, the newest first, each with these changes alone.

    At most *most* of them; and git's words about why it told no older ones, if it could not. Raises TargetError for what is no
    repository or no revision, and for a path that looks like a format that git is never given.
    """
    real = folder.resolve()
    if any("%" in path for path in paths):
        raise TargetError(f"the history of a file with % in its path is not asked for: {', '.join(paths)}")
    found, problem = _log(real, prefix(real), f"--max-count={most}", resolve(real, tip), paths=paths)
    return found[::-1], problem


def read_commit(folder: Path, commit: str) -> Commit:
    """Return one commit by its full id, without what it changed; raises TargetError where it cannot be read."""
    return _alone(folder, commit)[0]


def _base(folder: Path, below: str, oldest: Commit | None, tip: str, *, complete: bool) -> Commit | None:
    if complete:
        assert oldest is not None
        if not oldest.parents:
            return None
        tip = oldest.parents[0]
    found, problem = _log(folder, below, "--max-count=1", tip)
    if problem is not None or not found:
        raise TargetError(problem or f"{folder}: the commit {tip[:12]} cannot be read")
    return found[0]


def _horizon(folder: Path, oldest: Commit | None, problem: str | None) -> str | None:
    if oldest is None:
        return None
    if problem is not None:
        return f"older commits than {oldest.id[:9]} cannot be read, as in a partial clone, and are never fetched ({problem})"
    if not oldest.parents and git(folder, "rev-parse", "--is-shallow-repository").strip() == b"true":
        return f"this clone is shallow: its history begins at {oldest.id[:9]}; `git fetch --unshallow` brings the older commits"
    return None


def _log(folder: Path, below: str, *wanted: str, paths: Sequence[str] = ()) -> tuple[tuple[Commit, ...], str | None]:
    """Run git newest first, so that what it cannot read is the oldest part; *paths* are relative to *folder*, and limit what is told."""
    words = ("--raw", "-z", "-m", "--first-parent", "--no-renames", "--no-abbrev", "--no-textconv", "--no-ext-diff", "--root")
    limits = [f":(literal){path}" for path in paths]
    out, problem = printed(folder, "log", *words, "--encoding=UTF-8", _FORMAT, *wanted, "--", *limits, seconds=_SECONDS)
    commits = list(_commits(os.fsdecode(out).split("\0"), below))
    if problem is not None and commits:
        commits.pop()  # the one it failed at may have been printed in part
    return tuple(reversed(commits)), problem


def _alone(folder: Path, commit: str) -> tuple[Commit, ...]:
    """Return a commit without what it changed."""
    out = os.fsdecode(git(folder, "rev-list", "--max-count=1", "--encoding=UTF-8", _FORMAT, commit))
    return tuple(_commits([line for line in out.split("\n") if line.startswith(f"commit{_FIELDS}")], ""))


def _commits(tokens: Sequence[str], below: str) -> Iterator[Commit]:
    inside = f"{below}/" if below else ""
    head: list[str] | None = None
    changes: list[FileChange] = []
    at = 0
    while at < len(tokens):
        token = tokens[at].lstrip("\n")
        if token.startswith(":") and at + 1 < len(tokens):
            path = tokens[at + 1]
            if path.startswith(inside):
                _, mode, _, blob, _ = token.split(" ")
                changes.append(FileChange(path=path.removeprefix(inside), blob=None if mode in _NOTHING else blob))
            at += 2
            continue
        if token.startswith(f"commit{_FIELDS}"):
            if head is not None:
                yield _commit(head, changes)
            head, changes = token.split(_FIELDS, 5), []
        at += 1
    if head is not None:
        yield _commit(head, changes)


def _commit(head: Sequence[str], changes: Sequence[FileChange]) -> Commit:
    _, id_, tree, parents, date, subject = head
    return Commit(id=id_, tree=tree, parents=tuple(parents.split()), date=date, subject=subject, changes=tuple(changes))
