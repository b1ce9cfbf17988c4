"""Histories of a fleet on one axis: none is there before it began, one that was entered later had before what it had there."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.judging.drift import Drift, Event, Mark, Point
from namebranch.analyzer.judging.verdict import Change, Fate, Stage
from namebranch.reports.fleet.times import Times

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
ADDED = Change(fate=Fate.NEW, stage=Stage.SAME_PLACE, was=None, now=None)


def drift(rows: list[tuple[int, int]]) -> Drift:
    """Return a history of days and decisions, all of whose branches came in its own steps."""
    marks = [Mark(number=at, id=f"c{at}", date=(BEGIN + timedelta(days=day)).isoformat(), subject="s") for at, (day, _) in enumerate(rows)]
    points = tuple(Point(mark=mark, decisions=many, sites=0, names=0, parts=()) for mark, (_, many) in zip(marks, rows, strict=True))
    events = tuple(Event(mark=mark, what="added", change=ADDED) for mark in marks)
    return Drift(
        target="t", preset="p", by=None, goal=None, steps=len(rows), points=points, events=events, horizon=None, unread=(), gaps=()
    )


def bands(times: Times) -> dict[str, tuple[int, ...]]:
    """Return the numbers of each by name."""
    return {band.name: band.values for band in times.by_repository().bands}


def test_a_repository_has_nothing_before_it_began() -> None:
    found = bands(Times({"old": drift([(0, 5), (100, 6)]), "young": drift([(50, 3), (100, 4)])}))
    assert (found["old"], found["young"][0], found["young"][-1]) == ((5, 5, 5, 6), 0, 4)


def test_one_that_was_entered_later_had_before_what_it_had_there() -> None:
    entered = drift([(50, 3), (100, 4)])
    found = bands(Times({"old": drift([(0, 5), (100, 6)]), "entered": replace(entered, events=entered.events[1:])}))
    assert (found["entered"][0], found["entered"][-1]) == (3, 4)


def test_recent_is_what_changed_in_the_last_months_of_the_fleet_whenever_it_is_read() -> None:
    times = Times({"busy": drift([(0, 5), (200, 6), (280, 9)]), "still": drift([(0, 2), (10, 4)])})
    assert (times.recently, times.recent("busy"), times.recent("still"), times.recent("none")) == ("2026-07-10", 4, 0, None)


def test_the_newest_changes_of_all_stand_first() -> None:
    times = Times({"a": drift([(0, 1), (30, 2)]), "b": drift([(10, 1), (40, 2)])})
    assert [(one.name, one.mark.day) for one in times.latest(3)] == [("b", "2026-02-10"), ("a", "2026-01-31"), ("b", "2026-01-11")]


def test_without_a_history_there_is_nothing_to_draw() -> None:
    times = Times({})
    assert (bool(times), times.line("a"), times.recently, times.latest(3)) == (False, "", "", ())


@given(st.lists(st.lists(st.tuples(st.integers(0, 900), st.integers(0, 50)), min_size=1, max_size=6), min_size=1, max_size=5))
def test_the_last_step_is_where_each_of_them_is_now(rows: list[list[tuple[int, int]]]) -> None:
    told = {f"r{number}": drift(sorted(one, key=lambda pair: pair[0])) for number, one in enumerate(rows)}
    times = Times(told)
    assert {name: values[-1] for name, values in bands(times).items()} == {name: one.points[-1].decisions for name, one in told.items()}
    assert all(0 <= float(pair.split(",")[1]) <= 24 for name in told for pair in times.line(name).split())
