"""Where a site could go, in words, for people."""

from collections.abc import Iterator
from shlex import join

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..analyzer.judging.destination import Destination
from .escape import visible

_LABEL = 11  # columns
_OWNERS = 3


def destined(found: Destination | None) -> Iterator[RenderableType]:
    """Yield the lines: the hook point, whose descriptors say it, how hard it is to review, and the command; or why it stays."""
    if found is None:
        return
    if found.to is None:
        yield _said("stays" if found.step else "follows", found.why)
        if found.step:
            yield _said("next", found.step)
        return
    more = f" and {len(found.owners) - _OWNERS} more" if len(found.owners) > _OWNERS else ""
    yield _said("moves to", f"{found.to}  ({found.rule}, {found.difficulty})")
    yield _said("said in", f"{', '.join(found.owners[:_OWNERS])}{more}")
    command = visible(join(("namebranch", *found.command)))
    yield Text("  migrate  ", style="dim", no_wrap=True, overflow="ignore").append(command, style="cyan")


def _said(label: str, words: str) -> RenderableType:
    grid = Table.grid(padding=0)
    grid.add_column(width=_LABEL, no_wrap=True, style="dim")
    grid.add_column(overflow="fold")
    grid.add_row(Text(f"  {label}"), Text(visible(words)))
    return grid
