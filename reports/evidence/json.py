"""json: the bundle, for programs and for `--import`."""

from collections.abc import Iterator

from ...parity.evidence import Evidence
from ..document import encoded
from ..format import View
from ..proven import EvidenceFormat


def render(evidence: Evidence, view: View) -> Iterator[str]:
    """Yield the document."""
    yield encoded(evidence, indent=2) + "\n"


JSON = EvidenceFormat(name="json", media="application/json", render=render)
