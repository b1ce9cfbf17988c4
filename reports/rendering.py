"""The shelf of formats: which there are, and each by its name."""

from ..registry import shelf
from . import formats
from .format import Format


def known() -> tuple[str, ...]:
    """Return the names of all formats; none is imported."""
    return shelf.names(formats)


def find(name: str) -> Format:
    """Return the format of that name.

    Raises:
        ShelfError: there is none.

    """
    return shelf.take(formats, name, Format)
