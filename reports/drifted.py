"""What a format of drift is. The formats lie on the shelf `drift/`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..analyzer.judging.drift import Drift
from .format import View


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftFormat:
    """One way of showing drift: yields text, line ends included, that ends with one; nothing else may go to stdout."""

    name: str
    media: str  # media type
    render: Callable[[Drift, View], Iterator[str]]
