"""short: one line a finding, as compilers write them; editors and terminals open the place."""

from collections.abc import Iterator

from ...analyzer.inventory import Confidence, Finding
from ..audited import Audited, AuditFormat
from ..escape import unheard, visible
from ..format import View

MOST_PLACES = 3  # of one line


def render(audited: Audited, _view: View) -> Iterator[str]:
    """Yield the lines. A runner may read them, and obeys none of them."""
    yield from (unheard(line(finding)) for finding in audited.inventory.findings)


def line(finding: Finding) -> str:
    """Return for example `pkg/loader.py:12:1: NB406 the operand 'mpt' is always true … (see pkg/other.py:3)`."""
    doubt = "" if finding.confidence is not Confidence.INFERRED else "  (inferred)"
    return f"{visible(finding.path)}:{finding.line}:1: {visible(finding.rule)} {visible(finding.message)}{also(finding)}{doubt}\n"


def also(finding: Finding) -> str:
    """Return the further places of a finding, as many as a line shows."""
    if not finding.places:
        return ""
    more = f" +{len(finding.places) - MOST_PLACES}" if len(finding.places) > MOST_PLACES else ""
    return f"  (see {', '.join(map(visible, finding.places[:MOST_PLACES]))}{more})"


SHORT = AuditFormat(name="short", media="text/plain", render=render)
