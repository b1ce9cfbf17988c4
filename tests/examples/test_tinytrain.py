"""Every site of tinytrain is found, and no other; and its oracle is sound in itself."""

import re
from collections import Counter, defaultdict
from functools import cache

import oracle
import pytest
from oracle import APART, FOLDER, Seen

from namebranch.analyzer.inventory import Inventory, Kind, Zone
from namebranch.analyzer.judging.counts import count

EXPECTED = oracle.sites()
SHARED = [path for path in sorted(FOLDER.glob("tinytrain/**/*.py")) if "models/" not in path.as_posix()]
EVERY = [path.relative_to(FOLDER).as_posix() for path in SHARED if path.read_text().strip()]
RULES = {f"R{number}" for number in range(1, 19)} - {"R15"}  # R15 narrows what another rule rewrites
REFUSALS = {f"X{number}" for number in range(11)}
ENOUGH = 0.8  # of all sites can be migrated


@cache
def scanned() -> Inventory:
    """Return the inventory of tinytrain as it lies there."""
    return oracle.inventory(str(FOLDER))


@pytest.mark.parametrize("path", EVERY)
def test_each_site_of_a_file_is_found_and_no_other(path: str) -> None:
    expected = Counter(one.seen for one in EXPECTED if one.seen.path == path)
    found = Counter(Seen.of(site) for site in scanned().sites if site.path == path)
    assert sorted((expected - found).elements()) == []
    assert sorted((found - expected).elements()) == []


def test_sites_that_count_lie_in_files_that_are_looked_at() -> None:
    assert {one.seen.path for one in EXPECTED} <= set(EVERY)
    assert {site.path for site in scanned().sites if site.zone in {Zone.SHARED, Zone.FROZEN}} <= set(EVERY)


def test_sites_of_one_test_are_one_decision_and_of_two_tests_two() -> None:
    ids = {Seen.of(site): site.decision for site in scanned().sites}
    together = defaultdict(set)
    for one in EXPECTED:
        if one.seen.kind not in APART and one.seen in ids:
            together[one.decision].add(ids[one.seen])
    assert {words: found for words, found in together.items() if len(found) > 1} == {}
    shared = Counter(decision for found in together.values() for decision in found)
    assert [words for words, found in together.items() if any(shared[decision] > 1 for decision in found)] == []


def test_the_headline_counts_the_decisions() -> None:
    assert count(scanned()).drift == len({one.decision for one in EXPECTED if one.counts})


def test_every_kind_of_site_is_there() -> None:
    assert {one.seen.kind for one in EXPECTED} == {*Kind}


def test_what_becomes_of_a_site_is_a_rule_or_a_refusal() -> None:
    assert [one for one in EXPECTED if (one.rule in RULES) == (one.refuse in REFUSALS)] == []


def test_most_sites_can_be_migrated() -> None:
    assert sum(one.rule is not None for one in EXPECTED) / len(EXPECTED) >= ENOUGH


def test_what_is_frozen_is_refused_as_frozen() -> None:
    assert [one for one in EXPECTED if (one.seen.zone == Zone.FROZEN) != (one.refuse == "X9")] == []


def test_models_that_say_it_themselves_are_registered() -> None:
    assert {one.key for one in scanned().registrations if one.registry == "support"} == {"mamba", "granitemoehybrid"}


def test_at_least_ten_families_of_six_sorts_are_in_the_zoo() -> None:
    assert len(list(FOLDER.glob("tinytrain/zoo/*.toml"))) >= 10
    sorts = {"llama", "mixtral", "mamba", "falcon_h1", "llava", "t5", "whisper"}
    assert sorts <= {path.stem for path in FOLDER.glob("tinytrain/zoo/*.toml")}


def test_names_of_other_things_are_there_and_stay_silent() -> None:
    texts = "\n".join(path.read_text() for path in SHARED)
    for harmless in ('optimizer == "adamw_torch"', '"llama3"', '"flash_attention_2"', '("gguf", "mistral")', '"llama-adapter"'):
        assert harmless in texts
        lines = [(one.seen.path, one.seen.line) for one in EXPECTED]
        for path in SHARED:
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if harmless in line and not re.search(r"model_type|is_hybrid", line):
                    assert (path.relative_to(FOLDER).as_posix(), number) not in lines
