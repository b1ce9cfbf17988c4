"""What a format of evidence is. The formats lie on the shelf `evidence/`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..parity.evidence import Evidence
from .format import View

EARLIER = "ran on an earlier form"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFormat:
    """One way of showing evidence: yields text, line ends included, that ends with one; nothing else may go to stdout."""

    name: str
    media: str  # media type
    render: Callable[[Evidence, View], Iterator[str]]
