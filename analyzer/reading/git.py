"""The one module that starts git: commands that only read, no configuration that could run anything, no process below it.

A hostile `.git/config` can name programs for git to run, and a partial clone fetches what it lacks when it is read. Here git gets an
environment of its own, finds no program (not even git) to start, and is given no command that looks at the work tree.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from .batch import ABSENT, Batch, Missing
from .source import TargetError

SECONDS = 60.0  # a command that takes longer is ended; of the batch of blobs: the longest silence

ENVIRONMENT: Mapping[str, str] = MappingProxyType(
    {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",  # known to git 2.45 and later; before that, the two lines below keep it from starting `git fetch`
        "GIT_EXEC_PATH": os.devnull,
        "PATH": os.devnull,
        "LC_ALL": "C",
    }
)
SETTINGS = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "log.showSignature=false",
    "core.attributesFile=/dev/null",
)
COMMANDS: Mapping[str, frozenset[str]] = MappingProxyType(  # and the arguments without which each is refused
    {
        "rev-parse": frozenset(),
        "rev-list": frozenset(),
        "log": frozenset({"--raw", "--no-textconv", "--no-ext-diff"}),
        "ls-tree": frozenset(),
        "cat-file": frozenset({"--batch"}),
        "merge-base": frozenset(),
        "diff-index": frozenset({"--cached"}),
        "for-each-ref": frozenset(),
    }
)
_REFUSED = re.compile(r"--(textconv|filters|ext-diff|show-signature|output|patch|path)(=|\Z)|-p\Z|.*%G|.*%\(signature")
_OBJECT_ID = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")
_EMPTY: Mapping[str, str] = MappingProxyType(  # the tree without files, by the format of object ids
    {"sha1": "4b825dc642cb6eb9a060e54bf8d69288fbee4904", "sha256": "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"}
)
_WINDOW = 100  # ids asked for before the first answer is read: they fit into any pipe, so neither side waits for the other


class RefusedCommandError(Exception):
    """The code asked for a git command that is not on the list: a mistake of ours, never of a user."""


class HorizonError(TargetError):
    """The history of a clone ends before what was asked for: says how to get more of it. Exit code 4 where there is an answer else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeEntry:
    """One entry of a commit's tree: its mode (`100644`, `120000` a link, `160000` a submodule), object id, and path as git has it."""

    mode: str
    id: str
    path: str


def command_line(command: str, *arguments: str) -> list[str]:
    """Return the words that start git; raises RefusedCommandError for what is not on the list, TargetError where git is not installed."""
    if command not in COMMANDS or not COMMANDS[command].issubset(arguments) or any(map(_REFUSED.match, arguments)):
        raise RefusedCommandError(f"git {command} {' '.join(arguments)}")
    program = shutil.which("git")
    if program is None:
        raise TargetError("git is not installed or not on the PATH: install it, or name a folder or an archive without a revision")
    settings = (word for setting in SETTINGS for word in ("-c", setting))
    return [program, "--no-pager", *settings, command, *arguments]


def git(folder: Path, command: str, *arguments: str, seconds: float = SECONDS) -> bytes:
    """Return what git prints when run in a folder; raises TargetError with git's own words where it fails."""
    done = _run(folder, command, *arguments, seconds=seconds)
    if done.returncode:
        raise TargetError(_explained(folder, done.stderr))
    return done.stdout


def printed(folder: Path, command: str, *arguments: str, seconds: float = SECONDS) -> tuple[bytes, str | None]:
    """Return what git prints, as far as it came, and git's own words where it failed on the way."""
    done = _run(folder, command, *arguments, seconds=seconds)
    return done.stdout, _explained(folder, done.stderr) if done.returncode else None


