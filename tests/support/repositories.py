"""Git repositories made for one test, from texts; git reads no settings of this machine."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ALONE = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.invalid",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.invalid",
    "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
    "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """A work tree."""

    root: Path

    def git(self, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
        """Run git there and return what it prints."""
        command = ["git", *arguments]
        given = {**os.environ, **ALONE, **(environment or {})}
        ran = subprocess.run(command, cwd=self.root, env=given, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f"{command}: {ran.stdout}{ran.stderr}"
        return ran.stdout.strip()

    def write(self, **texts: str) -> None:
        """Write files: `pkg__loader_py="…"` is `pkg/loader.py`."""
        for name, text in texts.items():
            file = self.root / name.replace("__", "/").replace("_py", ".py").replace("_toml", ".toml")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    def commit(self, message: str, **texts: str) -> str:
        """Write files, commit everything, and return the commit's id."""
        self.write(**texts)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD")


def repository(root: Path) -> Repository:
    """Return a new, empty repository."""
    root.mkdir(parents=True, exist_ok=True)
    made = Repository(root=root)
    made.git("init", "--quiet", "--initial-branch=main")
    return made
