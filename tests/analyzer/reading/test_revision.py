"""Commits: what is read of them, and that the work tree has no say."""

import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from namebranch.analyzer.reading.batch import ABSENT
from namebranch.analyzer.reading.revision import open_revision
from namebranch.analyzer.reading.source import LARGEST_FILE, SourceFile

Commit = Callable[..., str]
PlainGit = Callable[..., str]


def outcome(folder: Path, revision: str = "HEAD") -> dict[str, bytes | str]:
    """Return the bytes of each Python file, or the reason why there are none."""
    found = open_revision("t", folder, revision).read(lambda path: path.endswith(".py"))
    return {one.path: one.data if isinstance(one, SourceFile) else one.reason for one in found}


def test_a_commit_is_read_whatever_the_work_tree_holds(tmp_path: Path, commit: Commit) -> None:
    id_ = commit(tmp_path, {"b.py": b"# $Id$\n", "a/c.py": b"\xef\xbb\xbfc\n", "a.txt": b"t", ".gitattributes": b"* text eol=crlf ident\n"})
    (tmp_path / "b.py").write_bytes(b"edited")
    (tmp_path / "new.py").write_bytes(b"")
    source = open_revision("t", tmp_path, "HEAD")
    assert (source.revision, source.paths()) == (id_, (".gitattributes", "a.txt", "a/c.py", "b.py"))
    assert [one.path for one in source.read(lambda _: True)] == list(source.paths())
    assert (source.one("b.py"), source.one("new.py")) == (b"# $Id$\n", None)
    assert pickle.loads(pickle.dumps(source)) == source  # noqa: S301 - it was pickled right here


@pytest.mark.parametrize("name", ["HEAD", "main", "a-tag", "HEAD~0", "@"])
def test_revisions_are_named_as_git_names_them(name: str, tmp_path: Path, commit: Commit, plain_git: PlainGit) -> None:
    id_ = commit(tmp_path, {"a.py": b"1"})
    plain_git(tmp_path, "branch", "-M", "main")
    plain_git(tmp_path, "tag", "-a", "-m", "tag", "a-tag")
    assert open_revision("t", tmp_path, name).revision == open_revision("t", tmp_path, id_[:10]).revision == id_


def test_links_and_submodules_are_not_followed(tmp_path: Path, commit: Commit, plain_git: PlainGit) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "pkg").mkdir()
    for path, to in {
        "inside.py": "pkg/real.py",
        "pkg/up.py": "../pkg/real.py",
        "folder": "pkg",
        "leaves.py": "../x.py",
        "absolute.py": "/etc/passwd",
        "dangling.py": "no.py",
    }.items():
        (root / path).symlink_to(to)
    other = commit(tmp_path / "other", {"o.py": b"o"})
    commit(root, {"pkg/real.py": b"1"})
    plain_git(root, "update-index", "--add", "--cacheinfo", f"160000,{other},sub.py")
    plain_git(root, "commit", "-q", "-m", "a submodule")
    leaves, nothing = "a link that leaves the target; links are not followed", "a link that leads to nothing that is read (to no.py)"
    assert outcome(root) == {"pkg/real.py": b"1", "leaves.py": leaves, "absolute.py": leaves, "dangling.py": nothing}
    assert outcome(root / "pkg") == {"real.py": b"1", "up.py": leaves}, "the root is the folder that was named"


def test_a_link_whose_text_is_missing_is_unread(tmp_path: Path, commit: Commit, plain_git: PlainGit) -> None:
    (tmp_path / "link.py").symlink_to("a.py")
    commit(tmp_path, {"a.py": b"1"})
    id_ = plain_git(tmp_path, "rev-parse", "HEAD:link.py")
    (tmp_path / ".git/objects" / id_[:2] / id_[2:]).unlink()
    assert outcome(tmp_path) == {"a.py": b"1", "link.py": ABSENT}


def test_a_file_over_the_limit_is_unread(tmp_path: Path, commit: Commit) -> None:
    commit(tmp_path, {"a.py": bytes(LARGEST_FILE + 1), "b.py": b"2"})
    assert outcome(tmp_path) == {"a.py": "larger than 8 MB", "b.py": b"2"}


def test_names_no_work_tree_could_hold_are_unread(tmp_path: Path, commit: Commit, plain_git: PlainGit) -> None:
    commit(tmp_path, {"a.py": b"1", "bad": b""})
    blob = plain_git(tmp_path, "rev-parse", "HEAD:a.py")

    def tree(*entries: tuple[str, bytes, str]) -> str:
        content = b"".join(mode.encode() + b" " + name + b"\0" + bytes.fromhex(id_) for mode, name, id_ in entries)
        (tmp_path / "bad").write_bytes(content)
        return plain_git(tmp_path, "hash-object", "-t", "tree", "-w", "--literally", "bad")

    inner = tree(("100644", b"evil.py", blob))
    top = tree(
        ("40000", b"..", inner),
        ("100644", b"caf\xe9.py", blob),
        ("100644", b"fine.py", blob),
        ("100644", b"t.py", blob),
        ("100644", b"t.py", blob),
    )
    id_ = plain_git(tmp_path, "commit-tree", "-m", "hostile", top)
    assert outcome(tmp_path, id_) == {
        "../evil.py": "its name has an empty part, a `.` or a `..`",
        "caf\\xe9.py": "its name is not UTF-8",
        "fine.py": b"1",
        "t.py": "several files have this name, and none can be told to be the right one",
    }


def test_a_repository_of_sha256_is_read(tmp_path: Path, commit: Commit, plain_git: PlainGit) -> None:
    plain_git(tmp_path, "init", "-q", "--object-format=sha256")
    id_ = commit(tmp_path, {"a.py": b"1"})
    assert len(id_) == 64
    assert outcome(tmp_path) == {"a.py": b"1"}


def test_a_work_tree_beside_its_repository_is_read(tmp_path: Path, commit: Commit, plain_git: PlainGit) -> None:
    commit(tmp_path / "repo", {"a.py": b"1", "p/b.py": b"2"})
    plain_git(tmp_path / "repo", "worktree", "add", "-q", os.fspath(tmp_path / "beside"))
    assert outcome(tmp_path / "beside") == {"a.py": b"1", "p/b.py": b"2"}
    assert outcome(tmp_path / "beside/p") == {"b.py": b"2"}
