"""What became of each branch between two small trees."""

import pytest
import scanning
from comparing import compared, fates, from_text, known, newer, told

from namebranch.analyzer.judging.checking import by_baseline
from namebranch.analyzer.judging.verdict import Stage

ASKS = """
def load(cfg):
    if cfg.model_type == "jamba":
        return 1
    return 0
"""
OTHER = """
def save(cfg):
    if cfg.model_type == "dbrx":
        return 2
"""
REGISTRY = """
from . import jamba

_ALL = {"jamba": jamba}
"""
PREDICATE = """
def is_moe(cfg):
    return cfg.model_type in ("mixtral", "dbrx")

def build(cfg):
    if is_moe(cfg):
        return 1
"""
MODELS = """
MOE = ["mixtral", "dbrx"]

def build(cfg):
    if cfg.model_type in MOE:
        return 1

def save(cfg):
    if cfg.model_type not in MOE:
        return 1
"""

DERIVED = """
MOE = ["mixtral", "dbrx"]
SPARSE = {*MOE, "jamba"}

def build(cfg):
    if cfg.model_type in MOE:
        return 1

def save(cfg):
    if cfg.model_type in SPARSE:
        return 1

def load(cfg):
    if cfg.model_type not in SPARSE:
        return 1
"""
STORES = """
TARGETS = {"llama": ["q"]}
TARGETS["mixtral"] = ["w1"]
TARGETS["jamba"] = ["in"]
TARGETS["dbrx"] = ["out"]

def build(cfg):
    return TARGETS[cfg.model_type]
"""
CLASSES = """
from transformers import DbrxForCausalLM, JambaForCausalLM, LlamaForCausalLM

def build(model):
    if isinstance(model, (JambaForCausalLM, LlamaForCausalLM)):
        return 1
"""


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        pytest.param({"a.py": ASKS}, {"a.py": ASKS + OTHER}, ["new"], id="a branch that was not there is new"),
        pytest.param({"a.py": ASKS}, {"a.py": ASKS.replace('== "jamba"', 'in ("jamba", "dbrx")')}, ["widened"], id="one more name widens"),
        pytest.param(
            {"a.py": ASKS.replace('== "jamba"', 'in ("jamba", "dbrx")')}, {"a.py": ASKS}, ["narrowed"], id="one name less narrows"
        ),
        pytest.param({"a.py": ASKS}, {"a.py": ASKS.replace('"jamba"', '"dbrx"')}, ["new", "dropped"], id="another name is another branch"),
        pytest.param({"a.py": ASKS + OTHER}, {"a.py": ASKS}, ["dropped"], id="a name that is gone from the whole target is dropped"),
        pytest.param({"a.py": ASKS + OTHER}, {"a.py": ASKS, "b.py": 'X = "dbrx"'}, ["lost"], id="a name that a file still spells is alive"),
        pytest.param({"a.py": ASKS + OTHER}, {"a.py": ASKS, "models/dbrx/m.py": ""}, ["lost"], id="a name that has a folder is alive"),
        pytest.param({"a.py": ASKS + OTHER}, {"a.py": ASKS, "tests/t.py": 'X = "dbrx"'}, ["dropped"], id="nobody looks into tests"),
        pytest.param({"a.py": ASKS}, {"registry.py": REGISTRY}, ["taken over"], id="a registration takes over"),
        pytest.param({"a.py": ASKS, "registry.py": REGISTRY}, {"registry.py": REGISTRY}, ["lost"], id="one that was there before does not"),
        pytest.param({"a.py": ASKS}, {"b.py": ASKS}, ["moved"], id="a file that was renamed moved"),
        pytest.param({"a.py": ASKS}, {"src/a.py": ASKS}, ["moved"], id="a folder src makes no other file"),
        pytest.param(
            {"a.py": ASKS}, {"a.py": ASKS.replace("def load", "def load_model")}, ["moved"], id="a function that was renamed moved"
        ),
        pytest.param(
            {"a.py": ASKS, "b.py": "def load(cfg): pass"},
            {"b.py": ASKS, "a.py": "def load(cfg): pass"},
            ["new", "lost"],
            id="one out here and one in there is no move while both functions stand",
        ),
        pytest.param({"a.py": ASKS}, {"models/jamba/a.py": ASKS}, ["fixed"], id="a branch in its model's own file is none of shared code"),
        pytest.param({"pkg/a.py": ASKS}, {"tests/pkg/a.py": ASKS}, ["fixed"], id="a file that went to the tests is gone"),
        pytest.param({"a.py": MODELS}, {"a.py": MODELS.replace('"dbrx"', '"dbrx", "jamba"')}, ["widened"], id="a constant grows once"),
        pytest.param({"a.py": MODELS}, {"a.py": MODELS.replace(', "dbrx"', "")}, ["narrowed"], id="a constant shrinks once"),
        pytest.param(
            {"a.py": MODELS}, {"a.py": MODELS.replace("MOE", "EXPERTS")}, ["moved"], id="a constant that was renamed moved, its uses stay"
        ),
        pytest.param(
            {"models/dbrx/names.py": 'MOE = ["dbrx"]', "a.py": "from models.dbrx.names import MOE" + MODELS.partition("]")[2]},
            {"models/dbrx/names.py": 'MOE = ["dbrx", "jamba"]', "a.py": "from models.dbrx.names import MOE" + MODELS.partition("]")[2]},
            ["widened"],
            id="a constant of a model's own file grows at its first use",
        ),
        pytest.param(
            {"a.py": PREDICATE}, {"a.py": PREDICATE.replace('"dbrx"', '"dbrx", "jamba"')}, ["widened"], id="a predicate grows once"
        ),
        pytest.param(
            {"a.py": PREDICATE}, {"a.py": PREDICATE.partition("def build")[0]}, ["lost"], id="a use of a predicate that stays is lost"
        ),
        pytest.param(
            {"a.py": PREDICATE}, {"a.py": PREDICATE.replace("is_moe", "has_experts")}, ["moved"] * 3, id="a predicate renamed moved"
        ),
        pytest.param(
            {"a.py": DERIVED}, {"a.py": DERIVED.replace("SPARSE", "HYBRID")}, ["moved"], id="a constant made of another is renamed"
        ),
        pytest.param(
            {"a.py": DERIVED.replace("type in SPARSE", "type in MOE")},
            {"a.py": DERIVED},
            ["widened"],
            id="another constant, made of the one before",
        ),
        pytest.param(
            {"a.py": STORES},
            {"a.py": STORES.replace('TARGETS["jamba"]', 'TARGETS["bloom"] = 0\nTARGETS["jamba"]')},
            ["new"],
            id="a store among",
        ),
        pytest.param(
            {"a.py": STORES}, {"a.py": STORES.replace('TARGETS["jamba"] = ["in"]\n', "")}, ["dropped"], id="a store among is gone"
        ),
        pytest.param(
            {"a.py": STORES},
            {"a.py": STORES.replace('TARGETS["jamba"] = ["in"]\n', ""), "registry.py": REGISTRY},
            ["taken over"],
            id="a store among is taken over",
        ),
        pytest.param({"a.py": CLASSES}, {"a.py": CLASSES.replace("(Jamba", "(DbrxForCausalLM, Jamba")}, ["widened"], id="one more class"),
        pytest.param({"a.py": CLASSES}, {"a.py": CLASSES.replace(", LlamaForCausalLM))", ",))")}, ["narrowed"], id="one class less"),
    ],
)
def test_what_became_of(base: dict[str, str], head: dict[str, str], expected: list[str]) -> None:
    assert fates(base, head) == expected


