"""One tree, whichever way it comes: as a folder, a commit, a zip and a tar.gz it is the same paths and bytes."""

import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namebranch.analyzer.reading.source import SourceFile
from namebranch.analyzer.reading.target import open_target

Tree = dict[str, bytes]
Write = Callable[[Path, Tree], Path]

# Folders and files share no names, so that no path is both; some folders are ignored, some only look like it.
FOLDERS = st.sampled_from(["pkg", "src", "d\u00e9j\u00e0", "a b", "__pycache__", "venv", "build", "lib", "env", ".hidden", "A"])
NAMES = st.sampled_from(
    ["x.py", "X.py", "\u00e9.py", "a-b.py", "a.b.py", "r\u00e9sum\u00e9.txt", "pyvenv.cfg", ".#x.py", "n@1.py", "-x.py", "\u6a21\u578b.py"]
)
PATHS = st.builds(lambda folders, name: "/".join([*folders, name]), st.lists(FOLDERS, max_size=3), NAMES)
CONTENT = st.binary(max_size=60) | st.sampled_from([b"x\r\ny\r", b"\xef\xbb\xbfx", b"# coding: latin-1\n\xe9", b"$Id$\n", b""])


@settings(max_examples=25, deadline=None)
@given(st.dictionaries(PATHS, CONTENT, max_size=8))
def test_the_same_tree_is_the_same_files(
    tmp_path_factory: pytest.TempPathFactory, write: Write, commit: Callable[..., str], archived: Write, tree: Tree
) -> None:
    base = tmp_path_factory.mktemp("same")
    (base / "folder").mkdir()
    write(base / "folder", tree)
    commit(base / "repo", tree)
    archived(base / "x.zip", tree)
    archived(base / "x.tar.gz", {f"x-1/{path}": data for path, data in tree.items()})
    files = [
        [(one.path, one.data) for one in open_target(target, cwd=base).read(lambda _: True) if isinstance(one, SourceFile)]
        for target in ("folder", "repo@HEAD", "x.zip", "x.tar.gz")
    ]
    assert files[0] == files[1] == files[2] == files[3]
    assert files[0] == sorted(files[0])
    assert {path for path, _ in files[0]} <= tree.keys()


def test_what_git_archives_is_what_is_read(tmp_path: Path, commit: Callable[..., str], plain_git: Callable[..., str]) -> None:
    root = tmp_path / "repo"
    commit(root, {"a.py": b"1\r\n", "p/b.py": b"\xef\xbb\xbf2", "run.py": b"3"})
    (root / "run.py").chmod(stat.S_IRWXU)
    commit(root)
    for name in ("x.zip", "x.tar.gz"):
        plain_git(root, "archive", f"--output={tmp_path / name}", "--prefix=x-1/", "HEAD")
    tree = [(one.path, one.data) for one in open_target("repo@HEAD", cwd=tmp_path).read(lambda _: True) if isinstance(one, SourceFile)]
    tar = open_target("x.tar.gz", cwd=tmp_path)
    assert [(one.path, one.data) for one in tar.read(lambda _: True) if isinstance(one, SourceFile)] == tree
    assert [path.removeprefix("x-1/") for path in open_target("x.zip", cwd=tmp_path).paths()] == [path for path, _ in tree]
