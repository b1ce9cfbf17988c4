"""What a bump mends, and which tests reach other names after it, for a terminal; what it breaks are findings."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from ..analyzer.auditing.bumped import Bump, Reached
from .escape import visible
from .terminal.glyphs import number

MOST_NAMES = 12


def bumped(bump: Bump) -> Iterator[list[RenderableType]]:
    """Yield the blocks; none where nothing changes."""
    if bump.mended:
        yield [
            Text(f"{number(len(bump.mended), 'finding')} no more", style="bold"),
            *(_gone(each.path, each.line, each.message) for each in bump.mended),
        ]
    if bump.reached:
        yield [
            Text(f"{number(len(bump.reached), 'test')} of other names", style="bold"),
            *(row for each in bump.reached for row in _reached(each)),
        ]
    if not (bump.broken or bump.mended or bump.reached):
        yield [Text("Nothing changes.", style="green")]


def _gone(path: str, line: int, message: str) -> Padding:
    return Padding(Text(f"{visible(path)}:{line}: {visible(message)}", style="dim"), (0, 0, 0, 2))


def _reached(one: Reached) -> Iterator[RenderableType]:
    yield Text(no_wrap=True).append(f"  {visible(one.path)}:{one.line}", style="cyan").append(f"  {visible(one.test)}", style="dim")
    for sign, names in (("+", one.gained), ("-", one.lost)):
        if names:
            more = f" and {number(len(names) - MOST_NAMES, 'more name')}" if len(names) > MOST_NAMES else ""
            yield Padding(Text(f"{sign} {', '.join(map(visible, names[:MOST_NAMES]))}{more}"), (0, 0, 0, 4))
