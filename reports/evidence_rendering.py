"""The shelf of formats of evidence: which there are, and each by its name."""

from ..registry import shelf
from . import evidence
from .proven import EvidenceFormat


def known() -> tuple[str, ...]:
    """Return the names of all formats; none is imported."""
    return shelf.names(evidence)


def find(name: str) -> EvidenceFormat:
    """Return the format of that name.

    Raises:
        ShelfError: there is none.

    """
    return shelf.take(evidence, name, EvidenceFormat)
