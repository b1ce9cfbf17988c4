"""The shelf of formats of plans: which there are, and each by its name."""

from ..registry import shelf
from . import plan
from .planned import PlanFormat


def known() -> tuple[str, ...]:
    """Return the names of all formats; none is imported."""
    return shelf.names(plan)


def find(name: str) -> PlanFormat:
    """Return the format of that name.

    Raises:
        ShelfError: there is none.

    """
    return shelf.take(plan, name, PlanFormat)
