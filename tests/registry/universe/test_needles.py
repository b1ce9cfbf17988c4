"""The openings of names that the screen looks for: few, and enough."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.registry.universe.names import Names
from namebranch.registry.universe.spelling import key_of, split_camel

NAMES = Names.load()
NEEDLES = NAMES.families()
SPELLED = sorted(each for each in NAMES.types if key_of(each) not in NAMES.words.never)


def opened(text: str) -> bool:
    return text.lower().startswith(NEEDLES)


def test_one_opens_every_model_type_that_is_no_common_word() -> None:
    assert [each for each in SPELLED if not opened(each)] == []


def test_one_opens_every_curated_family_but_the_shortest() -> None:
    assert [each for each in NAMES.words.families if not opened(each)] == ["yi"]


def test_none_opens_a_common_word_but_two_that_begin_like_a_family() -> None:
    begin_alike = {"decision": "deci", "speechtotext": "speecht"}
    assert {word: each for word in (*NAMES.words.never, *NAMES.words.things) for each in NEEDLES if word.startswith(each)} == begin_alike


def test_no_needle_makes_another_one_superfluous() -> None:
    assert [each for each in NEEDLES if each.startswith(tuple(other for other in NEEDLES if other != each))] == []


def test_they_are_lower_case_sorted_and_few() -> None:
    assert list(NEEDLES) == sorted({each.lower() for each in NEEDLES})
    assert len(NEEDLES) < 600


def test_short_ones_are_those_that_the_list_names() -> None:
    assert [each for each in NEEDLES if len(key_of(each)) < 4 and key_of(each) not in NAMES.words.short] == []


@given(st.sampled_from(SPELLED), st.sampled_from(["_", "-", ""]))
def test_one_opens_a_model_type_with_any_separator(name: str, separator: str) -> None:
    atoms = split_camel(name)
    words = [separator if left.isalpha() and right.isalpha() else "" for left, right in pairwise(atoms)]
    assert opened("".join(atom + between for atom, between in zip(atoms, [*words, ""], strict=True)))


@pytest.mark.parametrize("text", ["GPTNeoXLayer", "DeepseekV3MLP", "T5Block", "VideoLlavaPlugin", "RefinedWebModel", "dsv4", "wan2"])
def test_one_opens(text: str) -> None:
    assert opened(text)


def test_a_type_that_a_target_adds_is_opened_too() -> None:
    assert "zephyrus3_text".startswith(NAMES.overlay(types=["zephyrus3_text"]).families())
