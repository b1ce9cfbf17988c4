"""In which lines of a file a needle lies: multi-pattern search over bytes, before anything is parsed."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import ahocorasick

_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_QUOTES = frozenset("\"'")
_SIGNS = frozenset("^(*?:.[\\/")
_LONGEST_OWNER = 40  # letters of a hub id before its `/`
_BRIEF = ("def ", "async def ", "class ", "import ", "from ")
Hits: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


def _automaton(words: Iterable[str]) -> Any:
    automaton = ahocorasick.Automaton()
    for word in words:
        automaton.add_word(word, len(word))
    automaton.make_automaton()
    return automaton


class Words:
    """Identifiers, as whole words, case counting; one that begins with a dot is an attribute (`.__name__`, not `__name__`)."""

    def __init__(self, words: Iterable[str]) -> None:
        """Take the identifiers; at least one."""
        self._words = _automaton(words)

    def lines(self, data: bytes) -> Hits:
        """Return the physical lines (from 1, sorted) in which a needle lies."""
        text = data.decode("latin-1")
        return _lines_of(_line_ends(text), self.offsets(text)), ()

    def offsets(self, text: str) -> list[int]:
        """Return where the needles begin."""
        found = []
        for end, length in self._words.iter(text):
            start = end - length + 1
            if (start == 0 or text[start] == "." or text[start - 1] not in _WORD) and (end + 1 == len(text) or text[end + 1] not in _WORD):
                found.append(start)
        return found


class Opening:
    """The first look: subjects as whole words; families that open a string literal; and defs, classes and imports that name a model."""

    def __init__(self, subjects: Iterable[str], families: Iterable[str], names_model: Callable[[str], bool]) -> None:
        """Take the attributes that carry names, the lower-case openings of names, and what judges a line."""
        self._subjects = Words(subjects)
        self._families = _automaton(families)
        self._names_model = names_model

    def lines(self, data: bytes) -> Hits:
        """Return the physical lines (from 1, sorted) to read units of, and those of which only the header or import is needed."""
        text = data.decode("latin-1")
        ends = _line_ends(text)
        offsets = self._subjects.offsets(text)
        others: dict[int, None] = {}
        for end, length in self._families.iter(data.lower().decode("latin-1")):
            start = end - length + 1
            if _opens_literal(text, start):
                offsets.append(start)
            else:
                others[bisect_right(ends, start)] = None
        brief = tuple(number + 1 for number in sorted(others) if self._is_brief(text, ends, number))
        return _lines_of(ends, offsets), brief

    def _is_brief(self, text: str, ends: list[int], number: int) -> bool:
        line = text[ends[number - 1] if number else 0 : ends[number] if number < len(ends) else len(text)].strip()
        return line.startswith(_BRIEF) and self._names_model(line)


def _opens_literal(text: str, start: int) -> bool:
    """Whether only an owner (`google/`) or signs (`^`, `*/`) stand between a quote and *start*."""
    at = start - 1
    if at >= 0 and text[at] == "/":
        at -= 1
        while at >= 0 and start - at < _LONGEST_OWNER and (text[at] in _WORD or text[at] in "-."):
            at -= 1
    while at >= 0 and start - at < _LONGEST_OWNER and text[at] in _SIGNS:
        at -= 1
    return at >= 0 and text[at] in _QUOTES


def _lines_of(ends: list[int], offsets: list[int]) -> tuple[int, ...]:
    return tuple(sorted({bisect_right(ends, offset) + 1 for offset in offsets}))


def _line_ends(text: str) -> list[int]:
    r"""Return the offsets just behind each line end: \n, \r\n and \r, as Python counts lines."""
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    ends: list[int] = []
    at = text.find("\n")
    while at >= 0:
        ends.append(at + 1)
        at = text.find("\n", at + 1)
    return ends
