"""A file cut around a change: the same units as if it had been cut whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.extracting.batch import Table, digest
from namebranch.analyzer.extracting.cutting import cut
from namebranch.analyzer.extracting.texts import source
from namebranch.analyzer.history.shapes import Shape, reshaped, whole
from namebranch.analyzer.reading.decode import decode
from namebranch.analyzer.reading.decode import lines as split

STATEMENTS = (
    "x = 1\n",
    "\n\n",
    "# a comment\n",
    "import os; import sys\n",
    "if x:\n    y = 2\nelse:\n    y = 3\n",
    "@decorated(\n    1\n)\ndef f(a):\n    from os import path\n    return a\n",
    "class C:\n    '''words'''\n    z = 1\n\n    def g(self):\n        return 'é'\n",
    "class D: pass\n",
    "class E:\n    class F(E):\n        u = 1\n\n        def h(self):\n            return 1\n\n    v = '''\n    x = 1\n'''\n",
    "s = '''\nif x:\n'''\n",
    "t = (1,\n     2)\n",
    "try:\n    import a\nexcept ImportError:\n    a = None\n",
)
MEAN = ("else:\n    y = 4\n", "'''\n", "x = \\\n", "(\n", "    y = 5\n", "return\r\n", "\x0cx = 1\n", "def f(\n")
statements = st.lists(st.sampled_from(STATEMENTS), max_size=8)


def shape(text: str) -> Shape:
    """Return the shape of a file that is cut whole."""
    rows = split(text)
    units = cut(text, rows)
    return whole(text.encode(), Table(units, tuple(digest(source(rows, unit)) for unit in units)), None)


def parses(text: str) -> bool:
    """Return whether Python can parse it."""
    try:
        compile(text, "t", "exec", 0x400)  # the tree alone
    except (SyntaxError, ValueError):
        return False
    return True


@given(statements, statements, statements, st.sampled_from(["", *MEAN]), st.integers(0, 60))
def test_around_a_change_the_units_are_those_of_the_whole(before: list[str], old: list[str], new: list[str], mean: str, at: int) -> None:
    was, now = "".join([*before, *old, *before]), "".join([*before, *new, mean, *before])
    now = now[:at] + mean + now[at:]
    found = reshaped(shape(was), now.encode())
    if found is not None:
        assert parses(now)
        assert found == shape(now)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        pytest.param("x = 1\ny = 2\nz = 3\n", "x = 1\ny = 4\nz = 3\n", id="a line in the middle"),
        pytest.param("x = 1\n", "x = 1\ny = 2\n", id="a line at the end"),
        pytest.param("x = 1\n", "y = 2\nx = 1\n", id="a line at the beginning"),
        pytest.param("x = 1\ny = 2\n", "", id="all gone"),
        pytest.param("", "x = 1\n", id="all new"),
        pytest.param("x = 1\nx = 1\n", "x = 1\nx = 1\nx = 1\n", id="one more of the same"),
        pytest.param("class C:\n    a = 1\n    b = 2\n\n\nx = 1\n", "class C:\n    a = 1\n    b = 3\n\n\n\nx = 1\n", id="inside a class"),
        pytest.param("class C:\n    a = 1\nx = 1\n", "class C:\n    a = 1\n    b = 1\nx = 1\n", id="one more member at the end of a class"),
        pytest.param("class C:\n    a = 1\nx = 1\n", "class C:\n    a = 1\ny = 1\nx = 1\n", id="one more statement behind a class"),
        pytest.param("class C:\n    a = 1\n    b = 1\n", "class C:\n    a = 1\n", id="the last member gone"),
        pytest.param(
            "class C:\n    class D:\n        a = 1\n", "class C:\n    class D:\n        a = 2\n        b = 1\n", id="two classes deep"
        ),
        pytest.param(
            "class C:\n    a = 1\nclass C:\n    a = 1\n", "class C:\n    a = 1\nclass C:\n    a = 2\n", id="two classes of one name"
        ),
    ],
)
def test_a_small_change_is_cut_alone(was: str, now: str) -> None:
    assert reshaped(shape(was), now.encode()) == shape(now)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        pytest.param("x = 1\ny = 2\n", "x = '''\ny = 2\n", id="a string that does not end"),
        pytest.param("x = 1\ny = 2\n", "x = (\ny = 2\n", id="a bracket that is not closed"),
        pytest.param("if x:\n    y = 1\nz = 2\n", "if x:\n    y = 1\nelse\nz = 2\n", id="a syntax error"),
        pytest.param("x = 1\n", "# coding: latin-1\nx = 1\n", id="another encoding"),
        pytest.param("x = 1\n", "\ufeffx = 1\n", id="a byte order mark"),
    ],
)
def test_what_reaches_further_is_left_to_a_whole_cut(was: str, now: str) -> None:
    assert reshaped(shape(was), now.encode()) is None


def test_bytes_that_are_no_text_are_left_to_a_whole_cut() -> None:
    assert reshaped(shape("x = 1\n"), b"x = '\xff'\n") is None


def test_the_lines_of_what_follows_are_those_of_today() -> None:
    found = reshaped(shape("x = 1\n\n\ndef f():\n    import os\n"), b"x = 1\ny = 2\nz = 3\n\n\ndef f():\n    import os\n")
    assert found is not None
    assert [(unit.first, unit.last, [part.first for part in unit.imports]) for unit in found.units][-1] == (6, 7, [7])


def test_a_file_without_units_has_a_reason() -> None:
    assert whole(b"x = (", Table((), ()), "line 1: '(' was never closed").unread == "line 1: '(' was never closed"
    assert decode(b"") == ""
