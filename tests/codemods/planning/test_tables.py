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


OBJECTS = """
def plain(samples):
    return samples


class Fresh:
    \"\"\"Keeps nothing.\"\"\"

    def __call__(self, samples):
        return self.joined(samples)

    def joined(self, samples):
        return samples + samples


class Counting:
    def __init__(self):
        self.seen = 0

    def __call__(self, samples):
        self.seen += 1
        return samples


COLLATE = {"llava": plain, "gemma3": Fresh(), "mamba": Counting(), "default": plain}


def collate(cfg):
    return COLLATE.get(cfg.model_type, plain)
"""
FOREIGN = """
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

CLASSES = dict(MODEL_FOR_CAUSAL_LM_MAPPING_NAMES)
# Not on the hub yet.
CLASSES["llava_llama"] = "LlavaForConditionalGeneration"


def known(cfg):
    return cfg.model_type in CLASSES
"""


def test_an_object_that_keeps_nothing_is_made_anew_and_one_that_does_stays() -> None:
    planned, files = spelled.migrated({PATH: OBJECTS})
    assert b"    from framework.loaders.layers import Fresh\n\n    return Fresh()" in files["framework/owners/gemma3.py"]
    assert '{"mamba": Counting(), "default": plain}' in files[PATH].decode()
    assert [(one.code, one.names) for one in planned.refused] == [("R7", ("mamba",))]
    assert {difference.kind for plan in planned.plans for difference in plan.differences} == {"public_value", "fresh"}


@pytest.mark.parametrize(
    "member",
    [
        pytest.param("def __init__(self):\n        self.seen = 0", id="it is set up"),
        pytest.param("seen = []", id="its class keeps something"),
        pytest.param("def note(self):\n        self.seen = 1", id="it is written to"),
        pytest.param("def note(self):\n        keep(self)", id="it is handed on"),
        pytest.param("def note(self):\n        self.__dict__['a'] = 1", id="its attributes are taken whole"),
        pytest.param("@property\n    def note(self):\n        return 1", id="a member is decorated"),
    ],
)
def test_an_object_stays_where(member: str) -> None:
    text, files, _ = after(OBJECTS.replace("def joined(self", f"{member}\n\n    def joined(self"), "gemma3")
    assert '"gemma3": Fresh()' in text
    assert "framework/owners/gemma3.py" not in files


def test_of_a_table_of_another_package_our_own_entries_leave_and_the_rest_is_refused() -> None:
    planned, files = spelled.migrated({PATH: FOREIGN})
    text = files[PATH].decode()
    assert '(cfg.model_type in CLASSES or ask(cfg.model_type, "loaders.classes", default=None) is not None)' in text
    assert "llava_llama" not in text
    assert b"# Not on the hub yet." in files["framework/owners/llava_llama.py"]
    assert [one.code for one in planned.refused] == ["X2"]
    assert len(planned.refused[0].branches) == 2


def test_an_entry_inside_a_table_of_another_package_stays() -> None:
    code = FOREIGN.replace("dict(MODEL_FOR_CAUSAL_LM_MAPPING_NAMES)", '{"jamba": "Jamba", **MODEL_FOR_CAUSAL_LM_MAPPING_NAMES}')
    _, files, refused = after(code, "jamba")
    assert '"jamba": "Jamba"' in files[PATH].decode()
    assert all("of another package" in reason for reason in refused)
