"""Folders on disk: what is read, what is left out, and what is said about the rest."""

import os
import pickle
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from namebranch.analyzer.inventory import Unread
from namebranch.analyzer.reading import folder
from namebranch.analyzer.reading.folder import open_folder
from namebranch.analyzer.reading.source import LARGEST_FILE, SourceFile, TargetError

Tree = dict[str, bytes]
NOBODY = 65534


def python(path: str) -> bool:
    return path.endswith(".py")


def outcome(root: Path) -> dict[str, bytes | str]:
    """Return the bytes of each Python file, or the reason why there are none."""
    return {one.path: one.data if isinstance(one, SourceFile) else one.reason for one in open_folder("t", root).read(python)}


def test_files_come_sorted_and_only_those_wanted(tmp_path: Path, write: Callable[[Path, Tree], Path]) -> None:
    write(tmp_path, {"b.py": b"b", "a/z.py": b"z", "a.py": b"a", "a/readme.md": b"", "B.py": b"B"})
    source = open_folder("t", tmp_path)
    assert source.paths() == ("B.py", "a.py", "a/readme.md", "a/z.py", "b.py")
    assert [one.path for one in source.read(python)] == ["B.py", "a.py", "a/z.py", "b.py"]
    assert (source.one("a/z.py"), source.one("none.py"), source.revision) == (b"z", None, None)


def test_an_opened_folder_travels_to_another_process(tmp_path: Path, write: Callable[[Path, Tree], Path]) -> None:
    source = open_folder("t", write(tmp_path, {"a.py": b"a"}))
    assert pickle.loads(pickle.dumps(source)) == source  # noqa: S301 - it was pickled right here


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(".git/hooks/x.py", id="git's own folder"),
        pytest.param("deep/__pycache__/x.py", id="a cache below the root"),
        pytest.param("web/node_modules/p/x.py", id="JavaScript packages"),
        pytest.param(".tox/py/lib/x.py", id="environments of tox"),
        pytest.param("build/lib/p/x.py", id="the copy that a build leaves"),
        pytest.param("build/lib.linux-x86_64-cpython-311/p/x.py", id="the copy that a build of extensions leaves"),
        pytest.param("my-env/lib/x.py", id="a virtual environment of any name"),
        pytest.param("pkg/.#x.py", id="an editor's lock"),
    ],
)
def test_ignored_is(path: str, tmp_path: Path, write: Callable[[Path, Tree], Path]) -> None:
    write(tmp_path, {path: b"", "kept.py": b"", "my-env/pyvenv.cfg": b""})
    assert open_folder("t", tmp_path).paths() == ("kept.py",)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("build/x.py", id="a folder that is merely called build"),
        pytest.param("pkg/build/lib/x.py", id="build/lib below the root"),
        pytest.param(".github/x.py", id="another hidden folder"),
        pytest.param("git/x.py", id="a folder called git"),
        pytest.param("env.py", id="a file named like a folder that is ignored"),
    ],
)
def test_not_ignored_is(path: str, tmp_path: Path, write: Callable[[Path, Tree], Path]) -> None:
    assert open_folder("t", write(tmp_path, {path: b""})).paths() == (path,)


def test_the_root_is_read_whatever_it_is_called_or_holds(tmp_path: Path, write: Callable[[Path, Tree], Path]) -> None:
    write(tmp_path / "venv", {"x.py": b"", "pyvenv.cfg": b""})
    assert open_folder("t", tmp_path / "venv").paths() == ("pyvenv.cfg", "x.py")


def test_a_repository_within_a_repository_is_another_target(tmp_path: Path, write: Callable[[Path, Tree], Path]) -> None:
    write(tmp_path, {"sub/.git": b"gitdir: ../.git/modules/sub", "sub/x.py": b"", "a.py": b""})
    assert open_folder("t", tmp_path).paths() == ("a.py", "sub/.git", "sub/x.py")
    (tmp_path / ".git").mkdir()
    assert open_folder("t", tmp_path).paths() == ("a.py",)


def test_links_are_never_followed_and_only_those_that_hide_something_are_reported(
    tmp_path: Path, write: Callable[[Path, Tree], Path]
) -> None:
    root = write(tmp_path, {"outside.py": b"secret", "out/o.py": b"secret", "root/a/real.py": b"1", "root/__pycache__/c.py": b""}) / "root"
    links = {
        "inside.py": "a/real.py",  # read in its own place
        "inside_folder": "a",
        "loop_folder": "..",
        "a/to_root": "..",
        "leaves.py": "../outside.py",
        "absolute.py": str(tmp_path / "outside.py"),
        "outside_folder": "../out",
        "dangling.py": "nowhere.py",
        "one.py": "two.py",
        "two.py": "one.py",
        "itself.py": "itself.py",
        "hidden.py": "__pycache__/c.py",
        ".#a.py": "somebody@host.1",
    }
    for path, to in links.items():
        (root / path).symlink_to(to)
    leaves, nothing = "a link that leaves the target; links are not followed", "a link that leads to nothing that is read"
    assert outcome(root) == {
        "a/real.py": b"1",
        "leaves.py": leaves,
        "absolute.py": leaves,
        "dangling.py": f"{nothing} (to nowhere.py)",
        "one.py": f"{nothing} (to one.py)",
        "two.py": f"{nothing} (to two.py)",
        "itself.py": f"{nothing} (to itself.py)",
        "hidden.py": f"{nothing} (to __pycache__/c.py)",
    }


def test_a_root_that_is_a_link_is_followed_because_the_user_named_it(tmp_path: Path, write: Callable[[Path, Tree], Path]) -> None:
    write(tmp_path / "real", {"a.py": b"1"})
    (tmp_path / "real/b.py").symlink_to("a.py")
    (tmp_path / "link").symlink_to("real")
    assert outcome(tmp_path / "link") == {"a.py": b"1"}


