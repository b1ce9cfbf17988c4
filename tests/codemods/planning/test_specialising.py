"""R13: what moves does not ask for its own name again, and what stays does not ask for names that have left."""

import pytest
import spelled

PATH = "framework/loaders/patching.py"
NESTED = """
def patch(cfg, probe):
    if cfg.model_type in ("gemma4", "gemma4_text", "gemma4_unified"):
        if cfg.model_type == "gemma4_unified":
            probe("unified")
        else:
            # the plain one
            probe(\"\"\"plain
  text\"\"\")
        if cfg.fast and cfg.model_type != "gemma4_text":
            probe("fast")
        probe("all")
"""
OWNERS = "framework/owners"


def function(text: str) -> str:
    """Return the hook of an owner's file."""
    return text[text.index("def ") : text.index("register(", text.index("def "))].strip()


def test_each_model_gets_the_body_that_is_its_own() -> None:
    planned, files = spelled.migrated({PATH: NESTED})
    unified, plain = (function(files[f"{OWNERS}/{name}.py"].decode()) for name in ("gemma4_unified", "gemma4"))
    assert unified == (
        'def patch(cfg, probe):\n    probe("unified")\n    if cfg.fast and cfg.model_type != "gemma4_text":\n        probe("fast")\n    probe("all")'
    )
    assert '    # the plain one\n    probe("""plain\n  text""")\n' in plain
    assert "unified" not in plain
    assert [(plan.rules, plan.guard.key.values) for plan in planned.plans] == [
        (("R1", "R13"), ("gemma4", "gemma4_text")),
        (("R1", "R13"), ("gemma4_unified",)),
    ]
    assert len({plan.point.name for plan in planned.plans}) == 1


def test_models_whose_bodies_come_out_alike_share_one() -> None:
    _, files = spelled.migrated({PATH: NESTED})
    assert "from framework.owners.gemma4 import patch" in files[f"{OWNERS}/gemma4_text.py"].decode()


def test_the_body_that_stays_does_not_ask_for_who_left() -> None:
    _, files = spelled.migrated({PATH: NESTED}, "gemma4_unified")
    text = files[PATH].decode()
    assert 'if cfg.model_type in ("gemma4", "gemma4_text"):\n        # the plain one\n        probe("""plain\n  text""")\n' in text
    assert "unified" not in text


ARMS = """
def patch(cfg, probe):
    if cfg.model_type in ("gemma2", "gemma3", "llama"):
        if cfg.other:
            probe(0)
        elif cfg.model_type == "gemma2":
            probe(2)
        elif cfg.model_type in ("gemma3",):
            probe(3)
        else:
            probe(4)
"""


@pytest.mark.parametrize(
    ("model", "rest"),
    [
        pytest.param("gemma2", "    if cfg.other:\n        probe(0)\n    else:\n        probe(2)", id="an arm that is taken is the last"),
        pytest.param(
            "gemma3", "    if cfg.other:\n        probe(0)\n    else:\n        probe(3)", id="an arm before it that never is goes"
        ),
        pytest.param("llama", "    if cfg.other:\n        probe(0)\n    else:\n        probe(4)", id="no arm is left"),
    ],
)
def test_arms_are_decided(model: str, rest: str) -> None:
    _, files = spelled.migrated({PATH: ARMS}, model)
    assert function(files[f"{OWNERS}/{model}.py"].decode()) == f"def patch(cfg, probe):\n{rest}"


@pytest.mark.parametrize(
    "inner",
    [
        pytest.param(
            '        cfg.model_type = "other"\n        if cfg.model_type == "gemma3":\n            probe(1)', id="its subject is set"
        ),
        pytest.param('        if cfg.text_type == "gemma3":\n            probe(1)', id="another subject"),
        pytest.param('        if cfg.model_type.startswith("gemma3"):\n            probe(1)', id="a test by spelling"),
        pytest.param("        if cfg.model_type in NAMES:\n            probe(1)", id="names that do not stand there"),
        pytest.param('        probe(cfg.model_type == "gemma3")', id="no branch"),
    ],
)
def test_what_is_not_decided(inner: str) -> None:
    code = f'NAMES = ("gemma3",)\n\n\ndef patch(cfg, probe):\n    if cfg.model_type == "gemma3":\n{inner}\n'
    planned, files = spelled.migrated({PATH: code})
    assert not any("R13" in plan.rules for plan in planned.plans)
    assert inner.strip().splitlines()[0] in files[f"{OWNERS}/gemma3.py"].decode()


def test_tests_inside_one_that_is_decided_go_with_it() -> None:
    code = """
def patch(cfg, probe):
    if cfg.model_type in ("mamba", "llama"):
        if cfg.model_type == "mamba":
            if cfg.model_type == "mamba":
                probe(1)
        probe(2)
"""
    _, files = spelled.migrated({PATH: code}, "mamba")
    after = files[PATH].decode()
    assert 'if cfg.model_type == "llama":\n        probe(2)\n' in after
    assert "probe(1)" not in after
