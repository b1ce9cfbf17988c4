"""What a format of a verdict is, and the shelf `verdicts/` on which they lie."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..analyzer.judging.verdict import Verdict
from ..registry import shelf
from . import verdicts
from .format import View


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictFormat:
    """One way of showing a verdict: yields text, line ends included, that ends with one; nothing else may go to stdout."""

    name: str
    media: str  # media type
    render: Callable[[Verdict, View], Iterator[str]]


def known() -> tuple[str, ...]:
    """Return the names of all formats; none is imported."""
    return shelf.names(verdicts)


def find(name: str) -> VerdictFormat:
    """Return the format of that name.

    Raises:
        ShelfError: there is none.

    """
    return shelf.take(verdicts, name, VerdictFormat)
