"""The shelf of formats for the evidence of a split: which there are, and each by its name."""

from ..registry import shelf
from . import split
from .splitting import SplitFormat


def known() -> tuple[str, ...]:
    """Return the names of all formats; none is imported."""
    return shelf.names(split)


def find(name: str) -> SplitFormat:
    """Return the format of that name.

    Raises:
        ShelfError: there is none.

    """
    return shelf.take(split, name, SplitFormat)
