"""Which names were looked up in the program: all that an answer about one unit depends on outside of it."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")
Noted: TypeAlias = tuple[Answer, tuple[str, ...]]
"""An answer, and what was looked up for it."""

Known: TypeAlias = dict[Key, Noted[Answer]]


class Asked:
    """Notes what is looked up.

    A name stands for what it means in the whole program (`pkg.mod.NAME`, be it a definition, an import or a module), with a dot before
    it for an attribute (`.kind`), a dot behind it for all that a class holds (`pkg.mod.Class.`), `()` for its calls and `~` for a
    module that lies deeper in the target.
    """

    __slots__ = ("names",)

    def __init__(self) -> None:
        """Begin with nothing."""
        self.names: set[str] = set()

    def noted(self, work: Callable[[], Answer]) -> Noted[Answer]:
        """Do some work; return what comes of it, and what was looked up for it."""
        outer, mine = self.names, set[str]()
        self.names = mine
        try:
            return work(), tuple(mine)
        finally:
            self.names = outer
            outer |= mine

    def once(self, known: Known[Key, Answer], key: Key, work: Callable[[], Answer]) -> Answer:
        """Return an answer that is *known*, or do the work and keep what comes of it; what was looked up for it is noted each time."""
        held = known.get(key)
        if held is None:
            held = known[key] = self.noted(work)
        else:
            self.names.update(held[1])
        return held[0]
