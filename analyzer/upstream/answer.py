"""What is known of a dotted name of a dependency: it is there, it is not, or nobody can say."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """It is there, in every release that the target allows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    """It is not there."""

    holder: str  # the deepest part that is there, or the dependency's name
    missing: str  # the dotted name of the first part that is not
    release: str  # of which release that is true, in words
    still: str  # the allowed releases that have it, in words; "" where none does
    once: str  # all releases that ever had it, in words; "" where none did, or nobody knows


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclear:
    """Nothing that can be read says so."""


Answer: TypeAlias = Present | Absent | Unclear
