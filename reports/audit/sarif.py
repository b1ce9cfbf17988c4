"""sarif: SARIF 2.1.0 for code scanning, editors and viewers; what a comment keeps is a suppressed result."""

from collections.abc import Iterator

from msgspec.structs import replace

from ...analyzer.inventory import Confidence, Finding
from ..audited import Audited, AuditFormat
from ..format import View
from ..sarif.log import Level, Notification, Result
from ..sarif.results import of_finding, suppressed
from ..sarif.run import Account, note, text


def render(audited: Audited, view: View) -> Iterator[str]:
    """Yield the log."""
    results = [result(finding, view) for finding in audited.inventory.findings]
    results += [replace(result(finding, view), suppressions=(suppressed(comment, accepted=True),)) for finding, comment in audited.kept]
    yield text(results, Account(kind="audit", inventory=audited.inventory, notes=tuple(stumbled(audited)), line_hash=True), view)


def result(finding: Finding, view: View) -> Result:
    """Return *finding* as a result: a note where it is inferred."""
    found = of_finding(finding, view.below)
    return replace(found, level=Level.NOTE) if finding.confidence is Confidence.INFERRED else found


def stumbled(audited: Audited) -> Iterator[Notification]:
    """Yield what did not run."""
    for rule, reason in audited.failed:
        yield note(rule, reason, Level.ERROR)


SARIF = AuditFormat(name="sarif", media="application/sarif+json", render=render)
