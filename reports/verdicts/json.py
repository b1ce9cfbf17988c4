"""json: one document for programs: every change with both its sides, and what comments keep or owe, with issue and last day."""

from collections.abc import Iterator

from ...analyzer.judging.verdict import Verdict
from ..document import encoded
from ..format import View
from ..judged import VerdictFormat
from ..verdict_document import verdict_document


def render(verdict: Verdict, _view: View) -> Iterator[str]:
    """Yield the document."""
    yield encoded(verdict_document(verdict), indent=2) + "\n"


JSON = VerdictFormat(name="json", media="application/json", render=render)
