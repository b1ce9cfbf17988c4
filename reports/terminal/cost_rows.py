"""What shared files and subsystems cost, on a terminal: one row each, with what they were before."""

from rich.table import Table
from rich.text import Text

from ...analyzer.costing.cost import Cost, Size
from ..escape import visible
from ..format import View
from .cost_models import plain_table
from .glyphs import cut, shortened

_NUMBERS = 36  # columns that are neither path nor models
_GROWTH = 22  # more where growth is shown
_NARROWEST = 16  # of the models' names


def files(cost: Cost, view: View) -> Table:
    """Return a row a shared file that names models: how long it is, and which models it knows."""
    room = max(3 * _NARROWEST, view.width - _NUMBERS - (_GROWTH if cost.against else 0))
    names = max(_NARROWEST, room // 3)
    table = plain_table(view)
    table.add_column("shared file", no_wrap=True)
    for title in _titles(cost, "lines", "decisions", "models"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("which", no_wrap=True)
    for file in cost.files:
        numbers = _numbers(cost, (file.now.lines, file.now.decisions, file.now.models), _three(file.before))
        path = shortened(file.path, cells=room - names, unicode=view.unicode)
        table.add_row(path, *numbers, Text(cut(", ".join(file.models), cells=names, unicode=view.unicode), style="dim"))
    return table


def subsystems(cost: Cost, view: View) -> Table:
    """Return a row a part of the shared code, and the sum."""
    table = plain_table(view)
    table.add_column("subsystem", no_wrap=True)
    for title in ("files", "with names", *_titles(cost, "lines of these", "decisions", "models")):
        table.add_column(title, justify="right", no_wrap=True)
    for part in cost.subsystems:
        numbers = _numbers(cost, (part.now.lines, part.now.decisions, part.now.models), _three(part.before))
        table.add_row(visible(part.subsystem), f"{part.all_files:,}", f"{part.now.files:,}", *numbers)
    table.add_section()
    table.add_row(*_sums(cost), style="bold")
    return table


def _sums(cost: Cost) -> list[str]:
    """Return the sum of each column, of the models the number of all: one is named in many parts."""
    parts = cost.subsystems
    now = (sum(part.now.lines for part in parts), sum(part.now.decisions for part in parts), sum(bool(one.touched) for one in cost.models))
    numbers = [cell for value in now for cell in (f"{value:,}", *([""] if cost.against else []))]
    return ["together", f"{sum(part.all_files for part in parts):,}", f"{sum(part.now.files for part in parts):,}", *numbers]


def _three(size: Size | None) -> tuple[int, ...] | None:
    return None if size is None else (size.lines, size.decisions, size.models)


def _titles(cost: Cost, *titles: str) -> list[str]:
    return [title for name in titles for title in (name, *([""] if cost.against else []))]


def _numbers(cost: Cost, now: tuple[int, ...], before: tuple[int, ...] | None) -> list[str]:
    """Return the numbers as cells, each followed by how much it grew where something was compared with."""
    if not cost.against:
        return [f"{value:,}" for value in now]
    if before is None:
        return [cell for value in now for cell in (f"{value:,}", "new")]
    grown = [(value, value - was) for value, was in zip(now, before, strict=True)]
    return [cell for value, more in grown for cell in (f"{value:,}", f"{more:+,}" if more else "")]