def resolve(folder: Path, revision: str) -> str:
    """Return the full id of the commit that a revision names; raises TargetError where there is none."""
    if not revision or revision.startswith("-") or "\0" in revision:
        raise TargetError(f"{revision!r} is no revision: give a branch, a tag or a commit")
    done = _run(folder, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    found = done.stdout.decode("ascii", "replace").strip()
    if done.returncode == 0 and _OBJECT_ID.match(found):
        return found
    if done.stderr.strip() != b"fatal: Needed a single revision":
        raise TargetError(_explained(folder, done.stderr))
    raise TargetError(_unknown(folder, revision))


def prefix(folder: Path) -> str:
    """Return the path of a folder below the root of its work tree, "" for the root and in a bare repository."""
    return os.fsdecode(git(folder, "rev-parse", "--show-prefix")).removesuffix("\n").rstrip("/")


def ls_tree(folder: Path, commit: str, below: str = "") -> tuple[TreeEntry, ...]:
    """Return all files of a commit, or of one folder of it with paths relative to that; raises TargetError where it has none such."""
    try:
        printed = git(folder, "ls-tree", "-r", "-z", "--full-tree", f"{commit}:{below}" if below else commit)
    except TargetError as error:
        if not below:
            raise
        raise TargetError(f"commit {commit[:12]} has no folder {below}: name the repository instead, or another revision") from error
    return tuple(_tree_entry(line) for line in os.fsdecode(printed).split("\0") if line)


def merge_base(folder: Path, one: str, other: str) -> str | None:
    """Return the best common ancestor of two commits, or None where this repository knows of none."""
    done = _run(folder, "merge-base", one, other)
    found = done.stdout.decode("ascii", "replace").strip()
    if done.returncode > 1:
        raise TargetError(_explained(folder, done.stderr))
    return found if _OBJECT_ID.match(found) else None


def is_shallow(folder: Path) -> bool:
    """Return whether the history ends before its beginning."""
    return git(folder, "rev-parse", "--is-shallow-repository").strip() == b"true"


def directory(folder: Path) -> Path | None:
    """Return the git directory of the repository that a folder lies in, or None where there is none."""
    done = _run(folder, "rev-parse", "--absolute-git-dir")
    return None if done.returncode else Path(os.fsdecode(done.stdout).removesuffix("\n"))


def staged(folder: Path, commit: str | None, index: Path | None = None) -> tuple[TreeEntry, ...]:
    """Return what the index has other than a commit (None: than nothing): new entries by their paths in the repository, mode 0 if gone.

    The work tree is not looked at. *index* is another file than the repository's own: git makes one for some commits.

    Raises:
        TargetError: a path is in conflict.

    """
    against = commit or _EMPTY[git(folder, "rev-parse", "--show-object-format").decode().strip()]
    more = {} if index is None else {"GIT_INDEX_FILE": str(index)}
    done = _run(folder, "diff-index", "--cached", "--raw", "-z", "--no-renames", against, more=more)
    if done.returncode:
        raise TargetError(_explained(folder, done.stderr))
    words = os.fsdecode(done.stdout).split("\0")[:-1]
    found: list[TreeEntry] = []
    for head, path in zip(words[::2], words[1::2], strict=True):
        _, mode, _, id_, status = head.split(" ")
        if status == "U":
            raise TargetError(f"{folder}: {path} is in conflict in the index: settle the merge first")
        found.append(TreeEntry(mode=mode, id=id_, path=path))
    return tuple(found)


def blobs(folder: Path, ids: Iterable[str], *, seconds: float = SECONDS) -> Generator[bytes | Missing, None, None]:
    """Yield the bytes of each blob, in the order of the ids, or why they are missing.

    Holds one blob at a time; one git process serves all, and is replaced where a damaged or absent object ends it.
    """
    waiting = iter(ids)
    batch = _batch(folder, seconds)
    try:
        while window := list(islice(waiting, _WINDOW)):
            batch.ask(window)
            for position, _ in enumerate(window, start=1):
                answer = batch.answer()
                if answer is None:
                    batch.close()
                    batch = _batch(folder, seconds)
                    batch.ask(window[position:])
                    answer = Missing(reason=ABSENT)
                yield answer
    finally:
        batch.close()


def blob(folder: Path, id_: str) -> bytes | Missing:
    """Return the bytes of one blob."""
    with closing(blobs(folder, [id_])) as found:
        return next(found)


def _batch(folder: Path, seconds: float) -> Batch:
    return Batch(command_line("cat-file", "--batch"), folder, ENVIRONMENT, seconds)


def _run(
    folder: Path, command: str, *arguments: str, seconds: float = SECONDS, more: Mapping[str, str] = MappingProxyType({})
) -> subprocess.CompletedProcess[bytes]:
    words = command_line(command, *arguments)
    try:
        return subprocess.run(  # noqa: S603 - words of our own, no shell, and a revision only behind --end-of-options
            words, cwd=folder, env={**ENVIRONMENT, **more}, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise TargetError(f"{folder}: git {command} was ended after {seconds:g} s") from error
    except OSError as error:
        raise TargetError(f"{folder}: git cannot be started there: {error.strerror}") from error


def _explained(folder: Path, stderr: bytes) -> str:
    said = stderr.decode("utf-8", "backslashreplace").strip()
    if "not a git repository" in said:
        return f"{folder}: this is not in a git repository, so it has no revision and no history: name one, or leave the revision out"
    if "dubious ownership" in said:
        return (
            f"{folder}: git refuses this repository, and namebranch does not overrule it (nor read a safe.directory of your own "
            f"configuration): run as the owner of the repository, or scan the folder without a revision. git says:\n{said}"
        )
    return f"{folder}: git says: {said or 'nothing, but it failed'}"


def _unknown(folder: Path, revision: str) -> str:
    known = git(folder, "for-each-ref", "--format=%(refname:short)").decode("utf-8", "backslashreplace").split()
    if not known and not git(folder, "rev-list", "--all", "--max-count=1"):
        return f"{folder}: the repository is empty: it has no commit yet, so no revision {revision!r}"
    from difflib import get_close_matches  # noqa: PLC0415  only a mistake needs it

    close = get_close_matches(revision, known, n=3)
    meant = f"; did you mean {' or '.join(close)}?" if close else ""
    shallow = git(folder, "rev-parse", "--is-shallow-repository").strip() == b"true"
    cut = "; this clone is shallow: `git fetch --unshallow` brings its older commits" if shallow else ""
    cut = cut or ("" if meant else "; give a branch, a tag or a commit of it (`git fetch` brings those that lie elsewhere)")
    return f"{folder}: the repository has no revision {revision!r}{meant}{cut}"


def _tree_entry(line: str) -> TreeEntry:
    head, path = line.split("\t", 1)
    mode, _, id_ = head.split(" ")
    return TreeEntry(mode=mode, id=id_, path=path)
