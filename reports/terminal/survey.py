"""What `init` prints: the zones of a tree, the models' own folders, the parts of the shared code, and what nothing names."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...analyzer.inventory import Zone
from ...analyzer.settings.survey import Owned, Share, Survey
from ..escape import visible
from ..format import View
from .glyphs import bar, cut, joined, number, shortened

ROWS = 24  # of one table, unless every row is asked for
BAR = 16  # cells
GAP = 2  # cells between columns
MEANING = {
    Zone.SHARED: "branches here are counted",
    Zone.MODEL: "owned by one model: names are fine here",
    Zone.FROZEN: "counted, never edited",
    Zone.IGNORED: "not looked at",
}


def blocks(survey: Survey, view: View) -> Iterator[list[RenderableType]]:
    """Yield what is printed between empty lines."""
    if not survey.files:
        yield [Text("No Python file here, so there is nothing to sort into zones.", style="bold yellow")]
        return
    yield [zones(survey, view)]
    if survey.owned:
        models = len({model for group in survey.owned for model in group.models})
        yield [title(f"{number(models, 'model')} with folders or files of their own"), *owned(survey.owned, view)]
    yield [title("Parts of the shared code"), *shares(survey.subsystems, view)]
    if survey.unassigned:
        files = sum(share.files for share in survey.unassigned)
        words = f"Unassigned: {number(files, 'file')} in folders that no pattern of [zones] or [subsystems] names"
        yield [title(words), *shares(survey.unassigned, view)]


def title(words: str) -> Text:
    """Return the heading of a block."""
    return Text(words, style="bold")


def zones(survey: Survey, view: View) -> Table:
    """Return the files of each zone, what the zone means, and which patterns put them there."""
    table = grid(view, "zone", "files")
    table.add_column("", width=BAR, no_wrap=True)
    table.add_column("by", overflow="fold")
    for share in survey.zones:
        by = [f"{visible(name.name)} {name.files:,}" for name in share.by[: None if view.every else 4]]
        more = [f"{len(share.by) - len(by)} more"] if len(share.by) > len(by) else []
        words = Text(MEANING[share.zone]).append("\n").append_text(Text(", ".join(by + more), style="dim"))
        drawn = bar(share.files, survey.files, cells=BAR, unicode=view.unicode)
        table.add_row(Text(share.zone.value, style="bold"), f"{share.files:,}", Text(drawn, style="blue"), words)
    return table


def owned(groups: Sequence[Owned], view: View) -> Iterator[RenderableType]:
    """Yield the table of models' folders and files, and a line about rows left out."""
    table = grid(view, "where", "files")
    table.add_column("recognised how", overflow="fold")
    shown = groups if view.every else groups[:ROWS]
    width = max(20, view.width // 2 - GAP)
    for group in shown:
        named = ", ".join(group.models)
        listed = visible(named) if view.every else cut(named, cells=3 * (view.width - width), unicode=view.unicode)
        how = (
            Text(visible(group.how)) if len(group.models) == 1 and group.models[0] in group.how else Text(f"{visible(group.how)}: {listed}")
        )
        table.add_row(shortened(group.where, cells=width, unicode=view.unicode), f"{group.files:,}", how)
    yield table
    yield from left_out(len(groups) - len(shown))


def shares(found: Sequence[Share], view: View) -> Iterator[RenderableType]:
    """Yield a table of names with their files, and a line about rows left out."""
    table = grid(view, "", "files")
    table.add_column("", width=BAR, no_wrap=True)
    shown = found if view.every else found[:ROWS]
    for share in shown:
        drawn = bar(share.files, found[0].files, cells=BAR, unicode=view.unicode)
        name = shortened(share.name, cells=view.width - BAR - 12, unicode=view.unicode)
        table.add_row(name, f"{share.files:,}", Text(drawn, style="blue"))
    yield table
    yield from left_out(len(found) - len(shown))


def left_out(rows: int) -> Iterator[Text]:
    """Yield the line that says how many rows are not shown, if any."""
    if rows:
        yield Text(f"and {number(rows, 'more row')}: --all", style="dim")


def grid(view: View, label: str, count: str) -> Table:
    """Return an empty table with a column of names and one of numbers."""
    table = Table(box=box.SIMPLE_HEAD if view.unicode else box.ASCII2, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0))
    table.show_header = bool(label)
    table.add_column(label, no_wrap=True)
    table.add_column(count, justify="right", no_wrap=True)
    return table


def looked_at(target: str, revision: str | None, preset: str, survey: Survey, view: View) -> Text:
    """Return the first line: which tree, at which revision, under which preset."""
    at = f"at {visible(revision[:12])}" if revision else ""
    parts = [at, f"preset {visible(preset)}", number(survey.files, "Python file")]
    return Text(f"{visible(target)}  ", style="bold").append_text(joined(parts, unicode=view.unicode, style="dim"))
