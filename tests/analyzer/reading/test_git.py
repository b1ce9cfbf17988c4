"""The one module that starts git: what it may ask, what it says when git refuses, and that it leaves no process behind."""

import os
import time
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path

import pytest

from namebranch.analyzer.reading import git as git_module
from namebranch.analyzer.reading.batch import ABSENT, Batch, Missing
from namebranch.analyzer.reading.git import RefusedCommandError, blob, blobs, command_line, git, ls_tree, resolve
from namebranch.analyzer.reading.source import LARGEST_FILE, TargetError

Commit = Callable[..., str]
PlainGit = Callable[..., str]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["status"], id="status: it runs filters and fsmonitor"),
        pytest.param(["diff"], id="a diff of the work tree"),
        pytest.param(["checkout", "HEAD"], id="checkout"),
        pytest.param(["fetch"], id="fetch"),
        pytest.param(["config", "--list"], id="config"),
        pytest.param(["diff-index", "HEAD"], id="diff-index that looks at the work tree"),
        pytest.param(["log", "HEAD"], id="log without --raw"),
        pytest.param(["log", "--raw", "--no-textconv", "--no-ext-diff", "-p"], id="log with a patch"),
        pytest.param(["log", "--raw", "--no-textconv", "--no-ext-diff", "--textconv"], id="log with textconv"),
        pytest.param(["log", "--raw", "--no-textconv", "--no-ext-diff", "--format=%H %G?"], id="log that verifies signatures"),
        pytest.param(["log", "--raw", "--no-textconv", "--no-ext-diff", "--output=x"], id="log that writes a file"),
        pytest.param(["cat-file", "-p", "HEAD"], id="cat-file of one object"),
        pytest.param(["cat-file", "--batch", "--filters"], id="cat-file through filters"),
        pytest.param(["cat-file", "--batch", "--textconv"], id="cat-file through textconv"),
        pytest.param(["for-each-ref", "--format=%(signature)"], id="for-each-ref that verifies signatures"),
    ],
)
def test_refused_is(words: list[str]) -> None:
    with pytest.raises(RefusedCommandError):
        command_line(*words)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["rev-parse", "--verify", "HEAD"], id="rev-parse"),
        pytest.param(["rev-list", "--first-parent", "HEAD"], id="rev-list"),
        pytest.param(["log", "--raw", "--no-textconv", "--no-ext-diff", "-z", "--format=%H %ct"], id="log --raw"),
        pytest.param(["ls-tree", "-r", "-z", "HEAD"], id="ls-tree"),
        pytest.param(["cat-file", "--batch"], id="cat-file --batch"),
        pytest.param(["merge-base", "HEAD", "HEAD"], id="merge-base"),
        pytest.param(["diff-index", "--cached", "HEAD"], id="diff-index --cached"),
        pytest.param(["for-each-ref", "--format=%(refname:short)"], id="for-each-ref"),
    ],
)
def test_allowed_is(words: list[str], tmp_path: Path, commit: Commit) -> None:
    commit(tmp_path, {"a.py": b"1"})
    git(tmp_path, *words)
    assert {"core.fsmonitor=false", "core.hooksPath=/dev/null"} < set(command_line(*words))


def test_git_gets_an_environment_of_its_own(tmp_path: Path, commit: Commit, monkeypatch: pytest.MonkeyPatch) -> None:
    id_ = commit(tmp_path / "repo")
    trace = tmp_path / "trace"
    for name, value in {"GIT_DIR": "/nowhere", "GIT_TRACE": str(trace), "GIT_INDEX_FILE": "/nowhere", "GIT_CONFIG_COUNT": "x"}.items():
        monkeypatch.setenv(name, value)
    assert resolve(tmp_path / "repo", "HEAD") == id_
    assert not trace.exists()


def test_no_git_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(TargetError, match="git is not installed or not on the PATH"):
        resolve(tmp_path, "HEAD")


