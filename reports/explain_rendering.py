"""The shelf of formats of explanations: which there are, and each by its name."""

from ..registry import shelf
from . import explain
from .explained import ExplainFormat


def known() -> tuple[str, ...]:
    """Return the names of all formats; none is imported."""
    return shelf.names(explain)


def find(name: str) -> ExplainFormat:
    """Return the format of that name.

    Raises:
        ShelfError: there is none.

    """
    return shelf.take(explain, name, ExplainFormat)
