"""Weighing tests against points: names may neither get lost nor come in, and each point must be what stood next to each other."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.parity.dispatched import Lost, balanced

NAMES = st.frozensets(st.sampled_from("abcdefg"), min_size=1)


def lost(*names: str) -> list[Lost]:
    """Return tests, each a word of one-letter names."""
    return [Lost(at=f"a.py:{at}", names=frozenset(one)) for at, one in enumerate(names)]


@pytest.mark.parametrize(
    ("tests", "points", "placed"),
    [
        pytest.param(["ab", "c"], ["ab", "c"], True, id="a point for each test"),
        pytest.param(["a", "b", "c"], ["ab", "c"], True, id="two tests that became one point"),
        pytest.param(["ab", "a"], ["ab"], True, id="a test inside another's arm"),
        pytest.param(["ab", "c"], ["c", "ab"], False, id="the wrong way round"),
        pytest.param(["ab", "cd"], ["ac", "bd"], False, id="the right names at the wrong points"),
        pytest.param([], [], True, id="nothing"),
    ],
)
def test_where_all_names_are_there_each_has_its_place(tests: list[str], points: list[str], placed: bool) -> None:
    found = balanced(lost(*tests), [frozenset(one) for one in points])
    assert (found.lost, found.gained, found.placed) == (frozenset(), frozenset(), placed)


@given(tests=st.lists(NAMES, max_size=6), cut=st.data())
def test_any_runs_of_tests_are_placed(tests: list[frozenset[str]], cut: st.DataObject) -> None:
    places = sorted({0, len(tests), *cut.draw(st.lists(st.integers(0, len(tests))))})
    points = [frozenset[str]().union(*tests[first:last]) for first, last in pairwise(places)]
    found = balanced([Lost(at="a.py:1", names=one) for one in tests], points)
    assert found.placed


@given(tests=st.lists(NAMES, max_size=6), points=st.lists(NAMES, max_size=6))
def test_what_is_not_on_both_sides_is_said(tests: list[frozenset[str]], points: list[frozenset[str]]) -> None:
    before, after = frozenset[str]().union(*tests), frozenset[str]().union(*points)
    found = balanced([Lost(at="a.py:1", names=one) for one in tests], points)
    assert (found.lost, found.gained) == (before - after, after - before)
    assert not (found.placed and (found.lost or found.gained))
