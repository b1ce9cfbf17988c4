"""What is decided, on a terminal: the whole test, the arms of its chain, and what leads there."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from ...analyzer.explaining.explanation import Arm, Explanation
from ..format import View
from ..worded import Row, line, rows
from .explain_site import heading
from .glyphs import cut, number

_ARMS = 12  # unless all are asked for: those around the one that is explained
_ROWS = 16


def decision(found: Explanation, view: View) -> Iterator[Text]:
    """Yield the whole test in words, unless it is this test alone."""
    if found.test is None:
        return
    shown = list(rows(found.test))
    if len(shown) == 1 and shown[0].site == found.site.id:
        yield heading("The whole decision").append(f"  {cut(shown[0].words, cells=view.width - 20, unicode=view.unicode)}", style="none")
        return
    yield heading("The whole decision")
    for row in shown if view.every else shown[:_ROWS]:
        yield clause(row, found.site.id, view)
    if not view.every and len(shown) > _ROWS:
        yield Text(f"    and {number(len(shown) - _ROWS, 'more line')}: --all", style="dim")


def clause(row: Row, site: str, view: View) -> Text:
    """Return one line of a decision; that of the site is marked."""
    here = row.site == site
    mark = ("▸ " if view.unicode else "> ") if here else "  "
    words = cut(row.words, cells=max(20, view.width - 4 - 2 * row.depth), unicode=view.unicode)
    style = "bold" if here else "" if row.site is not None else "dim"
    return Text(no_wrap=True).append(mark, style="bold green").append("  " * row.depth).append(words, style=style)


def chain(arms: Sequence[Arm], view: View) -> Iterator[Text]:
    """Yield the arms of a chain, the current one marked."""
    if not arms:
        return
    at = next((number_ for number_, arm in enumerate(arms) if arm.here), 0)
    first = 0 if view.every else max(0, min(at - _ARMS // 2, len(arms) - _ARMS))
    shown = arms if view.every else arms[first : first + _ARMS]
    yield heading(f"The chain: arm {at + 1} of {len(arms):,}" if len(arms) > 1 else "The chain: this and an else")
    if first:
        yield Text(f"    {number(first, 'arm')} before: --all", style="dim")
    for arm in shown:
        yield _arm(arm, view)
    after = len(arms) - first - len(shown)
    if after:
        yield Text(f"    {number(after, 'arm')} after: --all", style="dim")


def _arm(arm: Arm, view: View) -> Text:
    mark = ("▸ " if view.unicode else "> ") if arm.here else "  "
    lines = number(arm.lines, "line")
    words = cut(line(arm.test, most=3), cells=max(20, view.width - 12 - len(lines)), unicode=view.unicode)
    style = "bold" if arm.here else "" if arm.names else "dim"
    return (
        Text(no_wrap=True)
        .append(mark, style="bold green")
        .append(f"{arm.line:>6}  ", style="cyan")
        .append(words, style=style)
        .append(f"  {lines}", style="dim")
    )


def guards(found: Explanation, view: View) -> Iterator[Text]:
    """Yield what must have come out one way where the site is reached."""
    if found.guards:
        yield heading("Reached only where")
    for guard in found.guards:
        text = cut(line(guard.test, most=3), cells=max(20, view.width - 10), unicode=view.unicode)
        yield Text(f"  {guard.line:>6}  ", style="cyan", no_wrap=True).append(text, style="" if guard.names else "dim")
