"""A difference that `git apply` takes, and that shows what it holds."""

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from repositories import ALONE

from namebranch.reports.difference import difference

TEXTS = st.lists(st.sampled_from(("a\n", "b\n", "\n", "c")), max_size=6).map(lambda parts: "".join(parts).encode())


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param(None, b"a\n", ["--- /dev/null\n", "+++ b/f.py\n", "@@ -0,0 +1 @@\n", "+a\n"], id="a new file"),
        pytest.param(b"a\n", None, ["--- a/f.py\n", "+++ /dev/null\n", "@@ -1 +0,0 @@\n", "-a\n"], id="a file that goes"),
        pytest.param(b"a\n", b"a\n", [], id="the same is no difference"),
        pytest.param(
            b"a",
            b"b\n",
            ["--- a/f.py\n", "+++ b/f.py\n", "@@ -1 +1 @@\n", "-a\n\\ No newline at end of file\n", "+b\n"],
            id="no last newline",
        ),
        pytest.param(
            b"a\n", b"\x1b[2J\n", ["--- a/f.py\n", "+++ b/f.py\n", "@@ -1 +1 @@\n", "-a\n", "+\\x1b[2J\n"], id="control characters"
        ),
    ],
)
def test_lines_of_a_difference(before: bytes | None, after: bytes | None, expected: list[str]) -> None:
    assert list(difference("f.py", before, after)) == expected


@given(before=TEXTS, after=TEXTS)
def test_a_difference_is_empty_only_for_the_same(before: bytes, after: bytes) -> None:
    assert (list(difference("f.py", before, after)) == []) == (before == after)


@pytest.mark.parametrize(
    ("before", "after"), [(b"a\nb\nc", b"a\nc"), (b"a\n\x0cb\n", b"\x0cb\nd"), (b"", b"a\n"), (b"a\n" * 30, b"a\n" * 31)]
)
def test_git_applies_it(tmp_path: Path, before: bytes, after: bytes) -> None:
    file = tmp_path / "f.py"
    file.write_bytes(before)
    patch = "".join(difference("f.py", before, after)).replace("\\x0c", "\x0c")
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=patch.encode(), env={**os.environ, **ALONE}, check=True)  # noqa: S607
    assert file.read_bytes() == after
