"""What makes a check fail, each with its place, its chain, and what to do about it."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from ...analyzer.inventory import Site
from ...analyzer.judging.verdict import Change, Fate, OverBudget, Verdict
from ..change import became, details, suppression, tested
from ..destined import destined
from ..escape import visible
from ..format import View
from .commanded import BASELINE, command
from .glyphs import number

MOST = 20  # changes, unless all are asked for
EXPLAIN, MIGRATE = "explain", "migrate"


def failing(verdict: Verdict, view: View) -> Iterator[list[RenderableType]]:
    """Yield one block a change that fails, the budgets that are exceeded, and how many were left out."""
    shown = verdict.failing if view.every else verdict.failing[:MOST]
    for change in shown:
        yield [*lines(change, verdict, view)]
    if len(verdict.failing) > len(shown):
        yield [Text(f"and {number(len(verdict.failing) - len(shown), 'more change')} that fail: --all", style="dim")]
    exceeded = [budget for budget in verdict.budgets if budget.exceeded]
    if exceeded:
        yield [line for budget in exceeded for line in over(budget)]


def lines(change: Change, verdict: Verdict, view: View) -> Iterator[RenderableType]:
    """Yield the lines of one change."""
    site = change.now or (change.was.site if change.was is not None else None)
    rule = site.rule if site is not None else change.was.rule if change.was is not None else ""
    yield (
        Text(no_wrap=True).append(f"{became(change)}  ", style="bold red").append(f"{visible(rule)} ", style="bold").append(tested(change))
    )
    yield Text(f"  {place(change)}", style="cyan", no_wrap=True)
    said = details(change)
    if said:
        yield Text(f"  {said}")
    yield from destined(next((one for one in verdict.destinations if one.site == change.id), None))
    for what, how in remedies(change, verdict, view):
        yield Text(f"  {what:<9}", style="dim", no_wrap=True).append(how, style="" if what else "dim")


def place(change: Change) -> str:
    """Return where it is: path, line and column, function, and arm; or where it was."""
    site = change.now or (change.was.site if change.was is not None else None)
    if site is None:
        return f"was in {visible(change.path)}, {visible(change.was.scope if change.was is not None else '')}"
    was = "was at " if change.now is None else ""
    return f"{was}{visible(site.path)}:{site.line}:{site.column}  {visible(site.scope)}{arm(site)}"


def arm(site: Site) -> str:
    """Return which arm of a chain it is."""
    if site.arm is None or site.chain is None:
        return ""
    return f", arm {site.arm + 1} of the chain of ifs {visible(site.chain[:8])}"


def remedies(change: Change, verdict: Verdict, view: View) -> Iterator[tuple[str, str]]:
    """Yield what can be done, each with the line or command that does it, of verbs that exist."""
    site = change.now
    if site is not None:
        at = ("--at", f"{site.path}:{site.line}")
        known = any(one.site == site.id for one in verdict.destinations)
        if not known and MIGRATE in view.verbs:
            yield "migrate", command(MIGRATE, *view.again, *at)
        if EXPLAIN in view.verbs:
            yield "explain", command(EXPLAIN, *view.again, *at)
        yield "keep", f"{suppression(site)}   (on its line, or alone above)"
    if BASELINE in view.verbs and change.fate is Fate.LOST:
        yield "let go", command(BASELINE, "drop", *view.again, change.id, "--reason", "WHY")
    elif BASELINE in view.verbs:
        yield "accept", command(BASELINE, "add", *view.again, change.id, "--reason", "WHY")


def over(budget: OverBudget) -> Iterator[Text]:
    """Yield the lines of a budget that is exceeded."""
    where = visible(", ".join(budget.paths)) + (f" ({', '.join(budget.kinds)})" if budget.kinds else "")
    yield Text().append("over budget  ", style="bold red").append(f"{where}: {number(budget.now, 'decision')}, {budget.most:,} granted")
    if budget.reason:
        yield Text(f"  {visible(budget.reason)}", style="dim")
