"""What a format for the evidence of a split is. The formats lie on the shelf `split/`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..analyzer.splitting.split import Split


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitFormat:
    """One way of showing such evidence: yields text, line ends included, that ends with one; nothing else may go to stdout."""

    name: str
    media: str  # media type
    render: Callable[[Split], Iterator[str]]
