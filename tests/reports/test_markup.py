"""Text of a target in Markdown: it is shown as it is, and does nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inventories import anything
from markdown_it import MarkdownIt

from namebranch.reports.escape import visible
from namebranch.reports.markup import LONGEST, code, row, words

READER = MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough")


def shown(text: str) -> tuple[str, set[str]]:
    """Return what a reader sees of inline Markdown, and of which kinds its parts are, comments and code tags left aside."""
    (inline,) = READER.parseInline(text)
    parts = [part for part in inline.children or () if part.content not in {"<!-- -->", "<code>", "</code>"}]
    return "".join(part.content for part in parts), {part.type for part in parts}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("cfg.model_type", "cfg.model_type", id="a name with an underscore stays readable"),
        pytest.param('asks for "jamba" too', 'asks for "jamba" too', id="plain words stay"),
        pytest.param("a.py:12", "a.py:12", id="a place stays"),
        pytest.param("__init__", "&#95;&#95;init&#95;&#95;", id="underscores around a word are no emphasis"),
        pytest.param("@octocat", "&#64;<!-- -->octocat", id="nobody is mentioned"),
        pytest.param("#12", "&#35;<!-- -->12", id="no issue is linked"),
        pytest.param("http://evil.example", "http&#58;<!-- -->//evil.example", id="no address becomes a link"),
        pytest.param("www.evil.example", "www&#46;<!-- -->evil.example", id="nor one without a scheme"),
        pytest.param("<script>", "&#60;script&#62;", id="no HTML"),
        pytest.param("a|b", "a&#124;b", id="no new cell"),
        pytest.param("$x$", "&#36;x&#36;", id="no formula"),
    ],
)
def test_words(text: str, expected: str) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('cfg.model_type == "jamba"', '`cfg.model_type == "jamba"`', id="a test is a plain code span"),
        pytest.param("<b>", "`<b>`", id="a code span shows HTML"),
        pytest.param("a|b", "<code>a&#124;b</code>", id="a bar does not end the cell"),
        pytest.param("a`b", "<code>a&#96;b</code>", id="a backtick does not end the code"),
        pytest.param("", "", id="nothing is nothing"),
        pytest.param("x" * 1000, f"`{'x' * (LONGEST - 1)}…`", id="what is very long is cut"),
    ],
)
def test_code(text: str, expected: str) -> None:
    assert code(text) == expected


@settings(max_examples=300, deadline=None)
@given(text=anything | st.text(alphabet="_*`|<>[]()!\\&#@:/.$~ aw\n", max_size=20))
def test_any_text_is_seen_as_it_is_and_nothing_else(text: str) -> None:
    assert (shown(f"({words(text)})")[0], shown(f"({words(text)})")[1] - {"text", "text_special"}) == (f"({visible(text)})", set())
    assert shown(code(text))[1] <= {"text", "text_special", "code_inline"}


@settings(max_examples=200, deadline=None)
@given(text=anything | st.text(alphabet="_*`|<>[]()!\\&#@: a\n", max_size=20))
def test_any_text_fills_one_cell(text: str) -> None:
    parsed = READER.parse(row("a", "b") + row("---", "---") + row(code(text), words(text)))
    assert sum(token.type == "td_open" for token in parsed) == 2
