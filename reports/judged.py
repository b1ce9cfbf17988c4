"""What a format of a verdict is: one way of showing it. They lie on the shelf `verdicts/`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..analyzer.judging.verdict import Verdict
from .format import View


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictFormat:
    """One way of showing a verdict: yields text, line ends included, that ends with one; nothing else may go to stdout."""

    name: str
    media: str  # media type
    render: Callable[[Verdict, View], Iterator[str]]
