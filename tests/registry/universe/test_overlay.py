"""What a target adds to the known names, and the file that says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.registry.universe.names import Names
from namebranch.registry.universe.overlay import OverlayError, read_overlay

SOME = st.lists(st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,20}", fullmatch=True), max_size=5)
KNOWN = ["llama", "qwen3_moe", "clip", "LlamaForCausalLM", "RefinedWebModel", "gemma3_text", "CLIPProcessor", "dsv4"]


@given(types=SOME, classes=SOME, text=st.sampled_from(KNOWN))
def test_adding_takes_nothing_away(types: list[str], classes: list[str], text: str) -> None:
    names = Names.load()
    more = names.overlay(types=types, classes=classes)
    assert (more.knows(text), more.is_name(text)) == (names.knows(text), names.is_name(text))
    assert all(more.knows(each) for each in (*types, *classes))
    assert more.types == names.types


@given(types=SOME)
def test_adding_twice_is_adding_once(types: list[str]) -> None:
    once = Names.load().overlay(types=types)
    assert once.overlay(types=types) == once


def test_a_fallback_that_a_target_registers_is_still_no_name() -> None:
    more = Names.load().overlay(types=["default", "auto", "text"])
    assert [text for text in ("default", "auto", "text") if more.is_name(text)] == []


def test_the_file_of_names_adds_types_classes_and_what_is_inside() -> None:
    overlay = read_overlay(
        b"""{"model_types": ["zephyrus", "zephyrus_text"], "architectures": ["ZephyrusForCausalLM"],
        "text_type_of": {"zephyrus": "zephyrus_text"}, "renamed": {"ZephyrForCausalLM": "ZephyrusForCausalLM"},
        "language_model_class_of": {"ZephyrusVL": "ZephyrusTextModel"}}"""
    )
    names = overlay.over(Names.load())
    assert names.is_name("zephyrus")
    assert [text for text in ("ZephyrusForCausalLM", "ZephyrForCausalLM", "ZephyrusVL", "ZephyrusTextModel") if not names.knows(text)] == []
    assert names.text_types["zephyrus"] == "zephyrus_text"


def test_an_empty_file_of_names_adds_nothing() -> None:
    assert read_overlay(b"{}").over(Names.load()) == Names.load()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(b"", "not a file of names", id="nothing"),
        pytest.param(b"[]", "Expected `object`", id="a list"),
        pytest.param(b'{"model_types": "llama"}', "Expected `array`, got `str` - at `$.model_types`", id="one string where a list belongs"),
        pytest.param(b'{"modeltypes": []}', "unknown key 'modeltypes'; known are model_types", id="a key that is misspelled"),
        pytest.param(b"\xff\xfe", "not a file of names", id="bytes that are no text"),
    ],
)
def test_a_file_that_is_something_else_says_what_is_wrong(data: bytes, words: str) -> None:
    with pytest.raises(OverlayError) as caught:
        read_overlay(data)
    assert words in str(caught.value)
