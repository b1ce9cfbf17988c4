"""json: one document for programs: each site with all that there is to say of it."""

from collections.abc import Iterator

from ...analyzer.explaining.explanation import Explained
from ..document import encoded
from ..explain_document import explain_document
from ..explained import ExplainFormat
from ..format import View


def render(found: Explained, view: View) -> Iterator[str]:
    """Yield the document."""
    yield encoded(explain_document(found), indent=2) + "\n"


JSON = ExplainFormat(name="json", media="application/json", render=render)
