"""What one benchmark tells: a page of RESULTS.md, and its figures beside the bars of the design."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One figure, and what it may be at most (or, for a rate, must be at least)."""

    work: str
    figure: float
    bar: float
    stretch: float
    unit: str  # × of what, s, MB, a second
    at_least: bool = False

    @property
    def verdict(self) -> str:
        """Return how the figure stands to its bars, in words."""
        sign = -1 if self.at_least else 1
        if sign * self.figure <= sign * self.stretch:
            return "stretch"
        return "met" if sign * self.figure <= sign * self.bar else "**missed**"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of RESULTS.md."""

    title: str
    words: tuple[str, ...]
    table: tuple[str, ...]
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What all benchmarks are given."""

    peers: Path  # the folder of the peers' programs
    scratch: Path  # a folder outside the repository
    rounds: int
    history: Path | None  # a repository to walk; None for one made of published releases


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """An entry of the shelf `works`: one thing that is measured."""

    name: str
    measure: Callable[[Setup], Section]
