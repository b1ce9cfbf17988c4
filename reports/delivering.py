"""The shelf of verdict formats: which there are, and each by its name."""

from ..registry import shelf
from . import verdicts
from .judged import VerdictFormat


def known() -> tuple[str, ...]:
    """Return the names of all formats; none is imported."""
    return shelf.names(verdicts)


def find(name: str) -> VerdictFormat:
    """Return the format of that name.

    Raises:
        ShelfError: there is none.

    """
    return shelf.take(verdicts, name, VerdictFormat)
