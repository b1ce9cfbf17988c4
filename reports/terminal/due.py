"""What got better, and what housekeeping that makes due."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from ...analyzer.judging.verdict import FAILING, Change, Fate, Verdict
from ..change import details, tested
from ..escape import visible
from ..format import View
from .failing import place
from .glyphs import number

MOST = 8  # of each fate, unless all are asked for
WORDS = {
    Fate.NARROWED: "narrowed",
    Fate.MOVED: "moved",
    Fate.TAKEN_OVER: "migrated: taken over by registrations",
    Fate.FIXED: "gone",
    Fate.DROPPED: "dropped: the names are gone too, or somebody let them go",
    Fate.STALE: "no longer asked about: suppressed, deselected, or recognised with less certainty",
}


def due(verdict: Verdict, view: View) -> Iterator[RenderableType]:
    """Yield what got better by its fate, what comments and budgets are due, and what is owed."""
    better = [change for change in verdict.changes if change.fate not in FAILING]
    for fate, many in Counter(change.fate for change in better).items():
        yield Text().append(f"{many:,} ", style="bold green").append(WORDS[fate])
        yield from listed([change for change in better if change.fate is fate], view)
    for budget in verdict.budgets:
        if not budget.exceeded:
            where = visible(", ".join(budget.paths))
            yield Text(
                f"below budget  {where}: {number(budget.now, 'decision')}, {budget.most:,} granted; max = {budget.now} would hold it"
            )
    for found in verdict.findings:
        yield (
            Text(no_wrap=True)
            .append(f"{visible(found.rule)} ", style="bold yellow")
            .append(f"{visible(found.path)}:{found.line}  {visible(found.message)}")
        )


def listed(changes: Sequence[Change], view: View) -> Iterator[Text]:
    """Yield one line a change."""
    shown = changes if view.every else changes[:MOST]
    for change in shown:
        said = details(change)
        yield Text(f"  {place(change)}  {tested(change)}" + (f"; {said}" if said else ""), style="dim", no_wrap=True)
    if len(changes) > len(shown):
        yield Text(f"  and {len(changes) - len(shown):,} more: --all", style="dim")
