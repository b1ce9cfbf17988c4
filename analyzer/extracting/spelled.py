"""What a place in a source is by its letters, nothing parsed: code or prose, which statement it is of, and which classes lie around it."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from .screening import automaton, opens_literal

_BESIDE = re.compile(r"[ \t]+([A-Za-z_]\w*)|\.(?![A-Za-z_])|`")
_BEFORE = re.compile(r"([A-Za-z_]\w*)[ \t]+\Z")
_OPERATORS = frozenset({"in", "is", "not", "and", "or", "if", "else", "for", "async", "as", "import", "from"})
_LEADING = _OPERATORS | frozenset(
    {"return", "lambda", "def", "class", "del", "global", "nonlocal", "assert", "raise", "yield", "await", "with", "while", "elif"}
    | {"except", "case", "match", "type", "print"}
)
_MARKS = re.compile(r"""\\.|"{3}|'{3}|["'#]""")
_ASSIGNED = re.compile(r"[ \t]*(?::[^=\n]+)?=(?!=)")
_CLASS = re.compile(r"^([ \t]*)class[ \t]+(\w+)", re.MULTILINE)
_QUOTES = ('"', "'")
_EXAMPLE = (">>>", "...")
_LONGEST_WORD = 40
_LONGEST_LINE = 500  # characters before a word
_LONGEST = 20_000  # characters of a statement that are looked at


def line_start(text: str, at: int) -> int:
    """Return where the line of a place begins; of a very long one, a place not too far before."""
    return max(text.rfind("\n", max(0, at - _LONGEST), at) + 1, at - _LONGEST, 0)


def line_end(text: str, at: int) -> int:
    """Return where the line of a place ends; of a very long one, a place not too far behind."""
    end = text.find("\n", at, at + _LONGEST)
    return min(len(text), at + _LONGEST) if end < 0 else end


def is_class_name(word: str) -> bool:
    """Whether a word is spelled as classes are, not as constants."""
    return word[:1].isupper() and not word.isupper()


def is_comment(text: str, at: int) -> bool:
    """Whether a line that is nothing but a comment holds a place."""
    return text[line_start(text, at) : at].lstrip().startswith("#")


def is_code(text: str, start: int, end: int) -> bool:
    """Whether a word can be an identifier, or a string of its own: in prose words stand beside it that are no operators, or its full stop."""
    beside = _BESIDE.match(text, end)
    if beside is not None and beside.group(1) not in _OPERATORS:
        return False
    before = _BEFORE.search(text, max(0, start - _LONGEST_WORD), start)
    return (before is None or before.group(1) in _LEADING) and not _is_quoted(text, start, end)


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Whether a word is of a comment or an example, or a part of a string that begins on its line; of very long lines that is not asked."""
    first = line_start(text, start)
    if start - first > _LONGEST_LINE:
        return False
    before = text[first:start]
    if before.lstrip().startswith(_EXAMPLE):
        return True
    if before[-1:] in _QUOTES and text[end : end + 1] == before[-1]:
        return False
    opened = ""
    for mark in _MARKS.findall(before):
        if opened:
            opened = "" if mark == opened else opened
        elif mark == "#":
            return True
        elif mark[0] in _QUOTES:
            opened = mark
    return opened != ""


def is_set_inside(text: str, start: int, end: int) -> bool:
    """Whether a word is a member of a class, or a name inside a function, that is set."""
    before = text[line_start(text, start) : start]
    return before != "" and before.isspace() and _ASSIGNED.match(text, end) is not None


def statement_end(text: str, at: int) -> int:
    """Return where the line of a place ends, or, if brackets are open there, the first one behind it that is not indented more."""
    end = line_end(text, at)
    if not text[at:end].partition("#")[0].rstrip().endswith(("(", "[", "{", ",")):
        return end
    inside, start = _indent(text, at), at
    while end < len(text) and end - start < _LONGEST:
        first, end = end + 1, line_end(text, end + 1)
        if text[first:end].strip() and _indent(text, first) <= inside:
            break
    return end


def _indent(text: str, at: int) -> int:
    line = text[line_start(text, at) : line_end(text, at)].expandtabs()
    return len(line) - len(line.lstrip(" "))


class Families:
    """Finds names of models that open a string literal, in code."""

    def __init__(self, families: Iterable[str]) -> None:
        """Take how names begin, in lower case."""
        self._families = automaton(families)

    def first(self, text: str, start: int, end: int) -> tuple[int, ...]:
        """Return where the first name between two places begins, if there is one."""
        for last, length in self._families.iter(text[start:end].lower()):
            at = start + last - length + 1
            if opens_literal(text, at) and not is_comment(text, at):
                return (at,)
        return ()


class Classes:
    """The classes of a text."""

    def __init__(self, text: str) -> None:
        """Take the text; nothing is looked for yet."""
        self._text = text

    @cached_property
    def _found(self) -> list[tuple[int, int, str]]:
        """Where each begins, how far it is indented, and its name."""
        return [(match.start(), len(match.group(1).expandtabs()), match.group(2)) for match in _CLASS.finditer(self._text)]

    def around(self, at: int) -> Iterator[tuple[int, str]]:
        """Yield where each class around a place begins, and its name, the innermost first."""
        inside = _indent(self._text, at)
        for number in range(bisect_right(self._found, at, key=lambda one: one[0]) - 1, -1, -1):
            start, indent, name = self._found[number]
            if indent < inside:
                inside = indent
                yield start, name

    def headers(self, found: Iterable[int], is_read: Callable[[str], bool]) -> Iterator[int]:
        """Yield where the classes around some places begin whose lines are to be read."""
        for start in {start for at in found for start, _ in self.around(at)}:
            if is_read(self._text[start : line_end(self._text, start)].strip()):
                yield start
