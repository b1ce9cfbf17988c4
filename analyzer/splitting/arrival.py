"""A commit that brought models, as a frozen value."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """One commit that brought a model, or several."""

    id: str
    date: str  # of the commit, ISO 8601
    subject: str
    models: tuple[str, ...]
    files: tuple[str, ...]  # shared Python files that it changed or added
