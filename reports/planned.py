"""What a format of plans is. The formats lie on the shelf `plan/`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..codemods.preview import Preview
from .format import View


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFormat:
    """One way of showing what a migration would come to: yields text, line ends included, that ends with one."""

    name: str
    media: str  # media type
    render: Callable[[Preview, View], Iterator[str]]
