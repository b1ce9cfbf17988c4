"""What is measured on: published packages, fetched by their digest, and a history that is made of three releases of one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
RELEASES = ("0.17.0", "0.18.0", "0.19.0")
NAME = "axolotl"
_COMMITS = 150  # of each release: as many parts its changes are cut into
_ALONE = {
    **os.environ,
    "GIT_CONFIG_GLOBAL": os.devnull,
    **{f"GIT_{who}_{what}": "a@example.invalid" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


def unpacked(name: str, version: str, folder: Path) -> Path:
    """Return *folder*, into which a published wheel was unpacked."""
    command = [sys.executable, str(ROOT / "tests" / "support" / "wheels.py"), name, version]
    fetched = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    with ZipFile(fetched.stdout.strip()) as wheel:
        wheel.extractall(folder)
    return folder


def size(target: Path) -> tuple[int, float]:
    """Return how many Python files there are in a folder, and how many MB."""
    files = list(target.rglob("*.py"))
    return len(files), sum(file.stat().st_size for file in files) / 1e6


def git(folder: Path, *arguments: str) -> str:
    """Run git and return what it prints; it reads no settings of this machine."""
    trusted = ("-c", "safe.directory=*")
    return subprocess.run(["git", *trusted, *arguments], cwd=folder, env=_ALONE, capture_output=True, text=True, check=True).stdout


def committed(folder: Path) -> Path:
    """Make a repository of a folder, with all that it holds in one commit."""
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all of it")
    return folder


def grown(folder: Path) -> Path:
    """Return a repository in which one release becomes the next, some files a commit."""
    folder.mkdir()
    git(folder, "init", "--quiet")
    for version in RELEASES:
        release = unpacked(NAME, version, folder.parent / version)
        changed = _changed(folder, release)
        step = max(1, len(changed) // _COMMITS)
        for number, start in enumerate(range(0, len(changed), step)):
            for path in changed[start : start + step]:
                _take(release / path, folder / path)
            git(folder, "add", "--all")
            git(folder, "commit", "--quiet", "--message", f"{version}, part {number} (#{number})")
    return folder


def _changed(folder: Path, release: Path) -> list[Path]:
    """Return the Python files that are others in the release, or not there."""
    there = {file.relative_to(folder) for file in folder.rglob("*.py")}
    new = {file.relative_to(release) for file in release.rglob("*.py")}
    same = {path for path in there & new if (folder / path).read_bytes() == (release / path).read_bytes()}
    return sorted((there | new) - same)


def _take(source: Path, target: Path) -> None:
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    else:
        target.unlink(missing_ok=True)
