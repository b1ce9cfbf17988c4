"""Values that are no answers: what a hook returns to decline, and what a descriptor says about the family that it inherits from."""

from enum import Enum
from typing import Final, Literal


class Marker(Enum):
    """One of three values that stand for themselves; a pickled one comes back as itself."""

    DECLINED = "DECLINED"
    CLEARED = "CLEARED"
    INHERITED = "INHERITED"

    def __repr__(self) -> str:
        """Return the name under which it is imported."""
        return self.name

    def __bool__(self) -> bool:
        """Refuse to be taken for a truth value: a declined predicate is not a false one."""
        raise TypeError(f"{self.name} is neither true nor false: ask `is {self.name}`")


Declined = Literal[Marker.DECLINED]

DECLINED: Final = Marker.DECLINED
"""Returned by a hook that does not act this time: the next hook of the descriptor is asked, at last the default."""

CLEARED: Final = Marker.CLEARED
"""Said of a question in place of an answer: what the family says does not hold for this model; the default does."""

INHERITED: Final = Marker.INHERITED
"""Stands in a tuple of hooks for the hooks of the family, at the place where they run."""
