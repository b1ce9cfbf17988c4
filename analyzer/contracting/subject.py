"""What the rules of a contract are given: the modules of a target, its registries, and the dialect in which it speaks."""

from dataclasses import dataclass
from typing import TypeAlias

from ...registry.dialects.dialect import Dialect
from ..inventory import Confidence, Finding
from .registries import Registry
from .tree import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One target, as all rules see it."""

    tree: Tree
    registries: tuple[Registry, ...]
    dialect: Dialect | None


Chain: TypeAlias = tuple[tuple[str, int], ...]


def arrows(chain: Chain) -> str | None:
    """Return a chain of imports as a witness; None where there is none."""
    return " → ".join(path for path, _ in chain) or None


def hops(chain: Chain) -> tuple[str, ...]:
    """Return a chain of imports as places: of each file the line that imports the next."""
    return tuple(f"{path}:{line}" for path, line in chain)


def finding(
    rule: str,
    place: tuple[str, int],
    message: str,
    *,
    names: tuple[str, ...] = (),
    witness: str | None = None,
    places: tuple[str, ...] = (),
    confidence: Confidence = Confidence.EXACT,
) -> Finding:
    """Return a finding at a line of a file."""
    path, line = place
    return Finding(rule=rule, path=path, line=line, places=places, witness=witness, names=names, message=message, confidence=confidence)
