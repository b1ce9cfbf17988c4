"""The shelf of formats of audits: which there are, and each by its name."""

from ..registry import shelf
from . import audit
from .audited import AuditFormat


def known() -> tuple[str, ...]:
    """Return the names of all formats; none is imported."""
    return shelf.names(audit)


def find(name: str) -> AuditFormat:
    """Return the format of that name.

    Raises:
        ShelfError: there is none.

    """
    return shelf.take(audit, name, AuditFormat)
