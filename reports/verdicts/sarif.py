"""sarif: SARIF 2.1.0 of all that a check knows, with baseline states and suppressions, for editors and viewers."""

from collections.abc import Iterator

from ...analyzer.judging.verdict import Verdict
from ..format import View
from ..judged import VerdictFormat
from ..sarif.judged import whole


def render(verdict: Verdict, view: View) -> Iterator[str]:
    """Yield the log."""
    yield whole(verdict, view)


SARIF = VerdictFormat(name="sarif", media="application/sarif+json", render=render)
