"""The histories of a fleet on one axis of time: its trend by repository, what came and went, and what is new."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ...analyzer.judging.drift import Drift, Event, Mark
from ..dashboard.series import Series, Step, banded, moved, positions, steps_of

_RECENT = timedelta(days=90)
_WIDTH, _HEIGHT = 120, 24  # of a small line


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One commit in which branches came, went or changed."""

    name: str  # of the repository
    mark: Mark
    events: tuple[Event, ...]


class Times:
    """The histories of those repositories that have one, by name."""

    def __init__(self, histories: Mapping[str, Drift]) -> None:
        """Lay them on one axis, from the first commit of all to the last."""
        self._histories = {name: drift for name, drift in histories.items() if drift.points}
        self._steps: list[Step] = steps_of([point for drift in self._histories.values() for point in drift.points])
        self._values = {name: _decisions(drift, [end for end, _ in self._steps]) for name, drift in self._histories.items()}

    def __bool__(self) -> bool:
        """True if there is a history."""
        return bool(self._histories)

    @property
    def commits(self) -> int:
        """How many commits were looked at."""
        return sum(drift.steps for drift in self._histories.values())

    @property
    def repositories(self) -> int:
        """How many have a history."""
        return len(self._histories)

    @property
    def recently(self) -> str:
        """The day from which on a change is recent: some months before the last commit of all, or where the axis begins."""
        return _day(self._cut()) if self else ""

    def by_repository(self) -> Series:
        """Return the decisions of each after each step."""
        rows = [{name: values[at] for name, values in self._values.items()} for at in range(len(self._steps))]
        return banded(rows, self._steps)

    def events(self) -> Series:
        """Return how many branches came and went in each step."""
        return moved((event for drift in self._histories.values() for event in drift.events), self._steps)

    def recent(self, name: str) -> int | None:
        """Return how many decisions more one has than when the recent time began; None where it has no history."""
        drift = self._histories.get(name)
        return None if drift is None else drift.points[-1].decisions - _decisions(drift, [self._cut()])[0]

    def line(self, name: str) -> str:
        """Return the points of a small line, as SVG has them; nothing where one has no history."""
        values = self._values.get(name, ())
        top = max(1, *values, 1)
        return " ".join(
            f"{at * _WIDTH / (len(values) - 1):.0f},{1 + (_HEIGHT - 2) * (1 - value / top):.1f}" for at, value in enumerate(values)
        )

    def latest(self, most: int) -> tuple[Change, ...]:
        """Return the newest commits in which branches came, went or changed, newest first."""
        held: dict[tuple[str, str], list[Event]] = {}
        for name, drift in self._histories.items():
            for event in drift.events:
                held.setdefault((name, event.mark.id), []).append(event)
        found = [Change(name=name, mark=events[0].mark, events=tuple(events)) for (name, _), events in held.items()]
        return tuple(sorted(found, key=lambda one: (-datetime.fromisoformat(one.mark.date).timestamp(), one.name, -one.mark.number))[:most])

    def _cut(self) -> float:
        return max(self._steps[-1][0] - _RECENT.total_seconds(), self._steps[0][0])


def _decisions(drift: Drift, times: Sequence[float]) -> list[int]:
    """Return the decisions at each time. Before its first point a history has none, or what it had where it was entered later."""
    first = drift.points[0]
    began_here = any(event.mark == first.mark for event in drift.events)
    before = 0 if began_here else first.decisions
    return [drift.points[at].decisions if at >= 0 else before for at in positions(drift.points, times)]


def _day(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).date().isoformat()
