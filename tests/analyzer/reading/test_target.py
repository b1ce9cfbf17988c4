"""`PATH` and `PATH@REV`: what is opened, and what is said where nothing can be."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from namebranch.analyzer.reading.folder import Folder
from namebranch.analyzer.reading.revision import Revision
from namebranch.analyzer.reading.target import TargetError, open_target
from namebranch.analyzer.reading.tarred import Tarred
from namebranch.analyzer.reading.zipped import Zipped

Tree = dict[str, bytes]


@pytest.fixture(name="here")
def _here(
    tmp_path: Path,
    write: Callable[[Path, Tree], Path],
    commit: Callable[..., str],
    plain_git: Callable[..., str],
    archived: Callable[[Path, Tree], Path],
) -> Path:
    """A folder with one of each: `repo` (with branch `v@1` behind it), `bare`, `plain`, archives, and paths that contain `@`."""
    commit(tmp_path / "repo", {"a.py": b"old", "pkg/b.py": b"old"})
    plain_git(tmp_path / "repo", "branch", "v@1")
    commit(tmp_path / "repo", {"a.py": b"new"})
    plain_git(tmp_path, "clone", "-q", "--bare", str(tmp_path / "repo"), str(tmp_path / "bare"))
    write(tmp_path, {"repo/a.py": b"edited", "plain/a.py": b"plain", "at@home/a.py": b"at", "x.py": b"", "at@home@x/a.py": b"longest"})
    archived(tmp_path / "x.zip", {"a.py": b"zip"})
    archived(tmp_path / "X-1.0.WHL", {"a.py": b"wheel"})
    archived(tmp_path / "x@1.tar.gz", {"x-1/a.py": b"tar"})
    archived(tmp_path / "x.tgz", {"x-1/a.py": b"tgz"})
    return tmp_path


@pytest.mark.parametrize(
    ("text", "kind", "content"),
    [
        pytest.param("plain", Folder, b"plain", id="a folder"),
        pytest.param("repo", Folder, b"edited", id="a work tree, as it lies there"),
        pytest.param("repo@HEAD", Revision, b"new", id="a revision"),
        pytest.param("repo@HEAD~1", Revision, b"old", id="a revision with an operator"),
        pytest.param("repo@v@1", Revision, b"old", id="a revision with an @"),
        pytest.param("repo@HEAD@{0}", Revision, b"new", id="a place in the reflog"),
        pytest.param("bare", Revision, b"new", id="a bare repository, at HEAD"),
        pytest.param("bare@v@1", Revision, b"old", id="a bare repository, at a revision"),
        pytest.param("repo/.git", Revision, b"new", id="the git folder of a work tree"),
        pytest.param("at@home", Folder, b"at", id="an existing folder with an @ wins"),
        pytest.param("at@home@x", Folder, b"longest", id="so does one with two"),
        pytest.param("x@1.tar.gz", Tarred, b"tar", id="an existing archive with an @ wins"),
        pytest.param("x.tgz", Tarred, b"tgz", id="a tgz"),
        pytest.param("x.zip", Zipped, b"zip", id="a zip"),
        pytest.param("X-1.0.WHL", Zipped, b"wheel", id="a suffix in capitals"),
    ],
)
def test_opened_is(text: str, kind: type, content: bytes, here: Path) -> None:
    source = open_target(text, cwd=here)
    assert (type(source), source.target, source.one("a.py")) == (kind, text, content)
    assert (source.revision is not None) == (kind is Revision)
    assert open_target(str(here / text), cwd=Path("/")).one("a.py") == content


def test_the_option_is_short_for_the_target_with_a_revision(here: Path) -> None:
    asked, named = open_target("repo", revision="HEAD~1", cwd=here), open_target("repo@HEAD~1", cwd=here)
    assert (asked.revision, asked.one("a.py"), asked.target) == (named.revision, b"old", "repo")


def test_the_folder_may_be_left_out_before_a_revision(here: Path) -> None:
    assert open_target("@HEAD", cwd=here / "repo").one("a.py") == open_target(".@HEAD", cwd=here / "repo").one("a.py") == b"new"


def test_a_folder_of_a_repository_is_the_root_of_what_is_read(here: Path) -> None:
    assert open_target("repo/pkg@HEAD", cwd=here).paths() == open_target("repo/pkg", cwd=here).paths() == ("b.py",)
    assert open_target(".", revision="HEAD", cwd=here / "repo/pkg").paths() == ("b.py",)


@pytest.mark.parametrize(
    ("text", "revision", "message"),
    [
        pytest.param("none", None, "there is no 'none' here", id="nothing of that name"),
        pytest.param("none@HEAD", None, "there is no 'none' here", id="a revision of nothing"),
        pytest.param("repo@HEAD", "v@1", "two revisions: 'HEAD' in the target and 'v@1' by --rev", id="two revisions"),
        pytest.param("repo@", None, "'' is no revision", id="an empty revision"),
        pytest.param("repo@--output=x", None, "'--output=x' is no revision", id="a revision that is an option"),
        pytest.param("repo@v@", None, "has no revision 'v@'; did you mean v@1?", id="a revision with a slip"),
        pytest.param("repo@HEAD:a.py", None, "has no revision 'HEAD:a.py'", id="a revision that is a file"),
        pytest.param("repo@HEAD..v@1", None, "has no revision", id="a range"),
        pytest.param("plain@HEAD", None, "this is not in a git repository", id="a revision of a plain folder"),
        pytest.param("x.zip@HEAD", None, "x.zip is a file and has no revision", id="a revision of an archive"),
        pytest.param("x.py", None, "no archive .*name the folder it lies in, and choose it with --path 'x.py'", id="a single file"),
        pytest.param("pipe", None, "neither a folder nor an archive", id="a pipe"),
        pytest.param("circle", None, "there is no 'circle' here", id="a link to itself"),
        pytest.param("a\0b", None, "there is no", id="a NUL"),
        pytest.param("a" * 5000, None, "there is no", id="a name too long"),
    ],
)
def test_refused_is(text: str, revision: str | None, message: str, here: Path) -> None:
    os.mkfifo(here / "pipe")
    (here / "circle").symlink_to("circle")
    with pytest.raises(TargetError, match=message):
        open_target(text, revision=revision, cwd=here)


def test_a_folder_that_is_untracked_has_no_revision(here: Path) -> None:
    (here / "repo/later").mkdir()
    with pytest.raises(TargetError, match=r"commit [0-9a-f]{12} has no folder later: name the repository instead"):
        open_target("repo/later@HEAD", cwd=here)


@pytest.mark.parametrize("bare", [False, True], ids=["a work tree", "a bare repository"])
def test_an_empty_repository_says_so(bare: bool, tmp_path: Path, plain_git: Callable[..., str]) -> None:
    plain_git(tmp_path, "init", "-q", *(["--bare"] if bare else []), "r")
    with pytest.raises(TargetError, match="the repository is empty: it has no commit yet"):
        open_target("r@HEAD", cwd=tmp_path)


def test_a_shallow_clone_says_why_it_lacks_a_revision(here: Path, plain_git: Callable[..., str]) -> None:
    plain_git(here, "clone", "-q", "--depth=1", f"file://{here / 'repo'}", "shallow")
    with pytest.raises(TargetError, match="this clone is shallow: `git fetch --unshallow`"):
        open_target("shallow@HEAD~1", cwd=here)
