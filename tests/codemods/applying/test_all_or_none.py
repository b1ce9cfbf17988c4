"""Files are written all or none, and only where what lies there is what was read."""

import os
import shutil
import signal
import stat
import sys
import threading
from pathlib import Path
from time import sleep
from types import FrameType
from typing import Any

import pytest

from namebranch.codemods.applying import writing
from namebranch.codemods.applying.writing import UnwritableError, Writing, write


def tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a folder with two files."""
    place = tmp_path / "target"
    (place / "kit").mkdir(parents=True)
    (place / "kit" / "a.py").write_bytes(b"a")
    (place / "kit" / "b.py").write_bytes(b"b")
    return place


A, B = Writing(path="kit/a.py", before=b"a", after=b"A"), Writing(path="kit/b.py", before=b"b", after=b"B")
NEW = Writing(path="kit/deep/er/c.py", before=None, after=b"C")


def test_files_change_come_in_new_folders_and_go(root: Path) -> None:
    write(root, [A, NEW, Writing(path="kit/b.py", before=b"b", after=None)])
    assert tree(root) == {"kit/a.py": b"A", "kit/deep/er/c.py": b"C"}


def test_a_file_keeps_its_mode_and_a_new_one_has_that_of_a_new_file(root: Path) -> None:
    (root / "kit" / "a.py").chmod(0o755)
    mask = os.umask(0o027)
    try:
        write(root, [A, NEW])
    finally:
        os.umask(mask)
    modes = [stat.S_IMODE((root / path).stat().st_mode) for path in ("kit/a.py", "kit/deep/er/c.py")]
    assert modes == [0o755, 0o640]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        pytest.param(Writing(path="kit/b.py", before=b"other", after=b"B"), "not what was read", id="another content than was read"),
        pytest.param(Writing(path="kit/b.py", before=None, after=b"B"), "not what was read", id="a file where there was none"),
        pytest.param(Writing(path="kit/c.py", before=b"c", after=b"C"), "not what was read", id="no file where there was one"),
        pytest.param(Writing(path="../c.py", before=None, after=b"C"), "outside", id="a path out of the target"),
        pytest.param(Writing(path="/c.py", before=None, after=b"C"), "outside", id="an absolute path"),
        pytest.param(Writing(path="kit/link.py", before=b"b", after=b"C"), "link", id="a link to a file"),
        pytest.param(Writing(path="folder/b.py", before=b"b", after=b"C"), "link", id="a file in a link to a folder"),
        pytest.param(Writing(path="kit", before=None, after=b"C"), "no regular file", id="a folder"),
        pytest.param(Writing(path="kit/pipe", before=None, after=b"C"), "no regular file", id="a pipe, which would block"),
        pytest.param(Writing(path="kit/a.py/c.py", before=None, after=b"C"), "kit/a.py/c.py", id="a folder that is a file"),
    ],
)
def test_nothing_is_written_where_one_file_is_refused(root: Path, wrong: Writing, words: str) -> None:
    (root / "kit" / "link.py").symlink_to("b.py")
    (root / "folder").symlink_to("kit")
    os.mkfifo(root / "kit" / "pipe")
    before = tree(root)
    with pytest.raises(UnwritableError, match=words):
        write(root, [A, NEW, wrong])
    assert tree(root) == before
    assert not (root / "kit" / "deep").exists()


def test_what_changes_while_it_is_written_is_found_and_all_is_taken_back(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def meddle(self: Path, target: Path) -> Path:
        if target.name == "a.py":
            (root / "kit" / "b.py").write_bytes(b"meddled")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", meddle)
    with pytest.raises(UnwritableError, match=r"kit/b\.py: it is not what was read"):
        write(root, [NEW, A, B])
    assert tree(root) == {"kit/a.py": b"a", "kit/b.py": b"meddled"}
    assert not (root / "kit" / "deep").exists()


def test_a_disk_that_is_full_leaves_all_as_it_was(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if "b.py" in self.name:
            raise OSError(28, "No space left on device")
        return written(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(UnwritableError, match="No space left"):
        write(root, [NEW, A, B])
    assert tree(root) == {"kit/a.py": b"a", "kit/b.py": b"b"}


def test_somebody_who_stops_it_finds_the_tree_as_it_was(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def stopped(self: Path, target: Path) -> Path:
        if target.name == "b.py" and self.read_bytes() == b"B":
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", stopped)
    before = tree(root)
    with pytest.raises(KeyboardInterrupt):
        write(root, [A, NEW, B])
    assert tree(root) == before


GONE = Writing(path="kit/gone.py", before=b"gone", after=None)
STEP = (A, NEW, GONE, B)


class Fault(BaseException):
    """What nobody expects."""


def struck(root: Path, at: int) -> int:
    """Write a step, and raise at the line of that number that is run in the writing module; return how many lines were run."""
    ran = 0

    def line(frame: FrameType, event: str, _: object) -> Any:
        nonlocal ran
        if frame.f_code.co_filename != writing.__file__ or frame.f_code.co_name == "_undisturbed":  # in there signals wait
            return None
        if event == "line":
            ran += 1
            if ran == at:
                raise Fault
        return line

    sys.settrace(line)
    try:
        write(root, STEP)
    finally:
        sys.settrace(None)
    return ran


def test_whatever_breaks_at_whichever_line_the_tree_is_as_it_was_or_as_it_should_be(root: Path) -> None:
    """Up to the last replace; what comes then only tidies up."""
    (root / "kit" / "gone.py").write_bytes(b"gone")
    (root / "kit" / "gone.py").chmod(0o640)
    before = tree(root)
    lines = struck(root, 0)
    after = tree(root)
    assert after == {"kit/a.py": b"A", "kit/b.py": b"B", "kit/deep/er/c.py": b"C"}
    outcomes = set()
    for at in range(1, lines + 1):
        shutil.rmtree(root)
        for path, data in before.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(data)
        (root / "kit" / "gone.py").chmod(0o640)
        with pytest.raises(Fault):
            struck(root, at)
        found = {path: data for path, data in tree(root).items() if not path.rpartition("/")[2].startswith(".")}
        assert found in (before, after), at
        if found == before:
            assert tree(root) == before, at
            assert not (root / "kit" / "deep").exists(), at
            assert stat.S_IMODE((root / "kit" / "gone.py").stat().st_mode) == 0o640
        outcomes.add(found == before)
    assert outcomes == {True, False}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_waits_until_all_files_are_there_and_then_they_are_taken_back(
    root: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    replace = Path.replace

    def signalled(self: Path, target: Path) -> Path:
        os.kill(os.getpid(), number)
        sleep(0.001)  # another thread may be the one that gets it
        return replace(self, target)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", signalled)
    held = signal.signal(number, stop)
    done = threading.Event()
    threading.Thread(target=done.wait, daemon=True).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            write(root, [A, NEW, B])
    finally:
        signal.signal(number, held)
        done.set()
    assert tree(root) == {"kit/a.py": b"a", "kit/b.py": b"b"}
