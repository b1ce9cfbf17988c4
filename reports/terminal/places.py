"""Where it is: subsystems and their files as rows with bars, the worst first."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...analyzer.inventory import Kind, Site
from ...analyzer.judging.counts import tally
from ..escape import visible
from ..format import View
from ..phrase import LEADS
from .glyphs import bar, cut, number, shortened
from .groups import Group, Part, fitting, grouped, parts

ROWS = 14  # subsystems and files together, unless every row is asked for
BAR = 12  # cells
SHORT_BAR = 10
NUMBERS = 9 + 5 + 5  # cells of decisions, sites, names
GAP = 2  # cells between two columns, of which the box takes one
WIDE = 110  # columns from which on there is room to say how
HOW = 40  # cells
HOWS = 4  # operators of one row
STYLES = (("bold", "red"), ("", "yellow"), ("dim", "blue"))  # of the text and of the bar, by level
UNCOMPARED = frozenset({*LEADS, Kind.TABLE_USE})  # kinds of which the operator says less than the kind


def places(sites: Sequence[Site], view: View) -> Iterator[RenderableType]:
    """Yield the table of *sites*, functions included if they lie in one file, and a line about the rows that were left out."""
    groups = grouped(sites)
    shown = groups if view.every else fitting(groups, ROWS)
    scopes = sum(len(group.files) for group in groups) == 1
    table = columns(view)
    worst = max((group.whole.tally.decisions for group in groups), default=0)
    for group in shown:
        table.add_row(*row(group.whole, worst, view, level=0))
        for file in group.files:
            table.add_row(*row(file, worst, view, level=1))
            for scope in parts(file.sites, lambda site: site.scope) if scopes else ():
                table.add_row(*row(scope, worst, view, level=2))
    yield table
    yield from left_out(groups, shown)


def columns(view: View) -> Table:
    """Return the empty table."""
    table = Table(box=box.SIMPLE_HEAD if view.unicode else box.ASCII2, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0))
    table.add_column("subsystem and file", no_wrap=True, max_width=label_cells(view))
    for title in ("decisions", "sites", "names"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("", width=BAR, no_wrap=True)
    if view.width >= WIDE:
        table.add_column("how", no_wrap=True, max_width=HOW)
    return table


def label_cells(view: View) -> int:
    """Return how many cells there are for a path."""
    how = HOW + GAP if view.width >= WIDE else 0
    return max(12, view.width - NUMBERS - BAR - 4 * GAP - how)


def row(part: Part, worst: int, view: View, *, level: int) -> Iterator[Text]:
    """Yield the cells of one subsystem (level 0), file (1) or function (2)."""
    shape, colour = STYLES[level]
    indent = "  " * level
    yield Text(indent + shortened(part.tally.value, cells=label_cells(view) - len(indent), unicode=view.unicode), style=shape)
    yield Text(f"{part.tally.decisions:,}", style=shape)
    yield Text(f"{part.tally.sites:,}", style="dim")
    yield Text(f"{len({name for site in part.sites for name in site.names}):,}", style="dim")
    yield Text(bar(part.tally.decisions, worst, cells=BAR, unicode=view.unicode), style=colour)
    if view.width >= WIDE:
        yield Text(cut(how(part.sites, most=HOWS, unicode=view.unicode), cells=HOW, unicode=view.unicode), style="dim")


def how(sites: Sequence[Site], *, most: int, unicode: bool) -> str:
    """Return for example `13 ==, 8 in, 1 not in`."""
    counter = Counter(site.kind if site.kind in UNCOMPARED else site.op for site in sites)
    words = [f"{many} {visible(op)}" for op, many in sorted(counter.items(), key=lambda item: (-item[1], item[0]))]
    return ", ".join(words[:most] + (["…" if unicode else "..."] if len(words) > most else []))


def left_out(groups: tuple[Group, ...], shown: tuple[Group, ...]) -> Iterator[Text]:
    """Yield a line about the rows that are not *shown*, if any."""
    seen = {(group.whole.tally.value, part.tally.value) for group in shown for part in group.files}
    rest = [part for group in groups for part in group.files if (group.whole.tally.value, part.tally.value) not in seen]
    if rest:
        decisions = len({site.decision for part in rest for site in part.sites})
        yield Text(f"and {number(len(rest), 'more file')} with {number(decisions, 'decision')}: --all", style="dim")


def boards(sites: Sequence[Site], view: View, rows: int = 6) -> RenderableType:
    """Return two lists side by side: the names in most decisions, and the rules."""
    names = [(one.value, one.decisions) for one in tally(sites, lambda site: site.names)]
    rules = [(one.value, one.decisions) for one in tally(sites, lambda site: (f"{site.rule} {site.kind}",))]
    grid = Table.grid(padding=(0, 4, 0, 0))
    grid.add_row(board("most named", names, view, rows), board("rule and kind", rules, view, rows))
    return grid


def board(title: str, lines: list[tuple[str, int]], view: View, rows: int) -> Table:
    """Return one list with bars, cut after *rows* rows."""
    label = max(16, min(32, (view.width - 4) // 2 - SHORT_BAR - 4 - 2 * GAP))
    table = Table(box=None, show_edge=False, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    table.add_column(title, width=label, no_wrap=True)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("", width=SHORT_BAR, no_wrap=True)
    most = max((value for _, value in lines), default=0)
    for name, value in lines if view.every else lines[:rows]:
        drawn = bar(value, most, cells=SHORT_BAR, unicode=view.unicode)
        table.add_row(Text(cut(name, cells=label, unicode=view.unicode)), Text(f"{value:,}"), Text(drawn, style="cyan"))
    rest = 0 if view.every else len(lines) - rows
    if rest > 0:
        table.add_row(Text(f"and {rest:,} more", style="dim"))
    return table
