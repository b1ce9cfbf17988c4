"""A repository that wants to run something: each attack works on plain git, and leaves no trace when we read."""

import os
import pty
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from namebranch.analyzer.reading.git import git
from namebranch.analyzer.reading.source import SourceFile
from namebranch.analyzer.reading.target import open_target

Commit = Callable[..., str]
PlainGit = Callable[..., str]

SIGNED = """tree {tree}
author A <a@example.org> 1700000000 +0000
committer A <a@example.org> 1700000000 +0000
gpgsig -----BEGIN PGP SIGNATURE-----
 x
 -----END PGP SIGNATURE-----

signed
"""
TREE = {"a.py": b"a = 1\n", "b.py": b"b = 2\n", ".gitattributes": b"*.py diff=evil filter=evil\n"}


@pytest.fixture(name="repo")
def _repo(tmp_path: Path, commit: Commit, plain_git: PlainGit) -> Path:
    """Two commits, the last of them signed, and a change in the work tree. `{run}` in the configuration leaves the trace."""
    root = tmp_path / "repo"
    commit(root, TREE)
    (root / "object").write_text(SIGNED.format(tree=plain_git(root, "rev-parse", "HEAD^{tree}")), encoding="ascii")
    signed = plain_git(root, "hash-object", "-t", "commit", "-w", "object")
    plain_git(root, "update-ref", "HEAD", signed)
    commit(root, {"a.py": b"a = 2\n"})
    (root / "a.py").write_bytes(b"a = 3\n")
    run = tmp_path / "run"
    run.write_text(f"#!/bin/sh\n: > '{tmp_path}/trace'\nexit 1\n", encoding="utf-8")
    run.chmod(0o755)
    for hook in ("post-index-change", "reference-transaction", "post-checkout"):
        (tmp_path / "hooks").mkdir(exist_ok=True)
        (tmp_path / "hooks" / hook).symlink_to(run)
    return root


def spring(root: Path, words: list[str]) -> None:
    """Run plain git the way a careless tool does, on a terminal, with standard input at its end."""
    leader, follower = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "HOME": str(root), "PAGER": "cat", "GIT_CONFIG_NOSYSTEM": "1"}
    try:
        command = ["git", *words]
        subprocess.run(
            command, cwd=root, env=environment, stdin=subprocess.DEVNULL, stdout=follower, stderr=follower, check=False, timeout=20
        )
    finally:
        os.close(leader)
        os.close(follower)


def read_everything(root: Path) -> None:
    """Use all that this room can do with a repository."""
    for target in (".@HEAD", ".@HEAD~1", ".", ".git"):
        source = open_target(target, cwd=root)
        assert any(isinstance(one, SourceFile) for one in source.read(lambda _: True))
        source.one("a.py")
    git(root, "log", "--raw", "--no-textconv", "--no-ext-diff", "-z", "--format=%H %an %s", "HEAD")
    git(root, "rev-list", "--first-parent", "HEAD")
    git(root, "merge-base", "HEAD", "HEAD~1")
    git(root, "diff-index", "--cached", "HEAD")
    git(root, "for-each-ref")


ATTACKS = [
    pytest.param("[core]\n\tfsmonitor = {run}\n", ["status"], id="a file system monitor"),
    pytest.param("[core]\n\thooksPath = {hooks}\n", ["checkout", "-b", "other"], id="hooks"),
    pytest.param("[diff]\n\texternal = {run}\n", ["diff"], id="an external diff"),
    pytest.param('[diff "evil"]\n\ttextconv = {run}\n', ["log", "-p"], id="a text converter"),
    pytest.param('[diff "evil"]\n\tcommand = {run}\n', ["log", "-p", "--ext-diff"], id="a diff command by attributes"),
    pytest.param('[filter "evil"]\n\tclean = {run}\n', ["diff"], id="a clean filter"),
    pytest.param('[filter "evil"]\n\tsmudge = {run}\n', ["checkout", "HEAD", "--", "a.py"], id="a smudge filter"),
    pytest.param('[filter "evil"]\n\tprocess = {run}\n\trequired = true\n', ["add", "a.py"], id="a filter process"),
    pytest.param("[log]\n\tshowSignature = true\n[gpg]\n\tprogram = {run}\n", ["log"], id="a signature checker"),
    pytest.param("[core]\n\tpager = {run}\n", ["log"], id="a pager"),
    pytest.param("[pager]\n\trev-list = {run}\n\tls-tree = {run}\n\tlog = {run}\n", ["log"], id="a pager for one command"),
    pytest.param("[alias]\n\tst = !{run}\n", ["st"], id="an alias"),
]
PROMISE = '[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tpartialClone = evil\n[remote "evil"]\n\tpromisor = true\n'
FETCHES = [
    pytest.param(PROMISE + "\turl = ext::{run}\n[protocol]\n\tallow = always\n", id="a remote that is a program"),
    pytest.param(PROMISE + "\turl = ssh://h/x\n[core]\n\tsshCommand = {run}\n", id="a program for ssh"),
    pytest.param(PROMISE + "\turl = /nowhere\n\tuploadpack = {run}\n", id="a program for the other side"),
    pytest.param(PROMISE + "\turl = git://h/x\n[core]\n\tgitProxy = {run}\n", id="a proxy"),
]


def _plant(root: Path, configuration: str) -> Path:
    base = root.parent
    with (root / ".git/config").open("a", encoding="utf-8") as file:
        file.write(configuration.format(run=base / "run", hooks=base / "hooks"))
    return base / "trace"


@pytest.mark.parametrize(("configuration", "careless"), ATTACKS)
def test_configuration_runs_nothing(configuration: str, careless: list[str], repo: Path) -> None:
    trace = _plant(repo, configuration)
    read_everything(repo)
    assert not trace.exists()
    spring(repo, careless)
    assert trace.exists(), "the attack is no attack: plain git did not run it either"


@pytest.mark.parametrize("configuration", FETCHES)
def test_a_missing_object_fetches_nothing(configuration: str, repo: Path, plain_git: PlainGit) -> None:
    id_ = plain_git(repo, "rev-parse", "HEAD:b.py")
    (repo / ".git/objects" / id_[:2] / id_[2:]).unlink()
    trace = _plant(repo, configuration)
    read_everything(repo)
    assert open_target(".@HEAD", cwd=repo).one("b.py") is None
    assert not trace.exists()
    spring(repo, ["cat-file", "-p", id_])
    assert trace.exists(), "the attack is no attack: plain git did not run it either"


def test_all_attacks_together_leave_no_trace(repo: Path) -> None:
    trace = _plant(repo, "".join(str(attack.values[0]) for attack in ATTACKS))
    before = sorted((path, path.lstat().st_mtime_ns) for path in repo.rglob("*"))
    read_everything(repo)
    assert not trace.exists()
    assert sorted((path, path.lstat().st_mtime_ns) for path in repo.rglob("*")) == before, "reading changed the repository"
