"""`python examples/tinytrain/history FOLDER`: builds a git repository in FOLDER in which tinytrain grew, branch by branch.

Always the same: authors, dates and texts are fixed, so are the ids of the commits. Needs git; no network; touches nothing but FOLDER,
which must not exist. What each commit does to the count stands in ../expected.toml.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from overlay import Commit, Tree, undone

HERE = Path(__file__).resolve().parent
KEPT = ("tinytrain/**/*.py", "tinytrain/**/*.toml", "tests/*.py", "pyproject.toml", "namebranch.toml", "README.md")
AUTHORS = {"mara": "Mara Lindqvist", "tomas": "Tomas Okafor", "ines": "Ines Duarte", "wei": "Wei Castellan"}
FIRST = 1735725600  # 2025-01-01 10:00 UTC
APART = 259200  # three days, in seconds


def commits() -> list[Commit]:
    """Return all commits, oldest first."""
    return [Commit.parse(file.name, tomllib.loads(file.read_text())) for file in sorted(HERE.glob("commits/*.toml"))]


def final_tree() -> Tree:
    """Return tinytrain as it lies beside this folder."""
    root = HERE.parent
    files = {file for glob in KEPT for file in root.glob(glob)}
    return {file.relative_to(root).as_posix(): file.read_text() for file in sorted(files)}


def trees() -> list[Tree]:
    """Return the tree after each commit, oldest first."""
    found = [final_tree()]
    for commit in reversed(commits()[1:]):
        found.append(undone(found[-1], commit))
    return found[::-1]


class Repository:
    """A git repository that is made here and now."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self._folder = folder
        self._env = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CEILING_DIRECTORIES": str(folder.parent),
            "TZ": "UTC",
        }
        self._git("init", "--quiet", "--template=", "--initial-branch=main")
        self._git("config", "core.autocrlf", "false")

    def commit(self, tree: Tree, subject: str, author: str, seconds: int) -> str:
        """Commit *tree* as it is; return the commit's id."""
        for path in self._git("ls-files").splitlines():
            (self._folder / path).unlink()
        for path, text in tree.items():
            file = self._folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
        self._git("add", "--all", "--force")
        who = {"NAME": AUTHORS[author], "EMAIL": f"{author}@tinytrain.example", "DATE": f"{seconds} +0000"}
        names = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()}
        self._git("commit", "--quiet", "--allow-empty", "--no-gpg-sign", "--message", subject, env=names)
        return self._git("rev-parse", "HEAD").strip()

    def _git(self, *arguments: str, env: dict[str, str] | None = None) -> str:
        command = ["git", "-c", "core.hooksPath=/dev/null", *arguments]
        ran = subprocess.run(command, cwd=self._folder, env=self._env | (env or {}), capture_output=True, text=True, check=False)  # noqa: S603 - git, with our own arguments
        if ran.returncode:
            raise RuntimeError(f"git {' '.join(arguments)}: {ran.stderr.strip()}")
        return ran.stdout


def build(folder: Path) -> list[str]:
    """Build the repository in *folder*; return the ids of its commits, oldest first."""
    repository = Repository(folder)
    rows = zip(commits(), trees(), strict=True)
    return [repository.commit(tree, one.subject, one.author, FIRST + number * APART) for number, (one, tree) in enumerate(rows)]


if __name__ == "__main__":
    if len(sys.argv) != 2 or Path(sys.argv[1]).exists():  # noqa: PLR2004 - the program and its one argument
        sys.exit(f"usage: python {sys.argv[0]} FOLDER, where FOLDER does not exist yet")
    ids = build(Path(sys.argv[1]))
    print(f"{len(ids)} commits in {sys.argv[1]}, the last {ids[-1]}")
