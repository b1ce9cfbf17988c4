"""What the rules of a contract are given: the modules of a target, its registries, and the dialect in which it speaks."""

from dataclasses import dataclass

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
