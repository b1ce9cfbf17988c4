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
GAP = 2


def registrations(inventory: Inventory, view: View) -> Iterator[RenderableType]:
    """Yield the number of keys a registry, and the keys."""
    entries = inventory.registrations
    yield Text(f"{len(entries):,}", style="bold").append(f" {'registration' if len(entries) == 1 else 'registrations'}", style="bold")
    for registry, many in sorted(Counter(entry.registry for entry in entries).items(), key=lambda item: (-item[1], item[0])):
        yield Text(f"{many:>6,} in {cut(registry, cells=view.width - 12, unicode=view.unicode)}")
    yield Text()
    yield rows(inventory, view)
    if not view.every and len(entries) > ROWS:
        yield Text(f"and {number(len(entries) - ROWS, 'more registration')}: --all", style="dim")


def rows(inventory: Inventory, view: View) -> Table:
    """Return the table of keys."""
    cells = (view.width - 4 * GAP - 10) // 3
    table = Table(box=box.SIMPLE_HEAD if view.unicode else box.ASCII2, show_edge=False, pad_edge=False, padding=(0, GAP, 0, 0))
    for title in ("key", "owner", "where", "form"):
        table.add_column(title, no_wrap=True)
    for entry in inventory.registrations if view.every else inventory.registrations[:ROWS]:
        where = f"{entry.path}:{entry.line}"
        table.add_row(
            Text(cut(entry.key, cells=cells, unicode=view.unicode), style="bold"),
            Text(shortened(entry.owner, cells=cells, unicode=view.unicode)),
            Text(shortened(where, cells=cells, unicode=view.unicode)),
            Text(cut(entry.form, cells=10, unicode=view.unicode), style="dim"),
        )
    return table
