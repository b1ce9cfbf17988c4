"""Text of a target on a terminal and in JSON."""

import json

import pytest
from hypothesis import given
from inventories import anything

from namebranch.reports.escape import safe_json, unheard, visible, without_surrogates


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


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param("::error file=x::no.py:1:1: NB101", "./::error file=x::no.py:1:1: NB101", id="a command"),
        pytest.param("  ::stop-commands::x", "./  ::stop-commands::x", id="a command behind blanks"),
        pytest.param("##[error]x.py:1:1", r"##\x5berror]x.py:1:1", id="a command of old"),
        pytest.param("pkg/##[error]x.py:1:1", r"pkg/##\x5berror]x.py:1:1", id="a command of old in the middle"),
        pytest.param("::##[x]", r"./::##\x5bx]", id="both"),
        pytest.param("###[x]", r"###\x5bx]", id="one more mark"),
    ],
)
def test_what_a_runner_would_obey_is_shown_to_it_as_text(line: str, told: str) -> None:
    assert unheard(line) == told


@pytest.mark.parametrize("line", ["pkg/a.py:1:1: NB101", "a::b", ":a", "#[x]", "## [x]", "# # [x]", "./::error", ""])
def test_what_no_runner_obeys_stays(line: str) -> None:
    assert unheard(line) == line


@given(text=anything)
def test_safe_json_is_the_same_value(text: str) -> None:
    safe = safe_json(json.dumps({"a": without_surrogates(text)}, ensure_ascii=False, indent=1))
    assert json.loads(safe) == {"a": without_surrogates(text)}
    assert all(line.isprintable() for line in safe.split("\n"))
