"""The shelf of formats of costs: which there are, and each by its name."""

from ..registry import shelf
from . import cost
from .costed import CostFormat


def known() -> tuple[str, ...]:
    """Return the names of all formats; none is imported."""
    return shelf.names(cost)


def find(name: str) -> CostFormat:
    """Return the format of that name.

    Raises:
        ShelfError: there is none.

    """
    return shelf.take(cost, name, CostFormat)
