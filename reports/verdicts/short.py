"""short: one line a change, as compilers write them; editors and terminals open the place."""

from collections.abc import Iterator

from ...analyzer.inventory import Finding
from ...analyzer.judging.verdict import FAILING, Change, OverBudget, Verdict
from ..change import tested
from ..escape import unheard, visible
from ..format import View
from ..judged import VerdictFormat
from ..phrase import clipped


def render(verdict: Verdict, _view: View) -> Iterator[str]:
    """Yield what fails, then the rest, then budgets and hygiene. A runner may read the lines, and obeys none of them."""
    yield from map(unheard, lines(verdict))


def lines(verdict: Verdict) -> Iterator[str]:
    """Yield the lines as a person reads them."""
    yield from (change_line(change) for change in verdict.changes if change.fate in FAILING)
    yield from (budget_line(budget) for budget in verdict.budgets if budget.exceeded)
    yield from (change_line(change) for change in verdict.changes if change.fate not in FAILING)
    yield from (finding_line(finding) for finding in verdict.findings)


def change_line(change: Change) -> str:
    """Return for example `pkg/loader.py:12:8: new NB101 cfg.model_type == "jamba"  [Loader.load] 0123456789abcdef`."""
    site = change.now or (change.was.site if change.was is not None else None)
    told = site or change.was
    rule, scope = ("", "") if told is None else (told.rule, told.scope)
    place = f"{visible(change.path)}:{max(1, change.line)}:{1 if site is None else site.column}"
    return f"{place}: {change.fate.value} {visible(rule)} {tested(change)}{names(change)}  [{visible(scope)}] {visible(change.id)}\n"


def names(change: Change) -> str:
    """Return the names that came and went, where that says more than the test."""
    if change.now is None or change.was is None:
        return ""
    signed = [f"+{clipped(name)}" for name in change.added] + [f"-{clipped(name)}" for name in change.removed]
    return f" ({' '.join(signed)})" if signed else ""


def budget_line(budget: OverBudget) -> str:
    """Return the line of one budget."""
    return f"{visible(', '.join(budget.paths))}: over budget: {budget.now} decisions, {budget.most} granted\n"


def finding_line(finding: Finding) -> str:
    """Return the line of one finding."""
    return f"{visible(finding.path)}:{finding.line}:1: {visible(finding.rule)} {visible(finding.message)}\n"


SHORT = VerdictFormat(name="short", media="text/plain", render=render)
