"""Where single sites could go, beside what a plan of all says."""

import pytest
import scanning

from namebranch.analyzer.judging.destination import Destination
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.destinations import destinations
from namebranch.codemods.planning.decisions import Decisions
from namebranch.registry.dialects.load import take

LOADER = """
    PACKED = ("llama", "qwen2")
    SIZES = {"mamba": 1, "llama": 2}

    def build(cfg, model):
        if cfg.model_type == "mamba" and cfg.fast:
            model.append(1)
        is_small = cfg.model_type == "phi3"
        if cfg.model_type.startswith("gemma"):
            model.append(2)
        return SIZES[cfg.model_type] if cfg.model_type in PACKED else is_small
"""


def told(line: int) -> tuple[Destination, ...]:
    """Return where the sites on a line could go."""
    source = scanning.source({"kit/__init__.py": "", "kit/loader.py": LOADER})
    found = program(source, load(source), jobs=1)
    sites = tuple(site for site, _ in found.sites if site.line == line)
    return destinations(found, take("vendored", "kit"), Decisions(), sites, ("kit", "--dialect", "vendored"))


@pytest.mark.parametrize(
    ("line", "to", "owners", "rule", "difficulty"),
    [
        pytest.param(5, "effect loader.build", ("kit.model_support.mamba",), "R1", "hard", id="a branch"),
        pytest.param(7, "fact loader.build", ("kit.model_support.phi3",), "R6", "easy", id="a test whose outcome is kept"),
        pytest.param(2, "value loader.sizes", ("kit.model_support.mamba", "kit.model_support.llama"), "R7", "easy", id="a table"),
        pytest.param(1, "fact loader.packed", ("kit.model_support.llama", "kit.model_support.qwen2"), "R6", "easy", id="a list of names"),
    ],
)
def test_what_moves_says_where_to_and_how(line: int, to: str, owners: tuple[str, ...], rule: str, difficulty: str) -> None:
    found = next(one for one in told(line) if one.to is not None)
    assert (found.to, found.owners, found.rule, found.difficulty) == (to, owners, rule, difficulty)
    assert found.command == ("migrate", "kit", "--dialect", "vendored", "--at", f"kit/loader.py:{line}")


def test_what_stays_says_why_and_what_is_next() -> None:
    (found,) = told(8)
    assert found.to is None
    assert found.command == ()
    assert found.why.startswith("R14 `startswith` reaches every name")
    assert "decisions.toml" in found.step


def test_what_keeps_the_outcome_of_a_test_follows_it() -> None:
    flag = next(one for one in told(7) if one.to is None)
    assert flag.why == "it keeps what another test finds, and changes with that"
    assert flag.step == ""


def test_a_line_without_a_site_has_none() -> None:
    assert told(4) == ()
