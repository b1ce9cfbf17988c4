"""The numbers: what counts once, what counts apart, and that no order matters."""

from dataclasses import replace

from hypothesis import given, settings
from inventories import SMALL, inventories, inventory, site, words

from namebranch.analyzer.inventory import Confidence, Inventory, Kind, Zone
from namebranch.analyzer.judging.counts import APART, Tally, count


def test_the_tests_of_one_decision_count_once() -> None:
    counts = count(inventory(*(site("a.py", line, "jamba", decision="d") for line in (1, 2)), site("a.py", 3, "dbrx")))
    assert (counts.drift, counts.sites, counts.names) == (2, 3, 2)
    assert counts.models == (Tally(value="dbrx", decisions=1, sites=1), Tally(value="jamba", decisions=1, sites=2))[::-1]


def test_definitions_and_imports_of_one_model_are_counted_apart() -> None:
    counts = count(inventory(site("a.py", 1, "jamba", kind=Kind.PER_MODEL_DEF), site("a.py", 2, "jamba", kind=Kind.REACH_IN)))
    assert (counts.drift, counts.sites, counts.per_model_defs, counts.reach_ins) == (0, 0, 1, 1)


def test_a_decision_is_inferred_only_if_all_of_it_is() -> None:
    guess = site("a.py", 1, "jamba", confidence=Confidence.INFERRED, decision="d")
    assert (count(inventory(guess)).drift, count(inventory(guess)).inferred) == (0, 1)
    both = count(inventory(guess, site("a.py", 1, "dbrx", decision="d")))
    assert (both.drift, both.inferred) == (1, 0)


def test_other_zones_are_no_drift() -> None:
    counts = count(SMALL)
    assert (counts.drift, counts.decisions) == (7, 9)


@settings(max_examples=60, deadline=None)
@given(whole=inventories(words))
def test_the_numbers_do_not_depend_on_the_order(whole: Inventory) -> None:
    counts = count(whole)
    assert count(replace(whole, sites=whole.sites[::-1])) == counts
    assert counts.drift <= counts.decisions <= counts.sites <= len(whole.sites)
    assert sum(tally.sites for tally in counts.rules) == counts.sites
    assert not {tally.value for tally in counts.kinds} & APART
    assert counts.drift == next((tally.decisions for tally in counts.zones if tally.value == Zone.SHARED), 0)
