"""A verdict to SARIF results: what fails first, then what else changed, then what stands unchanged."""

from collections.abc import Iterator

from msgspec.structs import replace

from ...analyzer.inventory import Site, Zone
from ...analyzer.judging.counts import counted
from ...analyzer.judging.verdict import FAILING, Change, OverBudget, Verdict, in_order
from ..format import View
from . import run
from .log import Level, Notification, Region, Result, State
from .results import of_change, of_finding, of_site, suppressed


def whole(verdict: Verdict, view: View) -> str:
    """Return everything the verdict holds as a log: also what is gone, what is unchanged, and what was suppressed."""
    changes = [of_change(change, view.below) for change in sorted(verdict.changes, key=fails_first)]
    results = [*changes, *hygiene(verdict, view), *standing(verdict, view), *kept(verdict, view)]
    return run.text(results, account(verdict), view)


def alerts(verdict: Verdict, view: View) -> str:
    """Return the log for GitHub's code scanning, which makes an alert of every result, whatever its baselineState and suppressions say.

    So it holds what stands in the tree and is not kept for a reason, and what was lost; not what is gone for good.
    """
    shown = [change for change in verdict.changes if change.now is not None or change.fate in FAILING]
    changes = [located(of_change(change, view.below)) for change in sorted(shown, key=fails_first)]
    results = [*changes, *map(located, hygiene(verdict, view)), *standing(verdict, view)]
    return run.text(results, account(verdict, most=run.MOST_SHOWN, line_hash=True), view)


def account(verdict: Verdict, *, most: int = run.MOST_RESULTS, line_hash: bool = False) -> run.Account:
    """Return what the log says beside its results."""
    notes = tuple(over(budget) for budget in verdict.budgets if budget.exceeded)
    return run.Account(kind="check", inventory=verdict.inventory, code=verdict.code, notes=notes, most=most, line_hash=line_hash)


def fails_first(change: Change) -> tuple[bool, tuple[int, str, int, int, str]]:
    """Return the key by which changes are sorted."""
    return change.fate not in FAILING, in_order(change)


def hygiene(verdict: Verdict, view: View) -> Iterator[Result]:
    """Yield the findings; neither side remembers them, so all are new."""
    return (of_finding(finding, view.below, state=State.NEW) for finding in verdict.findings)


def standing(verdict: Verdict, view: View) -> Iterator[Result]:
    """Yield the drift that is as it was; where a comment calls it a debt, with what it says."""
    debts = {place(site): comment for site, comment in verdict.owed}
    told = {place(change.now) for change in verdict.changes if change.now is not None} | {place(site) for site, _ in verdict.suppressed}
    for site in verdict.inventory.sites:
        if site.zone is Zone.SHARED and counted(site) and place(site) not in told:
            comment = debts.get(place(site))
            because = () if comment is None else (suppressed(comment, accepted=False),)
            yield of_site(site, view.below, state=State.UNCHANGED, suppressions=because)


def kept(verdict: Verdict, view: View) -> Iterator[Result]:
    """Yield what a comment keeps on purpose."""
    for site, comment in verdict.suppressed:
        yield of_site(site, view.below, state=State.UNCHANGED, suppressions=(suppressed(comment, accepted=True),))


def place(site: Site) -> tuple[str, str, int, int]:
    """Return what tells *site* from every other."""
    return site.id, site.path, site.line, site.column


def located(result: Result) -> Result:
    """Return *result* with a line, which GitHub asks for: the first of the file where nobody knows it."""
    first, *others = result.locations
    if first.physical_location.region is not None:
        return result
    physical = replace(first.physical_location, region=Region(start_line=1))
    return replace(result, locations=(replace(first, physical_location=physical), *others))


def over(budget: OverBudget) -> Notification:
    """Return that a budget is exceeded."""
    where = ", ".join(budget.paths)
    return run.note("budget", f"{where} holds {budget.now} decisions by a model's name, and may hold {budget.most}", Level.ERROR)