def test_a_refusal_by_ownership_is_passed_on(tmp_path: Path, commit: Commit, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(tmp_path / "repo")
    monkeypatch.setattr(git_module, "ENVIRONMENT", {**git_module.ENVIRONMENT, "GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"})
    with pytest.raises(TargetError, match=r"(?s)namebranch does not overrule it.*fatal: detected dubious ownership.*safe\.directory"):
        resolve(tmp_path / "repo", "HEAD")


def test_an_ambiguous_id_is_explained_by_git(tmp_path: Path, commit: Commit, plain_git: PlainGit) -> None:
    commit(tmp_path)
    for number in (first_and_second := _two_that_begin_alike()):
        (tmp_path / "n").write_bytes(str(number).encode())
        plain_git(tmp_path, "hash-object", "-w", "n")
    short = _blob_id(first_and_second[0])[:4]
    with pytest.raises(TargetError, match=f"(?s)git says: .*{short}.* is ambiguous"):
        resolve(tmp_path, short)


def _two_that_begin_alike() -> tuple[int, int]:
    """Return two numbers whose blobs have ids of which the first four digits are the same."""
    seen: dict[str, int] = {}
    number = 0
    while (short := _blob_id(number)[:4]) not in seen:
        seen[short] = number
        number += 1
    return seen[short], number


def _blob_id(number: int) -> str:
    data = str(number).encode()
    return sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest()


def test_the_tree_of_a_commit_is_listed_with_odd_names(tmp_path: Path, commit: Commit) -> None:
    names = ["a b.py", "new\nline.py", "tab\t.py", "\u00e9.py", '"quoted".py', "d/e.py"]
    id_ = commit(tmp_path, dict.fromkeys(names, b"1"))
    assert sorted(entry.path for entry in ls_tree(tmp_path, id_)) == sorted(names)
    assert [entry.path for entry in ls_tree(tmp_path, id_, "d")] == ["e.py"]


def test_blobs_come_in_the_order_asked_for(tmp_path: Path, commit: Commit) -> None:
    tree = {f"{n:03}.py": b"x" * n for n in range(350)}
    ids = [entry.id for entry in ls_tree(tmp_path, commit(tmp_path, tree))]
    sizes = [len(data) for data in blobs(tmp_path, [*reversed(ids), *ids[:3]]) if isinstance(data, bytes)]
    assert sizes == [*reversed(range(350)), 0, 1, 2]
    assert blob(tmp_path, ids[7]) == b"x" * 7


def test_a_large_blob_is_skipped_and_the_next_is_intact(tmp_path: Path, commit: Commit) -> None:
    id_ = commit(tmp_path, {"a.py": bytes(LARGEST_FILE), "b.py": bytes(LARGEST_FILE + 1), "c.py": b"3", "d": b""})
    found = list(blobs(tmp_path, [entry.id for entry in ls_tree(tmp_path, id_)]))
    assert found == [bytes(LARGEST_FILE), Missing(reason="larger than 8 MB"), b"3", b""]


def test_what_is_no_blob_or_not_there_is_missing(tmp_path: Path, commit: Commit) -> None:
    id_ = commit(tmp_path, {"a.py": b"1"})
    (good,) = (entry.id for entry in ls_tree(tmp_path, id_))
    assert list(blobs(tmp_path, [id_, good, "0" * 40, good])) == [Missing(reason="not a blob"), b"1", Missing(reason=ABSENT), b"1"]


def test_a_damaged_object_ends_the_process_but_not_the_reading(tmp_path: Path, commit: Commit) -> None:
    tree = {f"{n:03}.py": os.urandom(400) for n in range(120)}
    ids = [entry.id for entry in ls_tree(tmp_path, commit(tmp_path, tree))]
    for id_ in (ids[0], ids[50], ids[51], ids[119]):
        stored = tmp_path / ".git/objects" / id_[:2] / id_[2:]
        stored.chmod(0o600)
        stored.write_bytes(stored.read_bytes()[:60] + b"oops")
    found = list(blobs(tmp_path, ids))
    assert [number for number, one in enumerate(found) if isinstance(one, Missing)] == [0, 50, 51, 119]
    assert [one for one in found if isinstance(one, bytes)] == [
        data for path, data in tree.items() if path[:3] not in {"000", "050", "051", "119"}
    ]


def _children() -> set[int]:
    return {int(word) for word in Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()}


def test_no_process_is_left_behind_by_a_reader_that_stops(tmp_path: Path, commit: Commit) -> None:
    ids = [entry.id for entry in ls_tree(tmp_path, commit(tmp_path, {"a.py": b"1", "b.py": bytes(1_000_000), "c.py": b"3"}))]
    before = _children()
    reading = blobs(tmp_path, ids * 30)
    assert next(reading) == b"1"
    assert len(_children() - before) == 1
    reading.close()
    assert _children() == before


def test_a_git_that_says_nothing_is_ended(tmp_path: Path) -> None:
    before = _children()
    batch = Batch(["/bin/sh", "-c", "exec sleep 60"], tmp_path, {"PATH": os.environ["PATH"]}, seconds=0.05)
    started = time.monotonic()
    try:
        batch.ask(["0" * 40])
        with pytest.raises(TargetError, match=r"said nothing for 0.05 s"):
            batch.answer()
    finally:
        batch.close()
    assert time.monotonic() - started < 10
    assert _children() == before


def test_a_command_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = tmp_path / "git"
    slow.write_text("#!/bin/sh\nexec /bin/sleep 60\n", encoding="ascii")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(TargetError, match=r"git rev-parse was ended after 0.05 s"):
        git(tmp_path, "rev-parse", seconds=0.05)


def test_git_in_a_folder_that_vanished_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="git cannot be started there: No such file"):
        git(tmp_path / "gone", "rev-parse")


def test_a_partial_clone_is_never_completed(tmp_path: Path, commit: Commit, plain_git: PlainGit) -> None:
    id_ = commit(tmp_path / "origin", {"a.py": b"1", "b.py": b"2"})
    plain_git(tmp_path / "origin", "config", "uploadpack.allowFilter", "true")
    plain_git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{tmp_path / 'origin'}", "partial")
    ids = [entry.id for entry in ls_tree(tmp_path / "partial", id_)]
    assert list(blobs(tmp_path / "partial", ids)) == [Missing(reason=ABSENT)] * 2
    assert plain_git(tmp_path / "partial", "cat-file", "-p", ids[0]) == "1", "git would have fetched it"