def test_pipes_and_sockets_are_never_opened(tmp_path: Path, write: Callable[[Path, Tree], Path]) -> None:
    write(tmp_path, {"a.py": b"1"})
    os.mkfifo(tmp_path / "pipe.py")
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(tmp_path / "socket.py"))
        assert outcome(tmp_path) == {"a.py": b"1", "pipe.py": folder.IRREGULAR, "socket.py": folder.IRREGULAR}


@pytest.fixture(name="listed_then")
def _listed_then(tmp_path: Path, write: Callable[[Path, Tree], Path]) -> tuple[Path, Callable[[], dict[str, bytes | str]]]:
    """A folder that was listed with a.py and b.py in it; what is done to it now is done between listing and reading."""
    source = open_folder("t", write(tmp_path, {"a.py": b"1", "b.py": b"2"}))

    def read() -> dict[str, bytes | str]:
        return {one.path: one.data if isinstance(one, SourceFile) else one.reason for one in source.read(python)}

    return tmp_path, read


Meanwhile = tuple[Path, Callable[[], dict[str, bytes | str]]]


def test_a_file_that_vanishes_is_unread_and_its_neighbour_is_intact(listed_then: Meanwhile) -> None:
    root, read = listed_then
    (root / "a.py").unlink()
    assert read() == {"a.py": folder.VANISHED, "b.py": b"2"}


def test_a_file_that_becomes_a_link_is_not_followed(listed_then: Meanwhile) -> None:
    root, read = listed_then
    (root / "a.py").unlink()
    (root / "a.py").symlink_to("b.py")
    assert read() == {"a.py": "cannot be read: Too many levels of symbolic links", "b.py": b"2"}


def test_a_file_that_becomes_a_pipe_does_not_block(listed_then: Meanwhile) -> None:
    root, read = listed_then
    (root / "a.py").unlink()
    os.mkfifo(root / "a.py")
    assert read() == {"a.py": folder.IRREGULAR, "b.py": b"2"}


def test_a_file_that_becomes_a_folder_is_unread(listed_then: Meanwhile) -> None:
    root, read = listed_then
    (root / "a.py").unlink()
    (root / "a.py").mkdir()
    assert read() == {"a.py": folder.IRREGULAR, "b.py": b"2"}


def test_a_file_that_grows_while_it_is_read_stops_at_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_bytes(b"1")
    monkeypatch.setattr(os, "read", lambda _, size: b"x" * size)
    assert outcome(tmp_path) == {"a.py": folder.TOO_LARGE}


def test_the_largest_file_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    for name, size in {"fits.py": LARGEST_FILE, "over.py": LARGEST_FILE + 1}.items():
        with (tmp_path / name).open("wb") as file:
            file.truncate(size)
    assert outcome(tmp_path) == {"fits.py": bytes(LARGEST_FILE), "over.py": "larger than 8 MB"}


def test_a_name_that_is_not_utf8_is_unread_and_shown_escaped(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.py")).write_bytes(b"")
    (tmp_path / os.fsdecode(b"d\xff")).mkdir()
    (tmp_path / os.fsdecode(b"d\xff/x.py")).write_bytes(b"")
    (tmp_path / "caf\u00e9.py").write_bytes(b"1")
    assert outcome(tmp_path) == {"caf\\xe9.py": "its name is not UTF-8", "caf\u00e9.py": b"1", "d\\xff/x.py": "its name is not UTF-8"}


def test_odd_names_are_names(tmp_path: Path, write: Callable[[Path, Tree], Path]) -> None:
    tree = {"a@b.py": b"1", "new\nline.py": b"2", "back\\slash.py": b"3", "-rf.py": b"4", "c:d.py": b"5", " .py": b"6"}
    assert outcome(write(tmp_path, tree)) == tree


def _as_nobody(root: Path) -> dict[str, bytes | str]:
    """Return the outcome as a user sees it who may not read everything: root is asked in a child that gives up being root."""
    if os.geteuid():
        return outcome(root)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            os.write(writing, pickle.dumps(outcome(root)))
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answer:  # noqa: PTH123 - a descriptor, not a path
        data = answer.read()
    os.waitpid(child, 0)
    found: dict[str, bytes | str] = pickle.loads(data)  # noqa: S301 - our own child wrote it
    return found


def test_what_may_not_be_read_is_unread_and_a_folder_always_is(write: Callable[[Path, Tree], Path]) -> None:
    with tempfile.TemporaryDirectory() as name:  # not tmp_path: others may not enter that
        root = write(Path(name), {"a.py": b"1", "secret.py": b"2", "closed/x.py": b"3"})
        root.chmod(0o755)
        (root / "secret.py").chmod(0)
        (root / "closed").chmod(0)
        found = _as_nobody(root)
        (root / "closed").chmod(0o755)
    denied = "Permission denied"
    assert found == {"a.py": b"1", "secret.py": f"cannot be read: {denied}", "closed/": f"the folder cannot be listed: {denied}"}


def test_a_root_that_cannot_be_listed_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="t: the folder cannot be listed: No such file"):
        open_folder("t", tmp_path / "gone")


def test_folders_nested_deeper_than_a_path_may_be_long_are_unread(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"1")
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(25):
        os.mkdir("d" * 200, dir_fd=here)
        below = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    found = list(open_folder("t", tmp_path).read(python))
    assert found[0] == SourceFile(path="a.py", data=b"1")
    assert isinstance(found[1], Unread)
    assert found[1].path.endswith("/")
    assert "File name too long" in found[1].reason
