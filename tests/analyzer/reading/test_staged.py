"""What the next commit will hold, read from git's objects and the index."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from repositories import Repository, repository

from namebranch.analyzer.inventory import Unread
from namebranch.analyzer.reading.git import directory, is_shallow, merge_base, resolve, staged
from namebranch.analyzer.reading.revision import open_folder_of, open_revision
from namebranch.analyzer.reading.source import SourceFile, TargetError
from namebranch.analyzer.reading.staged import hook_index, open_staged


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Return a repository with two files in one commit."""
    monkeypatch.delenv("GIT_INDEX_FILE", raising=False)
    made = repository(tmp_path / "repo")
    made.commit("one", pkg__a_py="a = 1\n", pkg__sub__b_py="b = 1\n")
    return made


def contents(files: Iterator[SourceFile | Unread]) -> dict[str, bytes]:
    """Return the bytes of each file."""
    return {one.path: one.data for one in files if isinstance(one, SourceFile)}


def index(repo: Repository, below: str = "") -> dict[str, bytes]:
    """Return what the next commit will hold, by path."""
    return contents(open_staged("t", repo.root / below, cwd=repo.root).read(lambda _: True))


ONE = {"pkg/a.py": b"a = 1\n", "pkg/sub/b.py": b"b = 1\n"}


def do_nothing(_repo: Repository) -> None:
    """Stage nothing."""


def edit(repo: Repository) -> None:
    """Stage a change, and change the file once more."""
    repo.write(pkg__a_py="a = 2\n")
    repo.git("add", "--all")
    repo.write(pkg__a_py="a = 3\n")


def add(repo: Repository) -> None:
    """Stage a new file, and leave another one alone."""
    repo.write(pkg__c_py="c = 1\n", pkg__d_py="d = 1\n")
    repo.git("add", "pkg/c.py")


def remove(repo: Repository) -> None:
    """Stage a removal, and leave the file."""
    repo.git("rm", "-q", "--cached", "pkg/a.py")


def move(repo: Repository) -> None:
    """Stage a new name."""
    repo.git("mv", "pkg/a.py", "pkg/e.py")


def link(repo: Repository) -> None:
    """Stage a link in the place of a file."""
    (repo.root / "pkg/a.py").unlink()
    (repo.root / "pkg/a.py").symlink_to("sub/b.py")
    repo.git("add", "--all")


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        pytest.param(do_nothing, ONE, id="nothing is staged"),
        pytest.param(edit, ONE | {"pkg/a.py": b"a = 2\n"}, id="a change, not the one after it"),
        pytest.param(add, ONE | {"pkg/c.py": b"c = 1\n"}, id="a new file, not one that is not staged"),
        pytest.param(remove, {"pkg/sub/b.py": b"b = 1\n"}, id="a removal of a file that still lies there"),
        pytest.param(move, {"pkg/e.py": b"a = 1\n", "pkg/sub/b.py": b"b = 1\n"}, id="a new name"),
        pytest.param(link, {"pkg/sub/b.py": b"b = 1\n"}, id="a link that leads to another file of the tree"),
    ],
)
def test_the_next_commit_holds(repo: Repository, act: Callable[[Repository], None], expected: dict[str, bytes]) -> None:
    act(repo)
    assert index(repo) == expected


def test_it_has_the_revision_of_head_only_where_it_is_head(repo: Repository) -> None:
    assert open_staged("t", repo.root, cwd=repo.root).revision == repo.git("rev-parse", "HEAD")
    edit(repo)
    assert open_staged("t", repo.root, cwd=repo.root).revision is None


def test_of_a_folder_only_what_lies_below_it(repo: Repository) -> None:
    add(repo)
    assert index(repo, "pkg/sub") == {"b.py": b"b = 1\n"}
    assert index(repo, "pkg") == {"a.py": b"a = 1\n", "c.py": b"c = 1\n", "sub/b.py": b"b = 1\n"}


def test_before_the_first_commit_it_is_all_that_is_staged(tmp_path: Path) -> None:
    made = repository(tmp_path / "new")
    made.write(a_py="a = 1\n", b_py="b = 1\n")
    made.git("add", "a.py")
    assert index(made) == {"a.py": b"a = 1\n"}


def test_a_folder_that_is_new_altogether(repo: Repository) -> None:
    repo.write(fresh__f_py="f = 1\n")
    repo.git("add", "--all")
    assert index(repo, "fresh") == {"f.py": b"f = 1\n"}


def test_a_conflict_is_told(repo: Repository) -> None:
    repo.git("checkout", "-q", "-b", "other")
    repo.commit("two", pkg__a_py="a = 2\n")
    repo.git("checkout", "-q", "main")
    repo.commit("three", pkg__a_py="a = 3\n")
    with pytest.raises(AssertionError):
        repo.git("merge", "-q", "other")
    with pytest.raises(TargetError, match=r"pkg/a.py is in conflict in the index"):
        open_staged("t", repo.root, cwd=repo.root)


def test_the_index_of_a_commit_is_taken_only_for_its_own_repository(
    repo: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = repository(tmp_path / "other")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
    assert hook_index(repo.root, repo.root) == repo.root / ".git/next-index-1.lock"
    assert hook_index(other.root, repo.root) is None
    assert hook_index(tmp_path, tmp_path) is None
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert hook_index(repo.root, repo.root) is None


def test_the_best_common_ancestor(repo: Repository) -> None:
    base = repo.git("rev-parse", "HEAD")
    repo.git("checkout", "-q", "-b", "other")
    theirs = repo.commit("two", pkg__c_py="")
    repo.git("checkout", "-q", "main")
    ours = repo.commit("three", pkg__d_py="")
    alone = repo.git("commit-tree", "HEAD^{tree}", "-m", "alone")
    assert (merge_base(repo.root, ours, theirs), merge_base(repo.root, ours, base)) == (base, base)
    assert merge_base(repo.root, ours, alone) is None
    assert not is_shallow(repo.root)


def test_a_folder_that_another_commit_does_not_have_is_empty_there(repo: Repository) -> None:
    base = resolve(repo.root, "HEAD")
    repo.commit("two", fresh__f_py="f = 1\n")
    newer = open_revision("t", repo.root / "fresh", "HEAD")
    assert contents(newer.read(lambda _: True)) == {"f.py": b"f = 1\n"}
    assert open_folder_of(newer, base).paths() == ()
    assert open_folder_of(open_revision("t", repo.root / "pkg", "HEAD"), base).paths() == ("a.py", "sub/b.py")


def test_where_there_is_no_repository_there_is_none(tmp_path: Path) -> None:
    assert directory(tmp_path) is None
    with pytest.raises(TargetError, match="not in a git repository"):
        staged(tmp_path, "HEAD")
