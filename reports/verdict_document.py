"""A verdict to the one JSON document of a `check`."""

from dataclasses import dataclass

from ..analyzer.inventory import Finding, Site, Suppression, Unread
from ..analyzer.judging.counts import Counts, count
from ..analyzer.judging.destination import Destination
from ..analyzer.judging.verdict import FAILING, Change, OverBudget, Verdict

SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A branch, and the comment that covers it."""

    site: Site
    comment: Suppression


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictDocument:
    """One check: what failed, what else changed, what comments keep or owe, and the numbers of the newer side."""

    schema: int
    target: str
    revision: str | None
    preset: str
    against: str
    entries: int | None  # lines of the baseline that was compared with
    code: int
    counts: Counts
    unchanged: int
    failing: tuple[Change, ...]
    changes: tuple[Change, ...]  # the others
    budgets: tuple[OverBudget, ...]
    kept: tuple[Said, ...]
    owed: tuple[Said, ...]
    findings: tuple[Finding, ...]
    destinations: tuple[Destination, ...]
    unread: tuple[Unread, ...]


def verdict_document(verdict: Verdict) -> VerdictDocument:
    """Return *verdict* as a document."""
    inventory = verdict.inventory
    return VerdictDocument(
        schema=SCHEMA,
        target=inventory.target,
        revision=inventory.revision,
        preset=inventory.preset,
        against=verdict.against,
        entries=verdict.entries,
        code=verdict.code,
        counts=count(inventory),
        unchanged=verdict.unchanged,
        failing=verdict.failing,
        changes=tuple(change for change in verdict.changes if change.fate not in FAILING),
        budgets=verdict.budgets,
        kept=tuple(Said(site=site, comment=comment) for site, comment in verdict.suppressed),
        owed=tuple(Said(site=site, comment=comment) for site, comment in verdict.owed),
        findings=verdict.findings,
        destinations=verdict.destinations,
        unread=inventory.unread,
    )
