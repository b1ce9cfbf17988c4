"""Trees, repositories and archives, written on the spot."""

import io
import os
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Tree = Mapping[str, bytes]
Git = Callable[..., str]

IDENTITY = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false", "-c", "init.defaultBranch=main")


def write(root: Path, tree: Tree) -> Path:
    """Write a tree below a folder."""
    for path, data in tree.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


def plain_git(folder: Path, *words: str, fails: bool = False, **more: str) -> str:
    """Run git as anybody would, with its own configuration only."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1", **more}
    done = subprocess.run(["git", *IDENTITY, *words], cwd=folder, env=environment, capture_output=True, check=not fails)  # noqa: S607 - tests use the git of the PATH
    return done.stdout.decode().strip()


def commit(root: Path, tree: Tree | None = None) -> str:
    """Write a tree, commit all there is, and return the commit's id."""
    if not (root / ".git").exists():
        root.mkdir(parents=True, exist_ok=True)
        plain_git(root, "init", "-q")
    write(root, tree or {})
    plain_git(root, "-c", "core.autocrlf=false", "add", "-A", "--force")
    plain_git(root, "commit", "-q", "--allow-empty", "-m", "a commit")
    return plain_git(root, "rev-parse", "HEAD")


def archived(archive: Path, tree: Tree) -> Path:
    """Write a zip, a wheel or a tar.gz, as the name says."""
    if archive.suffix.lower() in {".zip", ".whl"}:
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            for path, data in tree.items():
                file.writestr(path, data)
        return archive
    with tarfile.open(archive, "w:gz") as tar:
        for path, data in tree.items():
            member = tarfile.TarInfo(path)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return archive


@pytest.fixture(name="write", scope="session")
def _write() -> Callable[[Path, Tree], Path]:
    return write


@pytest.fixture(name="plain_git", scope="session")
def _plain_git() -> Git:
    return plain_git


@pytest.fixture(name="commit", scope="session")
def _commit() -> Callable[..., str]:
    return commit


@pytest.fixture(name="archived", scope="session")
def _archived() -> Callable[[Path, Tree], Path]:
    return archived
