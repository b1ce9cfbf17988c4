"""Decisions in words: on a line and over lines, and harmless whatever the target is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inventories import anything

from namebranch.analyzer.explaining.explanation import Clause, Join
from namebranch.reports.worded import Row, line, listed, rows, short

JAMBA = Clause(join=Join.TEST, subject="cfg.model_type", verb="is", names=("jamba",), site="a" * 16, line=3)
FAST = Clause(join=Join.TEST, subject="cfg.fast", line=4)
BOTH = Clause(join=Join.ALL, parts=(FAST, Clause(join=Join.ANY, parts=(JAMBA, FAST))))


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        pytest.param(JAMBA, 'cfg.model_type is "jamba"', id="a test"),
        pytest.param(FAST, "cfg.fast", id="text"),
        pytest.param(BOTH, 'cfg.fast and (cfg.model_type is "jamba" or cfg.fast)', id="parts in parentheses"),
        pytest.param(Clause(join=Join.NOT, parts=(BOTH,)), 'not (cfg.fast and (cfg.model_type is "jamba" or cfg.fast))', id="a negation"),
        pytest.param(Clause(join=Join.SOME, parts=(JAMBA,)), 'for some element (cfg.model_type is "jamba")', id="any of several"),
        pytest.param(
            Clause(join=Join.TEST, subject="is_fast", verb="holds", names=("jamba", "mamba")),
            "is_fast holds, which is for jamba, mamba",
            id="a flag",
        ),
        pytest.param(
            Clause(join=Join.TEST, subject="t", verb="is one of", names=("a1", "b2"), through="pkg.sub.names.FAST"),
            "t is one of names.FAST (2 names)",
            id="a constant",
        ),
    ],
)
def test_a_decision_on_a_line(clause: Clause, words: str) -> None:
    assert line(clause) == words


def test_a_decision_over_lines() -> None:
    assert list(rows(BOTH)) == [
        Row(depth=0, words="all of", site=None),
        Row(depth=1, words="cfg.fast", site=None),
        Row(depth=1, words="one of", site=None),
        Row(depth=2, words='cfg.model_type is "jamba"', site="a" * 16),
        Row(depth=2, words="cfg.fast", site=None),
    ]


@pytest.mark.parametrize(
    ("names", "most", "words"),
    [
        pytest.param((), 3, "", id="none"),
        pytest.param(("a",), 3, "a", id="one"),
        pytest.param(("a", "b", "c"), 3, "a, b, c", id="as many as there is room for"),
        pytest.param(("a", "b", "c", "d"), 2, "a, b and 2 more", id="more"),
    ],
)
def test_a_list_of_names(names: tuple[str, ...], most: int, words: str) -> None:
    assert listed(names, most=most) == words


def test_a_dotted_name_keeps_its_last_two_parts() -> None:
    assert [short(text) for text in ("FAST", "names.FAST", "pkg.names.Loader.FAST")] == ["FAST", "names.FAST", "Loader.FAST"]


clauses = st.recursive(
    st.builds(
        Clause,
        join=st.just(Join.TEST),
        subject=anything,
        verb=st.sampled_from(["", "is", "is one of", "holds"]),
        names=st.lists(anything, max_size=6).map(tuple),
        through=st.none() | anything,
    ),
    lambda inner: st.builds(
        Clause, join=st.sampled_from([Join.ALL, Join.ANY, Join.NOT, Join.EVERY]), parts=st.lists(inner, min_size=1, max_size=3).map(tuple)
    ),
    max_leaves=8,
)


@given(clause=clauses)
def test_whatever_a_target_says_stays_on_its_line(clause: Clause) -> None:
    assert line(clause).isprintable()
    assert all(row.words.isprintable() for row in rows(clause))
