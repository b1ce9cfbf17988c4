"""What a format of costs is. The formats lie on the shelf `cost/`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..analyzer.costing.cost import Cost
from .format import View


class By(StrEnum):
    """What a row of the table is."""

    MODEL = "model"
    FILE = "file"
    SUBSYSTEM = "subsystem"


@dataclass(frozen=True, slots=True, kw_only=True)
class CostFormat:
    """One way of showing costs: yields text, line ends included, that ends with one; nothing else may go to stdout."""

    name: str
    media: str  # media type
    render: Callable[[Cost, By, View], Iterator[str]]
