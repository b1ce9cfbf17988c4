"""spark: the curve on one line, for a README, a chat or a status page."""

from collections.abc import Iterator

from ...analyzer.judging.drift import Drift
from ..curve import sparkline, towards
from ..drifted import DriftFormat
from ..escape import visible
from ..format import View

_WORDS = 40  # columns left to words


def render(drift: Drift, view: View) -> Iterator[str]:
    """Yield the line."""
    values = [point.decisions for point in drift.points]
    if not values:
        yield f"{visible(drift.target)}: no step looked at\n"
        return
    curve = sparkline(values, cells=max(10, view.width - _WORDS), unicode=view.unicode)
    goal = towards(values[-1], drift.goal, values[0])
    yield f"{curve} {values[0]} -> {values[-1]}, most {max(values)}" + (f"; {goal}" if goal else "") + "\n"


SPARK = DriftFormat(name="spark", media="text/plain", render=render)
