"""github: workflow commands that GitHub shows as annotations beside the code, at most ten, what fails first."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ...analyzer.inventory import Finding, Site
from ...analyzer.judging.verdict import FAILING, Change, OverBudget, Verdict, in_order
from ..change import became, details, place_in_chain, remedy, tested
from ..escape import visible
from ..format import View
from ..judged import VerdictFormat

MOST = 10  # of a step; GitHub drops what comes after
DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY = {**DATA, **str.maketrans({":": "%3A", ",": "%2C"})}


class Command(StrEnum):
    """How loud an annotation is."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """One of them. Columns are given only within one line: GitHub refuses them otherwise."""

    command: Command
    title: str
    message: str
    path: str | None = None
    span: tuple[int, int, int, int] | None = None  # line, column, end line, end column


def render(verdict: Verdict, view: View) -> Iterator[str]:
    """Yield the commands, one a line; the last says how many were left out."""
    found = [*annotations(verdict)]
    shown = found if len(found) <= MOST else found[: MOST - 1]
    yield from (written(one, view.below) for one in shown)
    if len(shown) < len(found):
        rest = found[len(shown) :]
        more = f"{len(rest)} more are not shown here, as GitHub shows {MOST}; `namebranch check` prints all of them"
        yield written(Annotation(command=rest[0].command, title="namebranch", message=more), view.below)


def annotations(verdict: Verdict) -> Iterator[Annotation]:
    """Yield all there are, what fails first. What only became better needs none."""
    yield from (of_change(change) for change in sorted(verdict.changes, key=in_order) if change.fate in FAILING)
    yield from (of_budget(budget) for budget in verdict.budgets if budget.exceeded)
    yield from (of_finding(finding) for finding in verdict.findings)


def of_change(change: Change) -> Annotation:
    """Return *change* as an error."""
    chain = place_in_chain(change.now) if change.now is not None else ""
    lines = [", ".join(filter(None, (tested(change), chain))), details(change), remedy(change)]
    rule = change.now.rule if change.now is not None else change.was.rule if change.was is not None else ""
    return Annotation(
        command=Command.ERROR,
        title=f"{rule} {became(change)}",
        message="\n".join(filter(None, lines)),
        path=change.path,
        span=span(change.now) if change.now is not None else (change.line, 0, change.line, 0) if change.line else None,
    )


def span(site: Site) -> tuple[int, int, int, int]:
    """Return from where to where *site* reaches."""
    return site.line, site.column, site.end_line, site.end_column


def of_budget(budget: OverBudget) -> Annotation:
    """Return an exceeded budget as an error, which has no place."""
    allowed = f"{', '.join(budget.paths)}: {budget.now} decisions by a model's name, {budget.most} allowed"
    return Annotation(command=Command.ERROR, title="namebranch budget exceeded", message="\n".join(filter(None, (allowed, budget.reason))))


def of_finding(finding: Finding) -> Annotation:
    """Return a matter of hygiene as a warning."""
    at = (finding.line, 0, finding.line, 0) if finding.line > 0 else None
    return Annotation(command=Command.WARNING, title=finding.rule, message=finding.message, path=finding.path, span=at)


def written(one: Annotation, below: str) -> str:
    """Return the workflow command, escaped: nothing in it can end it or begin another."""
    properties = {"title": one.title}
    if one.path is not None:
        properties = {"file": f"{below}/{one.path}" if below else one.path, **places(one.span), **properties}
    listed = ",".join(f"{name}={visible(value).translate(PROPERTY)}" for name, value in properties.items())
    message = "\n".join(map(visible, one.message.split("\n")))
    return f"::{one.command} {listed}::{message.translate(DATA)}\n"


def places(span: tuple[int, int, int, int] | None) -> dict[str, str]:
    """Return the properties that say where."""
    if span is None:
        return {}
    line, column, end_line, end_column = span
    columns = {"col": str(column), "endColumn": str(end_column)} if column and line == end_line else {}
    return {"line": str(line), "endLine": str(end_line), **columns}


GITHUB = VerdictFormat(name="github", media="text/plain", render=render)
