"""markdown: a job summary: the answer, the drift, what changed and what to do, for `$GITHUB_STEP_SUMMARY`."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from ...analyzer.inventory import Unread
from ...analyzer.judging.counts import count
from ...analyzer.judging.verdict import FAILING, Change, Fate, OverBudget, Verdict, in_order
from ..change import became, details, place_in_chain, suppression, tested
from ..format import View
from ..judged import VerdictFormat
from ..markup import code, row, words

MOST_ROWS = 200  # of one table: GitHub cuts a summary at 1 MB
HOUSEKEEPING = 3  # exit code
WAYS = ("explain", "migrate")  # verbs that help with a new branch
ANSWERS = {
    0: "no new name branches",
    1: "the answer is no",
    HOUSEKEEPING: "no new name branches, but the baseline needs an update",
    4: "incomplete: something could not be read",
}


def render(verdict: Verdict, view: View) -> Iterator[str]:
    """Yield the sections that have something to say."""
    yield f"## namebranch: {ANSWERS.get(verdict.code, '')}\n\n"
    yield headline(verdict)
    yield from unread(verdict.inventory.unread)
    ordered = sorted(verdict.changes, key=in_order)
    yield from table("What fails", [change for change in ordered if change.fate in FAILING], view)
    yield from budgets(verdict.budgets)
    yield from to_do(verdict, view)
    yield from table("What else changed", [change for change in ordered if change.fate not in FAILING], view)
    yield from hygiene(verdict)


def headline(verdict: Verdict) -> str:
    """Return the numbers."""
    counts = count(verdict.inventory)
    fates = Counter(change.fate for change in verdict.changes)
    told = ", ".join(f"{fates[fate]} {fate}" for fate in Fate if fates[fate]) or "nothing changed"
    apart = [f"{len(verdict.suppressed)} kept on purpose"] * bool(verdict.suppressed) + [f"{len(verdict.owed)} owed"] * bool(verdict.owed)
    return (
        f"**{counts.drift}** {'decision' if counts.drift == 1 else 'decisions'} by a model's name in shared code; "
        f"against {code(verdict.against)}: {told}; {', '.join((f'{verdict.unchanged} unchanged', *apart))}.\n"
    )


def table(title: str, changes: Sequence[Change], view: View) -> Iterator[str]:
    """Yield *changes* as a table, or nothing."""
    if not changes:
        return
    yield f"\n### {title}\n\n"
    yield row("what", "where", "test") + row("---", "---", "---")
    for change in islice(changes, MOST_ROWS):
        where = f"{view.below}/{change.path}" if view.below else change.path
        chain = place_in_chain(change.now) if change.now is not None else ""
        test = "<br>".join(filter(None, (code(tested(change)), words("; ".join(filter(None, (details(change), chain)))))))
        rule = change.now.rule if change.now is not None else change.was.rule if change.was is not None else ""
        yield row(f"{became(change)} ({words(rule)})", code(f"{where}:{change.line}" if change.line else where), test)
    if len(changes) > MOST_ROWS:
        yield f"\nand {len(changes) - MOST_ROWS} more: `namebranch check` prints all of them.\n"


def budgets(held: Sequence[OverBudget]) -> Iterator[str]:
    """Yield the budgets that are exceeded, and those that could be smaller."""
    if held:
        yield "\n### Budgets\n\n" + row("files", "decisions", "allowed", "") + row("---", "--:", "--:", "---")
    for one in held:
        said = "**exceeded**" if one.exceeded else "can be lowered"
        yield row(", ".join(map(code, one.paths)), str(one.now), str(one.most), f"{said}{': ' + words(one.reason) if one.reason else ''}")


def to_do(verdict: Verdict, view: View) -> Iterator[str]:
    """Yield what to do about what fails."""
    failing = [change for change in verdict.changes if change.fate in FAILING]
    worse = [change for change in failing if change.now is not None]
    lost = [change for change in failing if change.now is None]
    steps = []
    if worse:
        steps.append("say it in the model's own descriptor, so that shared code need not ask for the name")
        steps += [command(verb, *view.again, "--at", f"{worse[0].path}:{worse[0].line}") for verb in WAYS if verb in view.verbs]
        steps.append(f"if a branch must stay, say why in a comment above it: {code(suppression(worse[0].now))}")
    if lost:
        let_go = command("baseline", "drop", *view.again, lost[0].id, "--reason", "WHY")
        steps.append(f"register what a lost branch did, or say why it may go: {let_go}")
    if verdict.code == HOUSEKEEPING:
        steps.append("bring the baseline up to date: `namebranch check --fix`")
    if steps:
        yield "\n### What to do\n\n" + "".join(f"- {step}\n" for step in steps)


def command(*words: str) -> str:
    """Return a command, ready to paste."""
    return code(shlex.join(("namebranch", *words)))


def hygiene(verdict: Verdict) -> Iterator[str]:
    """Yield the findings that are no branches."""
    if verdict.findings:
        yield "\n### Upkeep\n\n" + row("rule", "where", "what") + row("---", "---", "---")
    for finding in islice(verdict.findings, MOST_ROWS):
        yield row(words(finding.rule), code(f"{finding.path}:{finding.line}"), words(finding.message))


def unread(files: Sequence[Unread]) -> Iterator[str]:
    """Yield what could not be read: the answer does not cover it."""
    if files:
        yield "\n### Not read\n\n" + "".join(f"- {code(one.path)}: {words(one.reason)}\n" for one in islice(files, MOST_ROWS))


MARKDOWN = VerdictFormat(name="markdown", media="text/markdown", render=render)
