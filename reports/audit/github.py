"""github: workflow commands that GitHub shows as annotations beside the code, at most ten."""

from collections.abc import Iterator

from ..audited import SURE, Audited, AuditFormat
from ..format import View
from ..verdicts.github import MOST, Annotation, Command, of_finding, written


def render(audited: Audited, view: View) -> Iterator[str]:
    """Yield the commands, one a line, the surest first; the last says how many were left out."""
    found = sorted(audited.inventory.findings, key=lambda one: -SURE[one.confidence])
    shown = found if len(found) <= MOST else found[: MOST - 1]
    yield from (written(of_finding(finding), view.below) for finding in shown)
    if len(shown) < len(found):
        more = f"{len(found) - len(shown)} more are not shown here, as GitHub shows {MOST}; `namebranch audit` prints all of them"
        yield written(Annotation(command=Command.WARNING, title="namebranch", message=more), view.below)


GITHUB = AuditFormat(name="github", media="text/plain", render=render)
