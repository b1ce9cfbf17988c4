"""outputs: the numbers of a verdict as NAME=NUMBER lines, for `$GITHUB_OUTPUT` and for shells."""

from collections import Counter
from collections.abc import Iterator

from ...analyzer.judging.counts import count
from ...analyzer.judging.verdict import Fate, Verdict
from ..format import View
from ..judged import VerdictFormat


def render(verdict: Verdict, view: View) -> Iterator[str]:
    """Yield the lines: digits only, so that nothing of a target can become a line of its own."""
    fates = Counter(change.fate for change in verdict.changes)
    yield f"exit-code={verdict.code}\n"
    yield f"drift={count(verdict.inventory).drift}\n"
    yield from (f"{fate.replace(' ', '-')}={fates[fate]}\n" for fate in Fate)
    yield f"unchanged={verdict.unchanged}\n"
    yield f"suppressed={len(verdict.suppressed)}\n"
    yield f"owed={len(verdict.owed)}\n"
    yield f"over-budget={sum(budget.exceeded for budget in verdict.budgets)}\n"
    yield f"unread={len(verdict.inventory.unread)}\n"


OUTPUTS = VerdictFormat(name="outputs", media="text/plain", render=render)
