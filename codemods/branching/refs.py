"""The one module that writes objects and refs of git: commits on a new branch, made without HEAD, index or work tree.

Git is started as `analyzer.reading.git` starts it, with a temporary index, and with commands that run no program and no hook.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from ...analyzer.reading.git import ENVIRONMENT, SETTINGS, ls_tree, prefix
from ...analyzer.reading.source import TargetError
from ..preview import Rewritten

COMMANDS = frozenset({"hash-object", "read-tree", "update-index", "write-tree", "commit-tree", "update-ref", "check-ref-format", "var"})
_SETTINGS = (*SETTINGS, "core.splitIndex=false", "core.sparseCheckout=false", "index.sparse=false", "core.logAllRefUpdates=false")
_FILE, _LINK = "100644", "120000"
_IDENTITY = re.compile(r"(?P<name>.*) <(?P<email>[^<>]*)> (?P<date>\d+ [+-]\d{4})")
_SECONDS = 60.0
_NOTHING: Mapping[str, str] = MappingProxyType({})


class BranchError(Exception):
    """No branch was made; the message says what stands in the way, and what to do."""


@dataclass(slots=True, kw_only=True)
class Branch:
    """A branch that is being made: nobody sees it before it is `kept`."""

    folder: Path
    name: str
    tip: str  # the last commit
    _below: str
    _modes: dict[str, str]  # of the files of the tip, by their paths in the repository
    _people: Mapping[str, str] = field(repr=False)

    def commit(self, files: Iterable[Rewritten], message: str) -> str:
        """Make a commit that changes *files* on top of the tip, and return its id.

        Raises:
            BranchError: a link lies at one of the paths, or git fails.

        """
        with tempfile.TemporaryDirectory(prefix="namebranch-") as place:
            index = {"GIT_INDEX_FILE": str(Path(place) / "index")}
            _git(self.folder, "read-tree", self.tip, more=index)
            lines = b"".join(self._line(file) for file in files)
            _git(self.folder, "update-index", "-z", "--index-info", given=lines, more=index)
            tree = _git(self.folder, "write-tree", "--missing-ok", more=index)
        made = _git(self.folder, "commit-tree", tree, "-p", self.tip, "-F", "-", given=message.encode(), more=self._people)
        self.tip = made
        return made

    def kept(self) -> None:
        """Give the branch its name.

        Raises:
            BranchError: there is one of that name by now.

        """
        _git(self.folder, "update-ref", "-m", "namebranch migrate", f"refs/heads/{self.name}", self.tip, "0" * len(self.tip))

    def _line(self, file: Rewritten) -> bytes:
        path = f"{self._below}/{file.path}" if self._below else file.path
        mode = self._modes.setdefault(path, _FILE)
        if mode == _LINK:
            raise BranchError(f"{file.path}: a link is not written through")
        blob = _git(self.folder, "hash-object", "-w", "--no-filters", "--stdin", given=file.after)
        return f"{mode} {blob}\t".encode() + os.fsencode(path) + b"\0"


def begun(folder: Path, name: str, commit: str) -> Branch:
    """Begin a branch on top of a commit.

    Raises:
        BranchError: the name is none for a branch, or taken; or git does not know who commits.

    """
    try:
        _git(folder, "check-ref-format", f"refs/heads/{name}")
    except BranchError as error:
        raise BranchError(f"{name!r} is no name for a branch") from error
    if is_taken(folder, name):
        raise BranchError(f"there is a branch {name} already: choose another name, or delete it with `git branch -D {name}`")
    modes = {entry.path: entry.mode for entry in ls_tree(folder, commit)}
    return Branch(folder=folder, name=name, tip=commit, _below=prefix(folder), _modes=modes, _people=_people(folder))


def is_taken(folder: Path, name: str) -> bool:
    """Whether there is a branch of that name."""
    from ...analyzer.reading.git import resolve  # noqa: PLC0415  beside what it is for

    with suppress(TargetError):
        return bool(resolve(folder, f"refs/heads/{name}"))
    return False


def _people(folder: Path) -> Mapping[str, str]:
    """Return who commits, as git's variables: what the user told git, whose settings are read for this alone."""
    own = {
        name: value
        for name, value in os.environ.items()
        if name in {"HOME", "XDG_CONFIG_HOME"} or name.startswith(("GIT_AUTHOR_", "GIT_COMMITTER_"))
    }
    found: dict[str, str] = {}
    for who in ("AUTHOR", "COMMITTER"):
        try:
            said = _git(folder, "var", f"GIT_{who}_IDENT", more=own, settings=True)
        except BranchError as error:
            raise BranchError("git does not know who commits: set user.name and user.email with `git config`") from error
        parts = _IDENTITY.fullmatch(said)
        if parts is None:
            raise BranchError(f"git says {said!r} of who commits, which names nobody")
        found |= {f"GIT_{who}_NAME": parts["name"], f"GIT_{who}_EMAIL": parts["email"], f"GIT_{who}_DATE": f"@{parts['date']}"}
    return found


def _git(
    folder: Path, command: str, *arguments: str, given: bytes = b"", more: Mapping[str, str] = _NOTHING, settings: bool = False
) -> str:
    """Return the one line that git prints; with *settings* it reads the user's own as well."""
    assert command in COMMANDS
    program = shutil.which("git")
    if program is None:
        raise BranchError("git is not installed or not on the PATH")
    words = [program, "--no-pager", *(word for setting in _SETTINGS for word in ("-c", setting)), command, *arguments]
    closed = {name: value for name, value in ENVIRONMENT.items() if not (settings and name.startswith("GIT_CONFIG_"))}
    try:
        done = subprocess.run(  # noqa: S603 - words of our own, no shell
            words, cwd=folder, env={**closed, **more}, input=given, capture_output=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BranchError(f"{folder}: git {command}: {error}") from error
    if done.returncode:
        raise BranchError(f"{folder}: git {command}: {done.stderr.decode('utf-8', 'backslashreplace').strip() or 'it failed'}")
    return done.stdout.decode("utf-8", "surrogateescape").strip()
