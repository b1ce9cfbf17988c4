"""The arms of a chain, with the current one, and the decisions that lead to a site."""

import pytest
from explaining import one

from namebranch.reports.worded import line

CHAIN = """
def load(cfg):
    if cfg.model_type == "jamba":
        a = 1
        b = 2
    elif cfg.fast:
        a = 2
    elif cfg.model_type in ("mamba", "dbrx"):
        a = 3
    else:
        a = 4
    return a
"""
EXITS = """
def load(cfg):
    if not cfg.on:
        return 0
    if cfg.model_type == "jamba":
        return 1
    if cfg.model_type == "mamba":
        return 2
    return 3
"""
NESTED = """
def load(cfg):
    if not cfg.on:
        return 0
    x = 1
    if cfg.model_type.startswith("qwen3"):
        if cfg.fast:
            if cfg.model_type == "qwen3_moe":
                return x
"""


@pytest.mark.parametrize(
    ("code", "at", "arms"),
    [
        pytest.param(
            CHAIN,
            "a.py:7",
            [(0, 2, 2, False, ("jamba",)), (1, 5, 1, False, ()), (2, 7, 1, True, ("mamba", "dbrx"))],
            id="an if with elifs",
        ),
        pytest.param(
            EXITS,
            "a.py:6",
            [(0, 2, 1, False, ()), (1, 4, 1, False, ("jamba",)), (2, 6, 1, True, ("mamba",))],
            id="early returns next to each other",
        ),
        pytest.param(NESTED, "a.py:7", [], id="no chain"),
    ],
)
def test_the_arms_of_a_chain(code: str, at: str, arms: list[tuple[int, int, int, bool, tuple[str, ...]]]) -> None:
    found = one({"a.py": code}, at).chain
    assert [(arm.arm, arm.line, arm.lines, arm.here, arm.names) for arm in found] == arms


@pytest.mark.parametrize(
    ("code", "at", "guards"),
    [
        pytest.param(CHAIN, "a.py:7", [], id="earlier arms are the chain, and no guards"),
        pytest.param(
            NESTED,
            "a.py:7",
            [(6, True, "cfg.fast"), (5, True, 'cfg.model_type begins with "qwen3"'), (2, False, "cfg.on")],
            id="the innermost first, an early return last",
        ),
    ],
)
def test_what_leads_to_a_site(code: str, at: str, guards: list[tuple[int, bool, str]]) -> None:
    assert [(guard.line, guard.holds, line(guard.test)) for guard in one({"a.py": code}, at).guards] == guards


def test_a_chain_of_a_match_is_one_too() -> None:
    code = 'def f(cfg):\n    match cfg.model_type:\n        case "jamba":\n            return 1\n        case "mamba" | "dbrx":\n            return 2\n'
    found = one({"a.py": code}, "a.py:3")
    assert [(arm.arm, arm.here, arm.names) for arm in found.chain] == [(0, True, ("jamba",)), (1, False, ("mamba", "dbrx"))]


BODIES = """
def load(cfg, table):
    if cfg.on:
        if cfg.model_type == "jamba":
            from transformers.models.jamba import modeling_jamba
        elif (
            cfg.model_type == "mamba"
            or cfg.fast
        ):
            # a comment
            from transformers.models.mamba import modeling_mamba
        from transformers.models.llama import modeling_llama
    from transformers.models.dbrx import modeling_dbrx
    while cfg.model_type == "falcon":
        from transformers.models.falcon import modeling_falcon
    if not cfg.more:
        return
    if cfg.model_type == "phi3": from transformers.models.phi3 import modeling_phi3
    from transformers.models.phi import modeling_phi
"""


@pytest.mark.parametrize(
    ("at", "guards"),
    [
        pytest.param("a.py:4", ['cfg.model_type is "jamba"', "cfg.on"], id="in the body of an if inside another"),
        pytest.param("a.py:10", ['cfg.model_type is "mamba" or cfg.fast', "cfg.on"], id="below a test over several lines"),
        pytest.param("a.py:11", ["cfg.on"], id="behind the inner if"),
        pytest.param("a.py:12", [], id="behind all of it"),
        pytest.param("a.py:14", ['cfg.model_type is "falcon"'], id="in a loop"),
        pytest.param("a.py:18", [], id="below an if on one line"),
    ],
)
def test_what_leads_to_a_site_that_is_no_test(at: str, guards: list[str]) -> None:
    assert [line(guard.test) for guard in one({"a.py": BODIES}, at).guards] == guards
