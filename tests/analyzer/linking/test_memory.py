"""What is linked with a memory of earlier rounds is what is linked without one."""

import gc
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import scanning
from hypothesis import given, settings
from hypothesis import strategies as st

from namebranch.analyzer import analysis
from namebranch.analyzer.linking.linked import Linked, link
from namebranch.analyzer.linking.meaning import PlacedUnit
from namebranch.analyzer.linking.memory import Memory

ROOT = Path(__file__).resolve().parents[3] / "examples" / "tinytrain"
LEARNS = """
def f(cfg):
    return cfg.model_type == "zephyrus3" or cfg.kind == "zephyrus3"
"""


@cache
def files() -> dict[str, str]:
    """Return the example, and one file that teaches a name."""
    found = {path.relative_to(ROOT).as_posix(): path.read_text() for path in (ROOT / "tinytrain").rglob("*.py")}
    return found | {"tinytrain/learns.py": LEARNS}


@cache
def rounds() -> tuple[tuple[Any, ...], ...]:
    """Return what each round of a scan of the example links, but for its memory."""
    asked: list[tuple[Any, ...]] = []

    def noting(units: Iterable[PlacedUnit], *rest: Any) -> Linked:
        asked.append((tuple(units), *rest[:-1]))
        return link(*asked[-1])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "link", noting)
        scanning.inventory(files())
    return tuple(asked)


def linked_with(memory: Memory | None, one: tuple[Any, ...]) -> Linked:
    """Link what a round links."""
    units, owners, names, subjects, lessons = one
    return link(units, owners, names, subjects, lessons, memory)


def told(linked: Linked) -> tuple[object, ...]:
    """Return all that a linked program says."""
    learned = linked.names.is_name("zephyrus3")
    return linked.leaves, linked.flags, linked.predicates, linked.collections, linked.needles, linked.failed, learned


def test_each_round_of_a_scan_is_linked_as_from_scratch() -> None:
    memory = Memory()
    assert len(rounds()) > 1
    for one in rounds():
        assert told(linked_with(memory, one)) == told(linked_with(None, one))


@given(st.lists(st.sets(st.sampled_from(sorted(files())), max_size=8), min_size=1, max_size=5))
@settings(max_examples=20, deadline=None)
def test_whatever_comes_and_goes_a_program_is_linked_as_from_scratch(steps: list[set[str]]) -> None:
    memory = Memory()
    units, *rest = rounds()[-1]
    for gone in steps:
        left = tuple(unit for unit in units if unit.path not in gone)
        assert told(linked_with(memory, (left, *rest))) == told(linked_with(None, (left, *rest)))


@pytest.mark.parametrize("enabled", [True, False], ids=["it is on", "it is off"])
def test_the_collector_of_cycles_is_afterwards_as_it_was(enabled: bool) -> None:
    before = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        link(*rounds()[-1])
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()
