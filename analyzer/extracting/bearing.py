"""In which lines of a model's own file something stands that may bear on shared code, before anything is parsed.

Nearly every line of such a file names its model. What shared code can see of that is where names are asked for, kept under a name of
their own, handed back, handed on or registered; not where they are only spelled: in prose, in messages, as the name of a class, or as
the one name that a configuration has. All that is found here is a part of what `Opening` finds in the same file.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from .screening import WORD, Hits, Words, automaton, lines_of
from .spelled import Classes, Families, is_code, is_set_inside, line_start, statement_end

_QUOTES = "\"'"
_OPENERS = ("", "(", "[", "{", "((")
_ASKED = (
    *(f"{sign}{opener}{quote}" for sign in ("==", "== ", "!=", "!= ") for opener in _OPENERS for quote in _QUOTES),
    *(f"{quote}{sign}" for quote in _QUOTES for sign in (" in ", " not in ", " ==", " !=", "==", "!=")),
    *(f"{word} {opener}" for word in ("in", "case", "return") for opener in (*_QUOTES, *"([{")),
    *(f", {opener}{quote}" for opener in "([{" for quote in _QUOTES),
    *(
        "with(",
        "re.",
        "match(",
        "search(",
        "disjoint(",
        "subset(",
        "superset(",
        "intersection(",
        "difference(",
        "& {",
        "} &",
        "}[",
        "}.get(",
    ),
    "register",
)
"""What stands where a name is asked for, handed back, handed on or registered."""

_KEPT = r"^[ \t]*(?:[\w.]*\b_?[A-Z][A-Z0-9_]*(?:\[[^\]\n]*\])?|(?:{keys}))[ \t]*(?::[^=\n]*)?[|+]?=(?!=)"
"""An assignment to a constant or into a table, or to a member under which a registry finds names."""

_GIVEN = re.compile(r"""[ \t]*(?::[^=\n]+)?=[ \t]*(["'])[^"'\n]*\1[ \t]*(?:[#,)\r\n]|$)""")
_FORMATTED = re.compile(r"""\b[rR]?[fF][rR]?["']""")
_SHOWN = re.compile(r"[\w.]*(?:![rsa])?\}")
_OWN = re.compile(r"\b(?:self|cls)\.([A-Za-z_]\w*)")
_IMPORT = re.compile(r"^[ \t]*(?:from|import)\b[^\n(]*(?:\([^)]*\))?", re.MULTILINE)
_HOLDER = re.compile(r"\b([A-Z]\w*)\.\Z")
_WORDS = re.compile(r"\w+")
_LONGEST_WORD = 80


class Uses(Words):
    """Identifiers, as whole words, where code may use them: not in prose, nor where a class or a function sets its own."""

    def offsets(self, text: str) -> list[int]:
        """Return where the needles begin."""
        return [start for start, end in self.spans(text) if is_code(text, start, end) and not is_set_inside(text, start, end)]


class Bearing:
    """The first look at a model's own file."""

    def __init__(self, subjects: Iterable[str], keys: Iterable[str], families: Iterable[str], is_read: Callable[[str], bool]) -> None:
        """Take subjects, the members of classes under which registries find names, how names begin, and what judges a class's line."""
        self._subjects = frozenset(subjects)
        self._words, self._asked = Words(self._subjects), automaton(_ASKED)
        self._kept = re.compile(_KEPT.format(keys="|".join(map(re.escape, sorted(keys))) or r"\b\B"), re.MULTILINE)
        self._families, self._is_read = Families(families), is_read

    def lines(self, data: bytes) -> Hits:
        """Return the physical lines (from 1, sorted) to read units of, and those of the classes around them."""
        text = data.decode("latin-1")
        found = [start for start, end in self._words.spans(text) if _is_asked(text, start, end)]
        done = 0
        for start, end in sorted(self._statements(text)):
            if end > done:
                found += self._families.first(text, max(start, done), end)
                done = end
        if not found:
            return (), ()
        found += self._members(text, found)
        return lines_of(text, found), lines_of(text, Classes(text).headers(found, self._is_read))

    def _statements(self, text: str) -> Iterator[tuple[int, int]]:
        for last, length in self._asked.iter(text):
            start = last - length + 1
            if text[start] not in WORD or text[start - 1 : start] not in WORD or text[last] == "(":
                yield line_start(text, start), statement_end(text, start)
        for match in self._kept.finditer(text):
            yield match.start(), statement_end(text, match.end())

    def _members(self, text: str, found: list[int]) -> Iterator[int]:
        """Yield where classes set the members that are asked for where something was found: to names, or under that of a subject."""
        read = {name for at in found for name in _OWN.findall(text, line_start(text, at), statement_end(text, at))}
        for start, end in Words(read).spans(text) if read else ():
            if is_set_inside(text, start, end):
                if text[start:end] in self._subjects:
                    yield start
                yield from self._families.first(text, end, statement_end(text, end))


class Members:
    """Where any class sets some members to names, or where *classes* that are asked for by name set them to anything."""

    def __init__(self, members: Iterable[str], classes: Iterable[str], families: Iterable[str], is_read: Callable[[str], bool]) -> None:
        """Take the members, at least one, and the names of the classes, how names begin, and what judges lines of classes and imports."""
        self._members, self._classes = Words(members), frozenset(classes)
        self._holders = Words(self._classes) if self._classes else None
        self._families, self._is_read = Families(families), is_read

    def lines(self, data: bytes) -> Hits:
        """Return the lines to read units of, and those of the classes around them, and of the imports of *classes*."""
        text = data.decode("latin-1")
        classes = Classes(text)
        found = list(self._set_in_classes(text, classes) if self._classes else self._set_to_names(text))
        imports = self._imports(text) if self._holders is not None and self._holders.offsets(text) else ()
        return lines_of(text, found), lines_of(text, (*classes.headers(found, self._is_read), *imports))

    def _set(self, text: str) -> Iterator[tuple[int, int]]:
        return ((start, end) for start, end in self._members.spans(text) if is_set_inside(text, start, end))

    def _set_in_classes(self, text: str, classes: Classes) -> Iterator[int]:
        return (start for start, _ in self._set(text) if any(name in self._classes for _, name in classes.around(start)))

    def _set_to_names(self, text: str) -> Iterator[int]:
        return (at for _, end in self._set(text) for at in self._families.first(text, end, statement_end(text, end)))

    def _imports(self, text: str) -> Iterator[int]:
        for match in _IMPORT.finditer(text):
            if not self._classes.isdisjoint(_WORDS.findall(match.group())) and self._is_read(match.group().partition("\n")[0].strip()):
                yield match.start()


def holders(data: bytes, subjects: Iterable[str]) -> frozenset[str]:
    """Return the classes of which a file asks for a member that is called as a subject is: `JambaConfig.model_type`."""
    text = data.decode("latin-1")
    before = (text[max(0, start - _LONGEST_WORD) : start] for start, _ in Words(subjects).spans(text))
    return frozenset(found.group(1) for words in before if (found := _HOLDER.search(words)))


def _is_asked(text: str, start: int, end: int) -> bool:
    """Whether a subject may be asked: it is not only shown (`f"{self.__class__.__name__}"`), nor given (`model_type = "jamba"`)."""
    if not is_code(text, start, end):
        return False
    if _SHOWN.match(text, end) and _FORMATTED.search(text, line_start(text, start), start):
        return False
    return text[start - 1 : start] == "." or _GIVEN.match(text, end) is None
