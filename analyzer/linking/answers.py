"""Answers about expressions at their places, kept with all the names that were looked up for them."""

from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

from ..extracting.expression import Expr
from .asked import Asked, Key, Known
from .meaning import Place

Answer = TypeVar("Answer")
Answered = TypeVar("Answered")
_Key: TypeAlias = tuple[int, int, int, int]


class Answers(Generic[Answer]):
    """Asks once for each expression at its place; a question that comes back to itself, or goes too deep, is cut: its answer is None.

    What was cut on the way depends on where one came from. It is kept only until the first question is answered, so that an answer
    is the same whatever was asked before.
    """

    def __init__(self, asked: Asked, work: Callable[[Expr, Place], Answer | None], deepest: int) -> None:
        """Take who notes what is looked up, what works out an answer, and how many questions may be open at once."""
        self._asked, self._work, self._deepest = asked, work, deepest
        self._kept: dict[_Key, tuple[Expr, Answer | None, tuple[str, ...]]] = {}  # the expression too, so that its id stays its own
        self._meanwhile: dict[_Key, tuple[Expr, Answer | None, tuple[str, ...]]] = {}
        self._open: set[_Key] = set()
        self.cuts = 0  # so far; a caller may add its own

    def of(self, expr: Expr, place: Place) -> Answer | None:
        """Return the answer about *expr* at *place*."""
        key = (id(expr), id(place.unit), place.scope, place.line)
        held = self._kept.get(key)
        if held is None and (held := self._meanwhile.get(key)) is not None:
            self.cuts += 1
        if held is not None:
            self._asked.names.update(held[2])
            return held[1]
        if key in self._open or len(self._open) > self._deepest:
            self.cuts += 1
            return None
        return self._worked_out(key, expr, place)

    def once(self, known: Known[Key, Answered], key: Key, work: Callable[[], Answered]) -> Answered:
        """Return the answer to another question, as `Asked.once` does; it is kept only if nothing was cut on the way."""
        if key in known:
            return self._asked.once(known, key, work)
        cuts = self.cuts
        found, names = self._asked.noted(work)
        if self.cuts == cuts:
            known[key] = found, names
        return found

    def _worked_out(self, key: _Key, expr: Expr, place: Place) -> Answer | None:
        cuts, outer, mine = self.cuts, self._asked.names, set[str]()
        self._asked.names = mine
        self._open.add(key)
        try:
            found = self._work(expr, place)
        finally:
            self._open.discard(key)
            self._asked.names = outer
            outer |= mine
            if not self._open:
                self._meanwhile.clear()
        if self.cuts == cuts:
            self._kept[key] = expr, found, tuple(mine)
        elif self._open:
            self._meanwhile[key] = expr, found, tuple(mine)
        return found
