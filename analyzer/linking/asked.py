"""Which names were looked up in the program: all that an answer about one unit depends on outside of it."""

from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")


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

    def noted(self, work: Callable[[], Answer]) -> tuple[Answer, tuple[str, ...]]:
        """Do some work; return what comes of it, and what was looked up for it."""
        outer, mine = self.names, set[str]()
        self.names = mine
        try:
            return work(), tuple(mine)
        finally:
            self.names = outer
            outer |= mine
