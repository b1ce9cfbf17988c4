"""Registrations as rows: which registry holds which keys, and whose they are."""

from collections import Counter
from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...analyzer.inventory import Inventory
from ..format import View
from .glyphs import cut, number, shortened

ROWS = 24  # unless every row is asked for
GAP = 2  # cells between two columns, of which the box takes one
FORM = 15  # cells


def registrations(inventory: Inventory, view: View) -> Iterator[RenderableType]:
    """Yield the number of keys a registry, and the keys."""
    entries = inventory.registrations
    yield (
        Text()
        .append(f"{len(entries):,}", style="bold")
        .append(f" {'registration' if len(entries) == 1 else 'registrations'}", style="bold")
    )
    for registry, many in sorted(Counter(entry.registry for entry in entries).items(), key=lambda item: (-item[1], item[0])):
        yield Text(f"{many:>6,} in {cut(registry, cells=view.width - 12, unicode=view.unicode)}")
    yield Text()
    yield rows(inventory, view)
    if not view.every and len(entries) > ROWS:
        yield Text(f"and {number(len(entries) - ROWS, 'more registration')}: --all", style="dim")


def rows(inventory: Inventory, view: View) -> Table:
    """Return the table of keys."""
    cells = widths(view)
    table = Table(box=box.SIMPLE_HEAD if view.unicode else box.ASCII2, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0))
    for title in ("key", "owner", "where", "form"):
        table.add_column(title, no_wrap=True)
    for entry in inventory.registrations if view.every else inventory.registrations[:ROWS]:
        table.add_row(
            Text(cut(entry.key, cells=cells[0], unicode=view.unicode), style="bold"),
            Text(shortened(entry.owner, cells=cells[1], unicode=view.unicode)),
            Text(shortened(f"{entry.path}:{entry.line}", cells=cells[1], unicode=view.unicode)),
            Text(cut(entry.form, cells=FORM, unicode=view.unicode), style="dim"),
        )
    return table


def widths(view: View) -> tuple[int, int]:
    """Return the most cells for a key, and for an owner and a place each."""
    key = max(8, (view.width - FORM) // 5)
    return key, max(8, (view.width - FORM - key - 3 * GAP) // 2)
