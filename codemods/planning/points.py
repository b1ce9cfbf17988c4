"""Names for hook points and facts: after what the call site asks, each once; the tests of one constant share one."""

import re
from collections.abc import Callable, Mapping

from ...registry.dialects.keys import function_of

_NOWHERE = frozenset({"", "other"})


class Points:
    """Gives names that neither the target nor this run has used."""

    def __init__(
        self,
        is_taken: Callable[[str], bool],
        homes: Mapping[str, str],
        chosen: Mapping[str, str],
        question: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        """Know which names are taken, the subsystem in which each constant is defined, and the names that people chose.

        *question* tells what the dialect calls the question that a constant is asked for, if it knows one.
        """
        self._is_taken, self._homes, self._chosen, self._question = is_taken, homes, chosen, question
        self._given: set[str] = set()
        self._of_constants: dict[str, str] = {}

    def new(self, subsystem: str, scope: str, module: str, question: str | None = None) -> str:
        """Return the *question* where the dialect knows it, else `<subsystem>.<function>`, with `.2`, `.3` behind it where that is taken."""
        if question is not None:
            return self._first(question)
        last = scope.rpartition(".")[2] if scope != "<module>" else module.rpartition(".")[2]
        head = re.sub(r"\W", "_", module if subsystem in _NOWHERE else subsystem)
        return self._first(f"{head}.{last.strip('_<>') or 'call'}")

    def of_constant(self, subsystem: str, constant: str) -> str:
        """Return the name of the fact that a constant's members share: the same one in every migration."""
        if constant not in self._of_constants:
            head, _, last = constant.rpartition(".")
            subsystem = self._homes.get(constant, subsystem)
            place = re.sub(r"\W", "_", head.rpartition(".")[2] if subsystem in _NOWHERE else subsystem)
            name = self._question(constant) or f"{place}.{last.strip('_').lower()}"
            if function_of(name) in self._given:
                name = f"{head.rpartition('.')[2]}.{last.strip('_').lower()}"
            self._of_constants[constant] = name = self._chosen.get(name, name)
            self.take(name)
        return self._of_constants[constant]

    def take(self, name: str) -> None:
        """Give a name away: nobody else gets it."""
        self._given.add(function_of(name))

    def _first(self, base: str) -> str:
        ordinal = 1
        while True:
            name = base if ordinal == 1 else f"{base}.{ordinal}"
            name = self._chosen.get(name, name)
            if function_of(name) not in self._given and not self._is_taken(name):
                return name
            ordinal += 1
