"""The exit code of a check, by one table; which sites may fail it; and budgets."""

import itertools

import pytest
from inventories import site

from namebranch.analyzer.inventory import Confidence, Kind, Zone
from namebranch.analyzer.judging.budgets import weighed
from namebranch.analyzer.judging.codes import code, severest
from namebranch.analyzer.judging.gate import gated, is_ignored, is_selected
from namebranch.analyzer.settings.schema import Budget, Settings

QUESTIONS = ("failing", "over_budget", "unread", "hygiene", "stale")
TABLE = {(): 0, ("failing",): 1, ("over_budget",): 1, ("unread",): 4, ("hygiene",): 3, ("stale",): 3}


@pytest.mark.parametrize(
    ("true", "expected"), TABLE.items(), ids=lambda value: " and ".join(value) or "nothing" if isinstance(value, tuple) else ""
)
def test_one_thing_alone(true: tuple[str, ...], expected: int) -> None:
    assert code(**dict.fromkeys(QUESTIONS, False) | dict.fromkeys(true, True)) == expected


def test_of_several_things_no_goes_before_incomplete_before_housekeeping() -> None:
    for values in itertools.product([False, True], repeat=len(QUESTIONS)):
        asked = dict(zip(QUESTIONS, values, strict=True))
        alone = [TABLE[name,] for name, true in asked.items() if true]
        assert code(**asked) == severest(0, *alone)
    assert [severest(*codes) for codes in ((0, 3), (3, 4), (4, 1), (1, 2), ())] == [3, 4, 1, 2, 0]


@pytest.mark.parametrize(
    ("rule", "select", "ignore", "selected"),
    [
        pytest.param("NB101", ("NB1",), (), True, id="by its beginning"),
        pytest.param("NB302", ("NB1", "NB201"), (), False, id="not named"),
        pytest.param("NB104", ("NB1",), ("NB104",), False, id="the longer beginning ignores"),
        pytest.param("NB104", ("NB104",), ("NB1",), True, id="the longer beginning selects"),
        pytest.param("NB104", ("NB104",), ("NB104",), False, id="of two equal ones, ignore"),
        pytest.param("NB302", ("NB",), (), True, id="all"),
        pytest.param("NB302", (), (), False, id="none"),
    ],
)
def test_a_rule_is_selected(rule: str, select: tuple[str, ...], ignore: tuple[str, ...], selected: bool) -> None:
    assert is_selected(rule, Settings(select=select, ignore=ignore)) is selected


def test_hygiene_needs_no_selection_and_can_be_ignored() -> None:
    assert not is_ignored("NB902", Settings())
    assert is_ignored("NB902", Settings(ignore=("NB9",)))


SITES = (
    site("pkg/a.py", 1, "jamba"),
    site("pkg/a.py", 2, "jamba", zone=Zone.MODEL),
    site("pkg/a.py", 3, "jamba", zone=Zone.FROZEN),
    site("pkg/a.py", 4, "jamba", confidence=Confidence.INFERRED),
    site("pkg/a.py", 5, "jamba", kind=Kind.REACH_IN),
    site("pkg/a.py", 6, "jamba", kind=Kind.TABLE),
    site("pkg/a.py", 6, "dbrx", kind=Kind.TABLE_USE),
    site("src/pkg/b.py", 1, "jamba", kind=Kind.MEMBERSHIP),
)


def test_only_shared_code_that_is_certain_may_fail() -> None:
    assert [(one.path, one.line, one.rule) for one in gated(SITES, Settings())] == [
        ("pkg/a.py", 1, "NB101"),
        ("pkg/a.py", 6, "NB201"),
        ("src/pkg/b.py", 1, "NB102"),
    ]


@pytest.mark.parametrize(
    ("budget", "over"),
    [
        pytest.param(Budget(paths=("pkg/a.py",), max=3), None, id="just what was granted says nothing"),
        pytest.param(Budget(paths=("pkg/a.py",), max=2), (3, True), id="one more is too much"),
        pytest.param(Budget(paths=("pkg/a.py",), max=4), (3, False), id="one less is said"),
        pytest.param(Budget(paths=("pkg/",), max=0), (4, True), id="the end state of a folder, with or without src"),
        pytest.param(Budget(paths=("pkg/",), max=0, kinds=(Kind.MEMBERSHIP,)), (1, True), id="of one kind"),
        pytest.param(Budget(paths=("pkg/",), max=0, kinds=(Kind.MATCH,)), None, id="of a kind that is not there"),
        pytest.param(Budget(paths=("pkg/", "!pkg/a.py"), max=1), None, id="a file taken out again"),
    ],
)
def test_a_budget(budget: Budget, over: tuple[int, bool] | None) -> None:
    found = weighed([budget], SITES)
    assert [(one.now, one.exceeded) for one in found] == ([] if over is None else [over])
