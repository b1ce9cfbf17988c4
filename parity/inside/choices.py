"""Decisions that a run asks for one after another: all of them in turn, or some at random."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class Choices(Protocol):
    """Answers the questions of one run."""

    def choose(self, key: str, domain: Sequence[Any]) -> Any:
        """Return one of *domain*; the same key gets the same answer within a run."""

    @property
    def made(self) -> Mapping[str, Any]:
        """What was asked and answered so far."""


class Every:
    """Every sequence of answers, depth first; a run asks, `advance` goes on to the next sequence.

    >>> every = Every({})
    >>> seen = []
    >>> while True:
    ...     seen.append((every.choose("a", [True, False]), every.choose("b", [1, 2])))
    ...     if not every.advance():
    ...         break
    >>> seen
    [(True, 1), (True, 2), (False, 1), (False, 2)]
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        """Begin with the first sequence; what is *given* is not asked."""
        self._given = given
        self._prefix: list[int] = []
        self._log: list[tuple[int, int]] = []
        self._made: dict[str, Any] = {}

    @property
    def made(self) -> Mapping[str, Any]:
        """What was asked and answered so far."""
        return self._made

    def choose(self, key: str, domain: Sequence[Any]) -> Any:
        """Return the next answer; one that was given must still lie in the domain to count."""
        if key in self._made:
            return self._made[key]
        if key in self._given and self._given[key] in domain:
            self._made[key] = self._given[key]
            return self._made[key]
        at = len(self._log)
        index = self._prefix[at] if at < len(self._prefix) else 0
        self._log.append((index, len(domain)))
        self._made[key] = domain[index]
        return domain[index]

    def advance(self) -> bool:
        """Go on to the next sequence of answers; return False where this was the last."""
        log = list(self._log)
        while log and log[-1][0] + 1 >= log[-1][1]:
            log.pop()
        if not log:
            return False
        self._prefix = [index for index, _ in log[:-1]] + [log[-1][0] + 1]
        self._log, self._made = [], {}
        return True


class Chance:
    """Where answers are drawn from: one in two at random, the others the answer that was drawn least so far, so that none is left out for long."""

    def __init__(self, seed: int) -> None:
        """Begin with a seed, by which all is drawn again."""
        self._source = random.Random(seed)  # noqa: S311  chance, not secrecy
        self._drawn: dict[str, list[int]] = {}

    def draw(self, key: str, size: int) -> int:
        """Return a number below *size*."""
        drawn = self._drawn.setdefault(key, [0] * size)
        drawn += [0] * (size - len(drawn))
        at = self._source.randrange(size)
        if self._source.random() < 0.5:  # noqa: PLR2004  one in two
            least = min(drawn[:size])
            at = next((one for one in (*range(at, size), *range(at)) if drawn[one] == least), at)
        drawn[at] += 1
        return at


class Drawn:
    """One sequence of answers, drawn at random."""

    def __init__(self, source: Chance, given: Mapping[str, Any]) -> None:
        """Draw from *source*; what is *given* is not drawn."""
        self._source, self._given = source, given
        self._made: dict[str, Any] = {}

    @property
    def made(self) -> Mapping[str, Any]:
        """What was asked and answered so far."""
        return self._made

    def choose(self, key: str, domain: Sequence[Any]) -> Any:
        """Return an answer."""
        if key not in self._made:
            given = key in self._given and self._given[key] in domain
            self._made[key] = self._given[key] if given else domain[self._source.draw(key, len(domain))]
        return self._made[key]
