"""This repository as somebody else gets it: what git tracks, committed anew elsewhere."""

import shutil
import subprocess
from pathlib import Path

from repositories import Repository, repository

ROOT = Path(__file__).resolve().parents[2]


def checkout(where: Path) -> tuple[Repository, str]:
    """Return a copy of all tracked files as a repository of one commit, and that commit's id."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607  git
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (where / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, where / name)
    made = repository(where)
    return made, made.commit("as it is now")
