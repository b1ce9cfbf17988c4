"""The shelf of formats of drift: which there are, and each by its name."""

from ..registry import shelf
from . import drift
from .drifted import DriftFormat


def known() -> tuple[str, ...]:
    """Return the names of all formats; none is imported."""
    return shelf.names(drift)


def find(name: str) -> DriftFormat:
    """Return the format of that name.

    Raises:
        ShelfError: there is none.

    """
    return shelf.take(drift, name, DriftFormat)
