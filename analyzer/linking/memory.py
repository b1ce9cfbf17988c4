"""What linking may keep from one round, or one revision, to the next: it depends on no other unit."""

from ...registry.universe.names import Names
from .judged import Spelling
from .outline import Outlines


class Memory:
    """The outlines of units, and the judgements on spelling; what is linked with it is the same as without."""

    def __init__(self) -> None:
        self.outlines = Outlines()
        self._plain: tuple[Names, Spelling] | None = None
        self._learned: tuple[Names, frozenset[str], Spelling] | None = None

    def spelling(self, names: Names) -> Spelling:
        """Return the judgements by *names*."""
        if self._plain is None or self._plain[0] is not names:
            self._plain = names, Spelling(names)
        return self._plain[1]

    def learned(self, names: Names, taught: frozenset[str]) -> Spelling:
        """Return the judgements by *names* and those that the target itself taught."""
        if self._learned is None or self._learned[0] is not names or self._learned[1] != taught:
            types = sorted(name for name in taught if not name[0].isupper())
            overlay = names.overlay(types=types, classes=sorted(taught.difference(types)))
            self._learned = names, taught, Spelling(overlay)
        return self._learned[2]
