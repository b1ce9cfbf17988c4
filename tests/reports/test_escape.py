"""Text of a target on a terminal and in JSON."""

import json

import pytest
from hypothesis import given
from inventories import anything

from namebranch.reports.escape import safe_json, visible, without_surrogates


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("\x1b[2J", r"\x1b[2J", id="an escape sequence"),
        pytest.param("a\r\n\tb", r"a\r\n\tb", id="line ends and tabs"),
        pytest.param("\x9b1m\x7f\x00", r"\x9b1m\x7f\x00", id="the other controls"),
        pytest.param("x\u202egpj.exe", r"x\u202egpj.exe", id="text that runs backwards"),
        pytest.param("a\u200bb\ufeff", r"a\u200bb\ufeff", id="letters of no width"),
        pytest.param("a\u2028b\xa0c", r"a\u2028b\xa0c", id="odd line ends and blanks"),
        pytest.param("\udcff", r"\udcff", id="a byte that is not UTF-8"),
        pytest.param("\U000e0041", r"\U000e0041", id="a tag character"),
    ],
)
def test_what_a_terminal_would_obey_is_spelled(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize("text", ["", "pkg/loader.py", "模型.py", "a b'\"\\[bold]", "é", "🦙"])
def test_what_a_terminal_just_shows_stays(text: str) -> None:
    assert visible(text) == text
    assert without_surrogates(text) == text


@given(text=anything)
def test_whatever_comes_in_prints_on_one_line(text: str) -> None:
    assert visible(text).isprintable()
    without_surrogates(text).encode()


@given(text=anything)
def test_safe_json_is_the_same_value(text: str) -> None:
    safe = safe_json(json.dumps({"a": without_surrogates(text)}, ensure_ascii=False, indent=1))
    assert json.loads(safe) == {"a": without_surrogates(text)}
    assert all(line.isprintable() for line in safe.split("\n"))
