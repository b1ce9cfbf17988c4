"""The first and the last lines of a verdict: what was compared, what came of it, and what to run next."""

from collections import Counter
from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from ...analyzer.judging.counts import count
from ...analyzer.judging.verdict import FAILING, Verdict
from ..escape import visible
from ..format import View
from .commanded import BASELINE, command, spelled
from .glyphs import COMMIT, joined, number
from .unseen import unseen

ANSWERS = {
    0: ("pass", "bold green", "nothing got worse"),
    1: ("fail", "bold red", ""),
    3: ("due", "bold yellow", "nothing got worse; only housekeeping is due"),
    4: ("incomplete", "bold yellow", "nothing that could be read got worse"),
}


def compared(verdict: Verdict, view: View) -> Iterator[RenderableType]:
    """Yield what was compared with what."""
    found = verdict.inventory
    against = f"against {visible(verdict.against)}" + (
        f" of {number(verdict.entries, 'branch', 'branches')}" if verdict.entries is not None else ""
    )
    at = f"at {visible(found.revision[:COMMIT])}" if found.revision else ""
    parts = [at, against, f"preset {visible(found.preset)}", f"{number(found.files, 'Python file')} looked at"]
    yield Text().append(visible(found.target) + "  ", style="bold").append_text(joined(parts, unicode=view.unicode, style="dim"))
    if view.filters:
        yield Text(f"only {spelled(view.filters)}", style="dim")


def outcome(verdict: Verdict, view: View) -> Iterator[RenderableType]:
    """Yield the answer, the numbers beside it, and the next command."""
    word, style, says = ANSWERS[verdict.code]
    fates = Counter(change.fate for change in verdict.failing)
    exceeded = sum(budget.exceeded for budget in verdict.budgets)
    worse = [f"{many:,} {fate.value}" for fate, many in fates.items()] + ([f"{exceeded:,} over budget"] if exceeded else [])
    yield Text().append(word, style=style).append("  ").append(", ".join(worse) or says)
    drift = number(count(verdict.inventory).drift, "decision")
    beside = [f"{drift} in shared code", f"{verdict.unchanged:,} as known", *said(verdict)]
    yield joined(beside, unicode=view.unicode, style="dim")
    if not verdict.inventory.files:
        yield from unseen()
    yield from nxt(verdict, view)


def said(verdict: Verdict) -> list[str]:
    """Return how many sites somebody keeps or owes."""
    parts = ((len(verdict.suppressed), "kept on purpose"), (len(verdict.owed), "owed (todo)"))
    return [f"{many:,} {words}" for many, words in parts if many]


def nxt(verdict: Verdict, view: View) -> Iterator[Text]:
    """Yield the command that most likely comes next."""
    if BASELINE not in view.verbs:
        return
    if verdict.entries is None and verdict.failing and verdict.against == BASELINE:
        accept = command(BASELINE, "add", *view.again, "--all", "--reason", "as of adoption")
        yield Text("there is no baseline yet; this accepts what there is today, so that only what comes later fails:")
        yield Text(f"  {accept}", style="cyan", no_wrap=True)
    elif verdict.entries is not None and any(change.fate not in FAILING for change in verdict.changes):
        yield Text(f"  {command('check', *view.again, '--fix')}", style="cyan", no_wrap=True).append(
            "  # brings the baseline up to date", style="dim"
        )
