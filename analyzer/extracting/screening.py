"""In which lines of a file a needle lies: multi-pattern search over bytes, before anything is parsed."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import ahocorasick

WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_QUOTES = frozenset("\"'")
_SIGNS = frozenset("^(*?:.[\\/")
_LONGEST_OWNER = 40  # letters of a hub id before its `/`
_BRIEF = ("def ", "async def ", "class ", "import ", "from ")
Hits: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


def automaton(words: Iterable[str]) -> Any:
    """Return what finds any of *words* in one pass; what it yields is where one ends, and how long it is."""
    automaton = ahocorasick.Automaton()
    for word in words:
        automaton.add_word(word, len(word))
    automaton.make_automaton()
    return automaton


class Words:
    """Identifiers, as whole words, case counting; one that begins with a dot is an attribute (`.__name__`, not `__name__`)."""

    def __init__(self, words: Iterable[str]) -> None:
        """Take the identifiers; at least one."""
        self._words = automaton(words)

    def lines(self, data: bytes) -> Hits:
        """Return the physical lines (from 1, sorted) in which a needle lies."""
        text = data.decode("latin-1")
        return lines_of(text, self.offsets(text)), ()

    def offsets(self, text: str) -> list[int]:
        """Return where the needles begin."""
        return [start for start, _ in self.spans(text)]

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return where the needles begin, and where they end."""
        found = []
        for end, length in self._words.iter(text):
            start = end - length + 1
            if (start == 0 or text[start] == "." or text[start - 1] not in WORD) and (end + 1 == len(text) or text[end + 1] not in WORD):
                found.append((start, end + 1))
        return found


class Opening:
    """The first look: subjects as whole words; families that open a string literal; and defs, classes and imports that name a model."""

    def __init__(self, subjects: Iterable[str], families: Iterable[str], names_model: Callable[[str], bool]) -> None:
        """Take the attributes that carry names, the lower-case openings of names, and what judges a line."""
        self._subjects = Words(subjects)
        self._families = automaton(families)
        self._names_model = names_model

    def lines(self, data: bytes) -> Hits:
        """Return the physical lines (from 1, sorted) to read units of, and those of which only the header or import is needed."""
        text = data.decode("latin-1")
        ends = line_ends(text)
        offsets = self._subjects.offsets(text)
        others: dict[int, None] = {}
        for end, length in self._families.iter(data.lower().decode("latin-1")):
            start = end - length + 1
            if opens_literal(text, start):
                offsets.append(start)
            else:
                others[bisect_right(ends, start)] = None
        brief = tuple(number + 1 for number in sorted(others) if self._is_brief(text, ends, number))
        return lines_of(text, offsets), brief

    def _is_brief(self, text: str, ends: list[int], number: int) -> bool:
        line = text[ends[number - 1] if number else 0 : ends[number] if number < len(ends) else len(text)].strip()
        return line.startswith(_BRIEF) and self._names_model(line)


def opens_literal(text: str, start: int) -> bool:
    """Whether only an owner (`google/`) or signs (`^`, `*/`) stand between a quote and *start*."""
    at = start - 1
    if at >= 0 and text[at] == "/":
        at -= 1
        while at >= 0 and start - at < _LONGEST_OWNER and (text[at] in WORD or text[at] in "-."):
            at -= 1
    while at >= 0 and start - at < _LONGEST_OWNER and text[at] in _SIGNS:
        at -= 1
    return at >= 0 and text[at] in _QUOTES


def lines_of(text: str, offsets: Iterable[int]) -> tuple[int, ...]:
    """Return the physical lines (from 1, sorted) in which *offsets* lie."""
    found: dict[int, None] = {}
    line, at = 1, 0
    for offset in sorted(offsets):
        if not at and "\r" in text:
            text = _unified(text)
        line += text.count("\n", at, offset)
        at = offset
        found[line] = None
    return tuple(found)


def _unified(text: str) -> str:
    r"""Return a text in which each line end, \n, \r\n and \r as Python counts lines, ends with \n, and everything lies where it lay."""
    return text.replace("\r\n", " \n").replace("\r", "\n")


def line_ends(text: str) -> list[int]:
    """Return the offsets just behind each line end."""
    if "\r" in text:
        text = _unified(text)
    ends: list[int] = []
    at = text.find("\n")
    while at >= 0:
        ends.append(at + 1)
        at = text.find("\n", at + 1)
    return ends
