"""Templates: values in, text out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.registry.dialects.template import TemplateError, placeholders, render

TEXT = st.text(st.characters(codec="utf-8"))
WORDS = st.text("ab_(),:='\" ", max_size=20)


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        pytest.param("plain {} % text", {}, "plain {} % text", id="braces and percent signs are nothing special"),
        pytest.param("$a-${b}c", {"a": "1", "b": "2"}, "1-2c", id="a value in a line, with and without braces"),
        pytest.param("$$a", {}, "$a", id="two dollars are one"),
        pytest.param(
            "f(\n    $a\n)", {"a": "x,\ny,"}, "f(\n    x,\n    y,\n)", id="a value alone on its line takes the line's indentation"
        ),
        pytest.param("f(\n    $a\n)", {"a": "if x:\n\n    y"}, "f(\n    if x:\n\n        y\n)", id="its blank lines stay blank"),
        pytest.param(
            "f(\n    $a\n)",
            {"a": 'x = """a\n  b\n   \n"""\ny'},
            'f(\n    x = """a\n  b\n   \n"""\n    y\n)',
            id="what lies inside a string stays as it is",
        ),
        pytest.param("f(\n    $a\n)", {"a": ""}, "f(\n)", id="nothing alone on its line leaves no line"),
        pytest.param("one\n\n\n$a\n\n\ntwo", {"a": ""}, "one\n\n\ntwo", id="nothing between blank lines does not double them"),
        pytest.param("$[a\nf($a)\n$]\n", {"a": "1"}, "f(1)\n", id="a block stands where its value is there"),
        pytest.param("$[a\nf($a)\n$]\ng()", {"a": " "}, "g()", id="a block goes where its value is empty"),
        pytest.param("$[a\n$[b\nx\n$]\ny\n$]", {"a": "1", "b": ""}, "y", id="a block in a block"),
        pytest.param("f($a)", {"a": "$b"}, "f($b)", id="a value is not a template"),
    ],
)
def test_render(template: str, values: dict[str, str], text: str) -> None:
    assert render(template, values) == text


@pytest.mark.parametrize(
    ("template", "message"),
    [
        pytest.param("$a", "asks for $a, and there is only b", id="a value that is not there"),
        pytest.param("$[a\n$]", "asks for $a", id="a block of a value that is not there"),
        pytest.param("$]", "closes nothing", id="an end without a beginning"),
        pytest.param("$[b\nx", "is not closed", id="a beginning without an end"),
    ],
)
def test_a_template_that_cannot_be_filled_in(template: str, message: str) -> None:
    with pytest.raises(TemplateError, match=message.replace("$", r"\$").replace("`", ".")):
        render(template, {"b": "1"})


@given(TEXT.filter(lambda text: "$" not in text))
def test_a_text_without_placeholders_stays_as_it_is(text: str) -> None:
    assert render(text, {}) == text
    assert placeholders(text) == frozenset()


@given(st.lists(WORDS.filter(lambda word: not {"'", '"'} & set(word)), max_size=5))  # what lies inside a string is left alone
def test_each_line_of_a_value_is_indented_or_blank(lines: list[str]) -> None:
    text = render("<\n    $a\n>", {"a": "\n".join(lines)})
    assert all(line.startswith("    ") or not line for line in text.split("\n")[1:-1])


@given(st.sets(st.sampled_from(["key", "name", "value"])))
def test_what_it_asks_for_is_what_it_needs(names: set[str]) -> None:
    template = " ".join(f"${{{name}}}" for name in sorted(names))
    assert placeholders(template) == names
    render(template, dict.fromkeys(names, "x"))
