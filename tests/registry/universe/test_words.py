"""The curated lists: each word in one place, each with a reason, none for nothing."""

import tomllib
from pathlib import Path

import pytest

from namebranch.registry.universe import names as judgements
from namebranch.registry.universe.names import Names, shipped
from namebranch.registry.universe.spelling import key_of
from namebranch.registry.universe.words import curated

FOLDER = Path(str(judgements.__file__)).parent
GROUPS = tomllib.loads((FOLDER / "words.toml").read_text("utf-8"))
FAMILIES = tomllib.loads((FOLDER / "families.toml").read_text("utf-8"))


def test_no_word_stands_in_two_groups_that_contradict() -> None:
    words = [key_of(word) for tier in ("never", "exact", "phrase") for group in GROUPS[tier] for word in group["words"]]
    assert sorted(words) == sorted(set(words))


@pytest.mark.parametrize("tier", sorted(GROUPS))
def test_every_group_has_a_reason(tier: str) -> None:
    assert all(len(group["reason"]) > 10 and group["words"] for group in GROUPS[tier])


def test_no_family_is_listed_that_the_release_has_anyway() -> None:
    types = {key_of(name) for name in shipped().types}
    assert [name for name in FAMILIES["names"] if key_of(name) in types] == []


def test_a_nickname_is_of_a_family_that_is_known() -> None:
    names = Names.load()
    assert [name for name, known in FAMILIES["names"].items() if known and names.family(known) is None] == []


def test_names_in_the_lists_of_families_are_sorted() -> None:
    assert list(FAMILIES["names"]) == sorted(FAMILIES["names"])
    assert FAMILIES["needles"]["short"] == sorted(FAMILIES["needles"]["short"])


@pytest.mark.parametrize("word", sorted(curated().never))
def test_never_a_name_by_its_spelling(word: str) -> None:
    names = Names.load()
    assert not names.is_name(word)
    assert names.models_named(word) == ()
    assert names.reason(word)
