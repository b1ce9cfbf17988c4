"""What is written reads back: settings to TOML and back, over the layer of a preset or alone."""

import tomllib
from dataclasses import fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory import MemorySource, tree

from namebranch.analyzer.settings.layers import Layer, laid
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.settings.presets import names
from namebranch.analyzer.settings.schema import Settings
from namebranch.analyzer.settings.spelling import Place, read
from namebranch.analyzer.settings.starter import starter
from namebranch.analyzer.settings.writing import plain, to_toml

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def of(hint: Any) -> st.SearchStrategy[Any]:
    """Anything that a field of this type may hold."""
    if get_origin(hint) is UnionType:
        return st.one_of(*(st.none() if arm is NoneType else of(arm) for arm in get_args(hint)))
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        if get_origin(item) is tuple and Ellipsis not in get_args(item):
            return st.dictionaries(TEXT, of(get_args(item)[1]), max_size=3).map(lambda held: tuple(held.items()))
        return st.lists(of(item), max_size=3).map(tuple)
    if is_dataclass(hint) and isinstance(hint, type):
        hints = get_type_hints(hint)
        return st.builds(hint, **{column.name: of(hints[column.name]) for column in fields(hint)})
    if issubclass(hint, StrEnum):
        return st.sampled_from(list(hint))
    plain = {str: TEXT, bool: st.booleans(), int: st.integers(-(2**40), 2**40)}
    lists = st.lists(st.one_of(*plain.values()), max_size=3).map(tuple)
    return st.one_of(*plain.values(), lists) if hint is object else plain[hint]


@given(held=of(Settings))
@settings(max_examples=150)
def test_settings_read_back_from_toml(held: Settings) -> None:
    assert read(Settings, tomllib.loads(to_toml(held)), Place(file="x")) == held


@given(held=of(Settings))
@settings(max_examples=80)
def test_settings_read_back_from_toml_with_notes(held: Settings) -> None:
    text = to_toml(held, note=lambda key: (f"# {len(key)}",))
    assert read(Settings, tomllib.loads(text), Place(file="x")) == held


@given(held=of(Settings))
@settings(max_examples=80)
def test_settings_read_back_from_plain_tables(held: Settings) -> None:
    assert read(Settings, plain(held), Place(file="x")) == held


@given(held=of(Settings))
@settings(max_examples=80)
def test_nothing_that_a_terminal_would_obey_is_written(held: Settings) -> None:
    assert to_toml(held).replace("\n", "").isprintable()


@given(lower=of(Settings), upper=of(Settings))
@settings(max_examples=60)
def test_what_holds_over_a_layer_holds_when_it_is_laid_over_it_again(lower: Settings, upper: Settings) -> None:
    below = Layer(name="below", prefix="", tables=plain(lower))
    held, _ = laid((below, Layer(name="above", prefix="", tables=plain(upper))))
    again, origins = laid((below, Layer(name="written", prefix="", tables=tomllib.loads(to_toml(held)))))
    assert again == held
    assert {origin.where for origin in origins} <= {f"written: {origin.key}" for origin in origins}


@pytest.mark.parametrize("name", names())
def test_the_settings_of_a_preset_load_back(name: str) -> None:
    loaded = load(tree("a.py", namebranch_toml=f'preset = "{name}"'))
    written = MemorySource(files={"namebranch.toml": to_toml(loaded.settings).encode()})
    assert load(written).settings == loaded.settings


@pytest.mark.parametrize("name", names())
def test_the_file_that_init_writes_loads_back(name: str) -> None:
    loaded = load(tree("a.py", namebranch_toml=f'preset = "{name}"'))
    assert load(MemorySource(files={"namebranch.toml": starter(loaded).encode()})).settings == loaded.settings


def test_what_init_leaves_as_a_comment_is_valid_when_it_is_uncommented() -> None:
    text = starter(load(tree("a.py")))
    examples = text[text.index("# [subjects.strong]") :]
    lines = [line.removeprefix("# ") for line in examples.splitlines() if line.startswith("# ") and ("=" in line or line.startswith("# ["))]
    loaded = load(tree("a.py", namebranch_toml="\n".join(lines)), trusted=True)
    assert (len(loaded.settings.budget), len(loaded.settings.tracker.rows), loaded.settings.prove.suite[0]) == (1, 1, "python")


def test_a_long_list_is_broken_into_lines() -> None:
    text = to_toml(Settings(ignore=tuple(f"NB{number}" for number in range(100, 200))))
    assert max(map(len, text.splitlines())) <= 112
