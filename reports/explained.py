"""What a format of explanations is. The formats lie on the shelf `explain/`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..analyzer.explaining.explanation import Explained
from .format import View


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainFormat:
    """One way of showing what there is to say: yields text, line ends included, that ends with one; nothing else may go to stdout."""

    name: str
    media: str  # media type
    render: Callable[[Explained, View], Iterator[str]]
