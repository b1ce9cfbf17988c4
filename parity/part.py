"""What a part of a proof is: one way to show that behaviour did not change, or where it did."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .evidence import Claim, Difference, Planted
from .pairing import Pairs
from .tree import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Probes:
    """Arguments that somebody wrote down, and the function they are for."""

    entry: str | None  # None: the one function that both sides hold
    given: tuple[Mapping[str, object], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The two trees, what is compared of them, and how far to go."""

    old: Tree
    new: Tree
    pairs: Pairs
    seed: int
    seconds: float  # for each function
    cases: int  # for each function
    mutants: int = 80  # in all
    jobs: int = 1
    lowest: int = 1  # rung of the cage from which on is tried
    trusted: bool = False  # to run its tests and models where the cage is weak
    probes: Probes | None = None
    artifacts: tuple[Path, Path] | None = None  # folders that both sides wrote
    progress: Callable[[str], None] = lambda _: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a part found out."""

    claims: tuple[Claim, ...]
    differences: tuple[Difference, ...] = ()
    planted: tuple[Planted, ...] = ()
    rung: int = 0  # of the cage, where code of the target was run
    versions: Mapping[str, str] = field(default_factory=dict)  # of what ran beside it


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part. A file of the shelf `parts/` holds one, and has its name."""

    name: str
    title: str  # one line
    show: Callable[[Asked], Shown]
    by_default: bool = True  # else only where it is asked for


def together(found: Iterable[Shown]) -> Shown:
    """Return what several parts found out as one."""
    shown = tuple(found)
    return Shown(
        claims=tuple(claim for one in shown for claim in one.claims),
        differences=tuple(difference for one in shown for difference in one.differences),
        planted=tuple(planted for one in shown for planted in one.planted),
        rung=max((one.rung for one in shown), default=0),
        versions={key: value for one in shown for key, value in one.versions.items()},
    )
