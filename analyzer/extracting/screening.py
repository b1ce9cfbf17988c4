"""In which lines of a file a needle lies: multi-pattern search over bytes, before anything is parsed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

import ahocorasick

_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_QUOTES = frozenset("\"'")


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

    def lines(self, data: bytes) -> tuple[int, ...]:
        """Return the physical lines (from 1, sorted) in which a needle lies."""
        text = data.decode("latin-1")
        offsets = []
        for end, length in self._words.iter(text):
            start = end - length + 1
            if (start == 0 or text[start] == "." or text[start - 1] not in _WORD) and (end + 1 == len(text) or text[end + 1] not in _WORD):
                offsets.append(start)
        return _lines_of(text, offsets)


class Opening:
    """The first look: subjects as whole words, and names of families that open a string literal."""

    def __init__(self, subjects: Iterable[str], families: Iterable[str]) -> None:
        """Take the attributes that carry names, and the lower-case openings of names."""
        self._subjects = Words(subjects)
        self._families = _automaton(families)

    def lines(self, data: bytes) -> tuple[int, ...]:
        """Return the physical lines (from 1, sorted) in which a needle lies."""
        text = data.lower().decode("latin-1")
        offsets = [end - length + 1 for end, length in self._families.iter(text) if end >= length and text[end - length] in _QUOTES]
        return tuple(sorted({*self._subjects.lines(data), *_lines_of(text, offsets)}))


def _lines_of(text: str, offsets: list[int]) -> tuple[int, ...]:
    if not offsets:
        return ()
    ends = _line_ends(text)
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
