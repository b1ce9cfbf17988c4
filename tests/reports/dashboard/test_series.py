"""A history becomes columns of numbers: equal steps of time, or releases."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namebranch.analyzer.judging.drift import By, Drift, Mark, Point
from namebranch.reports.dashboard.series import parts

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def drift(rows: list[dict[str, int]], days: list[int] | None = None) -> Drift:
    """Return a history of these numbers by part, dated where *days* are given."""
    points = tuple(
        Point(
            mark=Mark(
                number=number,
                id=f"{number}.0",
                date="" if days is None else (BEGIN + timedelta(days=days[number])).isoformat(),
                subject="s",
            ),
            decisions=sum(row.values()),
            sites=0,
            names=0,
            parts=tuple((f"subsystem {name}", value) for name, value in row.items()),
        )
        for number, row in enumerate(rows)
    )
    return Drift(
        target="t",
        preset="p",
        by=By.SUBSYSTEM_AND_KIND,
        goal=None,
        steps=len(rows),
        points=points,
        events=(),
        horizon=None,
        unread=(),
        gaps=(),
    )


def test_releases_are_a_step_each() -> None:
    found = parts(drift([{"a": 1}, {"a": 2, "b": 5}, {"b": 4}]), "subsystem")
    assert found.steps == ("0.0", "1.0", "2.0")
    assert {band.name: band.values for band in found.bands} == {"a": (1, 2, 0), "b": (0, 5, 4)}


def test_commits_are_steps_of_equal_time_and_each_holds_what_was_last() -> None:
    found = parts(drift([{"a": 1}, {"a": 9}, {"a": 2}], [0, 1, 100]), "subsystem")
    assert found.steps == ("2026-01-01", "2026-02-20", "2026-04-11")
    assert found.bands[0].values == (1, 9, 2)


def test_a_commit_that_is_dated_before_its_parent_changes_no_order() -> None:
    found = parts(drift([{"a": 1}, {"a": 2}, {"a": 3}], [0, 50, 10]), "subsystem")
    assert found.bands[0].values[-1] == 3


def test_small_parts_are_one_band() -> None:
    found = parts(drift([{str(number): number + 1 for number in range(12)}]), "subsystem")
    assert found.bands[-1].name == "5 more"
    assert sum(band.values[0] for band in found.bands) == sum(range(1, 13))


@pytest.mark.parametrize("by", ["kind", "subsystem"])
def test_an_empty_history_has_no_band(by: str) -> None:
    assert parts(drift([{}]), by).bands == ()


@settings(deadline=None)  # a busy machine is no fault
@given(st.lists(st.dictionaries(st.sampled_from("abcdefghij"), st.integers(0, 50)), min_size=1, max_size=20), st.data())
def test_nothing_is_lost_of_the_last_step(rows: list[dict[str, int]], data: st.DataObject) -> None:
    days = sorted(data.draw(st.lists(st.integers(0, 2000), min_size=len(rows), max_size=len(rows))))
    for dated in (None, days):
        found = parts(drift(rows, dated), "subsystem")
        assert sum(band.values[-1] for band in found.bands) == sum(rows[-1].values())
        assert all(len(band.values) == len(found.steps) for band in found.bands)
