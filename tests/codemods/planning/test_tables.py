"""Entries of tables become what their models say, made anew each time, one at a time; a lookup asks the table for all others."""

import pytest
import spelled

TABLE = """
LAYERS = {
    "llama": ["q", "v"],  # the two that matter
    "phi3": ["qkv"],
}
# Late.
LAYERS["mamba"] = ["in"]


def by_get(cfg):
    return LAYERS.get(cfg.model_type, ["all"])


def by_in(cfg):
    return cfg.model_type in LAYERS
"""
ITEM = """
LAYERS = dict(llama=["q"], phi3=["qkv"])


def layers(cfg):
    return LAYERS[cfg.model_type]
"""
PATH = "framework/loaders/layers.py"


def after(code: str, *models: str) -> tuple[str, dict[str, bytes], list[str]]:
    """Return the module and all files after a migration, and why what stays does."""
    planned, files = spelled.migrated({PATH: code}, *models)
    return files[PATH].decode(), files, [one.reason for one in planned.refused]


def test_one_entry_leaves_and_the_lookups_ask_its_model_first() -> None:
    text, files, refused = after(TABLE, "llama")
    assert refused == []
    assert "llama" not in text
    assert '    "phi3": ["qkv"],\n}' in text
    assert 'ask(cfg.model_type, "loaders.layers", default=LAYERS.get(cfg.model_type, ["all"]))' in text
    assert '(cfg.model_type in LAYERS or ask(cfg.model_type, "loaders.layers", default=None) is not None)' in text
    assert b'def layers():\n    # the two that matter\n    return ["q", "v"]\n' in files["framework/owners/llama.py"]


def test_the_next_entry_finds_the_lookups_there() -> None:
    _, files, _ = after(TABLE, "llama")
    planned, second = spelled.migrated(dict(files), "mamba")
    assert planned.refused == ()
    assert second[PATH].decode().count("ask(") == 2
    assert b"Late" not in second[PATH]


def test_the_last_entry_takes_the_table_with_it() -> None:
    text, _, refused = after(TABLE)
    assert refused == []
    assert "LAYERS" not in text
    assert 'ask(cfg.model_type, "loaders.layers", default=["all"])' in text


def test_a_table_that_raises_for_unknown_keys_stays_to_raise() -> None:
    text, _, _ = after(ITEM)
    assert "LAYERS = dict()" in text
    assert '(ask(cfg.model_type, "loaders.layers", default=None) or LAYERS[cfg.model_type])' in text


@pytest.mark.parametrize(
    ("more", "words"),
    [
        pytest.param("def keys():\n    return sorted(LAYERS)\n", "used for something else", id="a table that is listed"),
    ],
)
def test_a_table_stays_that_is_more_than_plain_entries(more: str, words: str) -> None:
    text, _, refused = after(TABLE + more)
    assert text == TABLE.lstrip("\n") + more or text == TABLE + more
    assert words in refused[0]
