"""code-scanning: SARIF 2.1.0 with just what should be an alert in GitHub's code scanning."""

from collections.abc import Iterator

from ...analyzer.judging.verdict import Verdict
from ..format import View
from ..judged import VerdictFormat
from ..sarif.judged import alerts


def render(verdict: Verdict, view: View) -> Iterator[str]:
    """Yield the log."""
    yield alerts(verdict, view)


CODE_SCANNING = VerdictFormat(name="code-scanning", media="application/sarif+json", render=render)
