"""What is wrong in a configuration is said with its path, and with what would be right."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.inventory import Zone
from namebranch.analyzer.settings.schema import Settings
from namebranch.analyzer.settings.spelling import ConfigError, Place, dotted, read
from namebranch.registry.space import Space

FILE = Place(file="namebranch.toml")

WRONG = [
    pytest.param({"zone": {}}, "zone: unknown key; did you mean 'zones'?", id="an unknown table has the nearest"),
    pytest.param(
        {"zones": {"modles": []}}, "zones.modles: unknown key; did you mean 'model'?", id="an unknown key in a table has the nearest"
    ),
    pytest.param({"zones": {"q": []}}, "zones.q: unknown key; known are default, frozen", id="far from everything, all keys are listed"),
    pytest.param({"zones": {"model": [3]}}, "zones.model[0]: expected text, got int", id="an item of a wrong type has its number"),
    pytest.param({"zones": {"model": "a"}}, "zones.model: expected list, got text", id="text is no list"),
    pytest.param({"zones": []}, "zones: expected table, got list", id="a list is no table"),
    pytest.param({"models": {"recognise": 1}}, "models.recognise: expected true or false, got int", id="one is not true"),
    pytest.param({"budget": [{"paths": ["a"], "max": True}]}, "budget[0].max: expected int, got true or false", id="true is not one"),
    pytest.param({"budget": [{"paths": ["a"]}]}, "budget[0]: max is missing", id="a needed key is named"),
    pytest.param({"budget": {"paths": []}}, "budget: expected list, got table", id="one bracket instead of two"),
    pytest.param(
        {"subjects": {"strong": {"kind": "modeltype"}}},
        "'modeltype' is not one of them; did you mean 'model_type'?",
        id="a key space has the nearest",
    ),
    pytest.param({"zones": {"default": "common"}}, "zones.default: 'common' is not one of them; ", id="a zone that is none"),
    pytest.param({"subsystems": {"a b": 1}}, 'subsystems."a b": expected list, got int', id="a key with a blank is quoted"),
    pytest.param(
        {"tracker": {"rows": [{"subsystem": "x", "paths": [], "kinds": ["flags"]}]}},
        "tracker.rows[0].kinds[0]: 'flags'",
        id="deep in a row",
    ),
    pytest.param({"prove": {"suite": "pytest"}}, "prove.suite: expected list, got text", id="a command is no shell line"),
]


@pytest.mark.parametrize(("raw", "message"), WRONG)
def test_wrong(raw: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(Settings, raw, FILE)
    assert f"namebranch.toml: {message}" in str(caught.value) or message in str(caught.value)


RIGHT = [
    pytest.param({}, id="nothing is said"),
    pytest.param({"zones": {}}, id="an empty table"),
    pytest.param({"budget": []}, id="no budget"),
    pytest.param({"subsystems": {"own name": ["a/"]}}, id="free keys are free"),
    pytest.param({"prove": {"matrix": [{"name": "old", "requires": ["transformers<5"]}]}}, id="an array of tables"),
]


@pytest.mark.parametrize("raw", RIGHT)
def test_right(raw: dict[str, Any]) -> None:
    assert isinstance(read(Settings, raw, FILE), Settings)


def test_values_get_their_types() -> None:
    settings = read(Settings, {"zones": {"default": "frozen"}, "subjects": {"strong": {"kind": "enum"}}}, FILE)
    assert settings.zones.default is Zone.FROZEN
    assert settings.subjects.strong == (("kind", Space.ENUM),)
    assert (settings.subjects.space("kind"), settings.subjects.space("mood")) == (Space.ENUM, None)


def test_a_key_in_pyproject_is_named_with_its_table() -> None:
    with pytest.raises(ConfigError, match=r"^pyproject\.toml: tool\.namebranch\.zones\.model\[0\]: expected text, got int$"):
        read(Settings, {"zones": {"model": [1]}}, Place(file="pyproject.toml", path="tool.namebranch"))


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("zones", "model", "paths", "max", "rows", "x")), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(raw=st.dictionaries(st.sampled_from(("preset", "zones", "budget", "tracker", "subjects", "prove", "y")), JUNK, max_size=4))
def test_whatever_is_given_is_read_or_refused_with_the_file_in_the_message(raw: dict[str, Any]) -> None:
    try:
        refused = None
        read(Settings, raw, FILE)
    except ConfigError as error:
        refused = str(error)
    assert refused is None or refused.startswith("namebranch.toml: ")


@pytest.mark.parametrize(("path", "key", "whole"), [("", "a", "a"), ("a", "b-c", "a.b-c"), ("a", "b.c", 'a."b.c"'), ("a", "", 'a.""')])
def test_dotted(path: str, key: str, whole: str) -> None:
    assert dotted(path, key) == whole