@pytest.mark.parametrize(
    ("base", "head"),
    [
        pytest.param(ASKS, f'"""Words."""\nimport os\n\n\n{ASKS}', id="lines above"),
        pytest.param(
            ASKS, ASKS.replace('cfg.model_type == "jamba"', '(cfg.model_type\n            == "jamba")'), id="a test over two lines"
        ),
        pytest.param(ASKS, ASKS.replace('== "jamba"', "== 'jamba'"), id="other quotes"),
        pytest.param(ASKS, ASKS.replace("cfg", "config"), id="another name of the object"),
        pytest.param(ASKS, ASKS.replace("return 1", "x = 1\n        return x"), id="another body"),
        pytest.param(ASKS + OTHER, OTHER + ASKS, id="another order of functions"),
        pytest.param(STORES, STORES.replace("q", "k"), id="another value in a table"),
        pytest.param(MODELS, MODELS.replace('["mixtral", "dbrx"]', '["dbrx",\n    "mixtral"]'), id="another order of names"),
        pytest.param(
            MODELS.partition("def save")[0],
            MODELS.partition("def save")[0].replace("in MOE", 'in ("mixtral", "dbrx")').replace("MOE =", "_X ="),
            id="a constant written out, and left",
        ),
    ],
)
def test_nothing_became_of(base: str, head: str) -> None:
    assert [one for one in fates({"a.py": base}, {"a.py": head}) if one != "fixed"] == []


def test_a_change_says_which_names_came_and_went() -> None:
    head = ASKS.replace('== "jamba"', 'in ("jamba", "dbrx")')
    (change,) = compared({"a.py": ASKS}, {"a.py": head}).changes
    assert (change.added, change.removed, change.stage) == (("dbrx",), (), Stage.OTHER_NAMES)


def test_what_took_over_is_named() -> None:
    (change,) = compared({"a.py": ASKS}, {"registry.py": REGISTRY}).changes
    assert change.by == ("registry.py:3 jamba",)


def test_an_arm_that_was_left_out_of_a_migration_is_lost_though_nobody_spells_its_name() -> None:
    both = ASKS.replace("    return 0", '    if cfg.model_type == "gemma3":\n        return 2')
    found = told(compared({"a.py": both}, {"a.py": "def load(cfg): pass", "registry.py": REGISTRY}).changes)
    assert found == [("lost", "a.py", (), ("gemma3",)), ("taken over", "a.py", (), ("jamba",))]


def test_one_name_more_in_a_constant_of_55_is_one_change_with_every_use_as_it_was() -> None:
    def tree(many: int) -> dict[str, str]:
        names = [name for name in scanning.names().types if name.isidentifier()][:many]
        uses = "\n".join(f"def f{n}(cfg):\n    if cfg.model_type in MODELS:\n        return {n}" for n in range(3))
        return {"c.py": f"MODELS = {names!r}\nMORE = [*MODELS, 'jamba']\n", "u.py": f"from c import MODELS, MORE\n{uses}\n{LAST}"}

    comparison = compared(tree(55), tree(56))
    assert [(change.fate.value, change.path, len(change.added)) for change in comparison.changes] == [("widened", "c.py", 1)]
    assert comparison.unchanged == 6


LAST = "def g(cfg):\n    return cfg.model_type in MORE\n"


def test_a_file_that_cannot_be_read_takes_nothing_away() -> None:
    entries = from_text(known({"a.py": ASKS, "b.py": OTHER}))
    verdict = by_baseline(newer({"a.py": ASKS, "b.py": OTHER.replace(":\n        return", "\n        return")}), entries)
    assert (verdict.changes, verdict.unchanged, verdict.code) == ((), 2, 4)
