"""json: one document for programs: every finding with its witness and its places."""

from collections.abc import Iterator

from ..audit_document import audit_document
from ..audited import Audited, AuditFormat
from ..document import encoded
from ..format import View


def render(audited: Audited, _view: View) -> Iterator[str]:
    """Yield the document."""
    yield encoded(audit_document(audited), indent=2) + "\n"


JSON = AuditFormat(name="json", media="application/json", render=render)
