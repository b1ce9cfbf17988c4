"""In which lines of a model's own file something stands that may bear on shared code, before anything is parsed.

Nearly every line of such a file names its model. What shared code can see of that is where names are asked for, kept under a name of
their own, handed back, handed on or registered; not where they are only spelled: in prose, in messages, as the name of a class, or as
the one name that a configuration has. All that is found here is a part of what `Opening` finds in the same file.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from .screening import WORD, Hits, Words, automaton, lines_of
from .spelled import Classes, Families, is_class_name, is_code, is_set_inside, line_end, line_start, statement_end

_QUOTES = "\"'"
_OPENERS = ("", "(", "[", "{", "((", "([")
_OPEN = tuple(f"{opener}{first}" for opener in ("(", "[", "{", "((") for first in (*_QUOTES, "\n", "\r"))
_ASKED = (
    *(f"{sign}{opener}{quote}" for sign in ("==", "== ", "!=", "!= ") for opener in _OPENERS for quote in _QUOTES),
    *(f"{quote}{sign}" for quote in _QUOTES for sign in (" in ", " not in ", " ==", " !=", "==", "!=")),
    *(f"{word} {opened}" for word in ("in", "case", "return") for opened in (*_QUOTES, *_OPEN)),
    *(f", {opener}{quote}" for opener in "([{" for quote in _QUOTES),
    *(f"{call}{opened}" for call in ("with", "match", "disjoint", "subset", "superset", "intersection", "difference") for opened in _OPEN),
    *(
        f"{call}({mark}"
        for call in ("match", "search", "findall", "finditer", "compile", "split", "sub")
        for mark in (*_QUOTES, "r", "f", "\n")
    ),
    *("& {", "} &", "}[", "}.get(", '"] =', "'] =", "register"),
)
"""What stands where a name is asked for, handed back, handed on or registered."""

_ENDINGS = frozenset("wds")  # `startswith`, `isdisjoint`, `issubset` and the like: a word that others end with
_KEPT = r"^[ \t]*(?:_*[A-Z][A-Z0-9_]*(?:\[[^\]\n]*\])?{keys})[ \t]*(?::[^=\n]*)?[|+]?=(?!=)"
"""An assignment to a constant or into a table, or to a member under which a registry finds names."""

_STORED = re.compile(r"\b_*[A-Z][A-Z0-9_]*\[[^\]]*\Z")
_GIVEN = re.compile(r"""[ \t]*(?::[^=\n]+)?=[ \t]*(["'])[^"'\n]*\1[ \t]*(?:[#,)\r\n]|$)""")
_FORMATTED = re.compile(r"""\b[rR]?[fF][rR]?["']""")
_SHOWN = re.compile(r"[\w.]*(?:![rsa])?\}")
_OWN = re.compile(r"\b(?:self|cls)\.([A-Za-z_]\w*)")
_IMPORT = re.compile(r"^[ \t]*(?:from|import)\b[^\n(]*(?:\([^)]*\))?", re.MULTILINE)
_HOLDER = re.compile(r"\b([A-Z]\w*)\.\Z")
_WORDS = re.compile(r"\w+")
_LONGEST_WORD = 80


class Uses(Words):
    """Identifiers, as whole words, where code may use them: neither in prose, nor where a class or a function sets its own.

    Where all that a file does with a class is to import it, to inherit from it and to make some, nothing is asked of it.
    """

    def offsets(self, text: str) -> list[int]:
        """Return where the needles begin."""
        spans = [(start, end) for start, end in self.spans(text) if is_code(text, start, end) and not is_set_inside(text, start, end)]
        imports = [match.span() for match in _IMPORT.finditer(text)] if any(text[start].isupper() for start, _ in spans) else []
        asked = {text[start:end] for start, end in spans if not _is_made(text, start, end, imports)}
        return [start for start, end in spans if text[start:end] in asked]


def _is_made(text: str, start: int, end: int, imports: Sequence[tuple[int, int]]) -> bool:
    """Whether a class is imported, exported, inherited from, called or said to be what a function returns, and not asked for."""
    if not is_class_name(text[start:end]):
        return False
    before = text[line_start(text, start) : start].lstrip()
    return (
        text[end : end + 1] == "("
        or before.startswith(("class ", "__all__"))
        or "->" in before
        or any(first <= start < last for first, last in imports)
    )


class Bearing:
    """The first look at a model's own file."""

    def __init__(self, subjects: Iterable[str], keys: Iterable[str], families: Iterable[str], is_read: Callable[[str], bool]) -> None:
        """Take subjects, the members of classes under which registries find names, how names begin, and what judges a class's line."""
        self._subjects = frozenset(subjects)
        self._words, self._asked = Words(self._subjects), automaton(_ASKED)
        self._kept = re.compile(_KEPT.format(keys="".join(f"|{re.escape(key)}" for key in sorted(keys))), re.MULTILINE)
        self._families, self._is_read = Families(families), is_read

    def lines(self, data: bytes) -> Hits:
        """Return the physical lines (from 1, sorted) to read units of, and those of the classes around them."""
        text = data.decode("latin-1")
        found = [start for start, end in self._words.spans(text) if _is_asked(text, start, end)]
        for start, end in self._statements(text):
            found += self._families.first(text, start, end)
        if not found:
            return (), ()
        found += self._members(text, found)
        return lines_of(text, found), lines_of(text, Classes(text).headers(found, self._is_read))

    def _statements(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the statements to look for names in, or their last lines."""
        done = 0
        for last, length in self._asked.iter(text):
            start = last - length + 1
            whole_word = text[start] not in WORD or text[start - 1 : start] not in WORD or text[start] in _ENDINGS
            if start >= done and whole_word and (text[start + 1] != "]" or _STORED.search(text, line_start(text, start), start)):
                done = statement_end(text, start)
                yield line_start(text, start), done
        for match in self._kept.finditer(text):
            yield match.start(), statement_end(text, match.end())

    def _members(self, text: str, found: list[int]) -> Iterator[int]:
        """Yield where classes set the members that are asked for where something was found: to names, or under that of a subject."""
        read: set[str] = set()
        done = 0
        for at in sorted(found):
            if at >= done:
                done = statement_end(text, at)
                read.update(_OWN.findall(text, line_start(text, at), done))
        for start, end in Words(read).spans(text) if read else ():
            if is_set_inside(text, start, end):
                if text[start:end] in self._subjects:
                    yield start
                yield from self._families.first(text, end, statement_end(text, end))


class Members:
    """Where some classes, asked for by name, set some members to anything."""

    def __init__(self, members: Iterable[str], classes: Iterable[str], is_read: Callable[[str], bool]) -> None:
        """Take the members and the names of the classes, at least one of each, and what judges lines of classes and imports."""
        self._members, self._classes = Words(members), frozenset(classes)
        self._holders, self._is_read = Words(self._classes), is_read

    def lines(self, data: bytes) -> Hits:
        """Return the physical lines (from 1, sorted) to read units of, and those of the classes around them and of imports of the classes."""
        text = data.decode("latin-1")
        if not self._holders.offsets(text):
            return (), ()
        classes = Classes(text)
        places = (start for start, end in self._members.spans(text) if is_set_inside(text, start, end))
        found = [start for start in places if any(name in self._classes for _, name in classes.around(start))]
        imports = (start for start in _imports(text, self._classes) if self._is_read(text[start : line_end(text, start)].strip()))
        return lines_of(text, found), lines_of(text, (*classes.headers(found, self._is_read), *imports))


class Heirs:
    """Where classes set some members to names."""

    def __init__(self, members: Iterable[str], families: Iterable[str]) -> None:
        """Take the members, at least one, and how names begin."""
        self._members, self._families = Words(members), Families(families)

    def lines(self, data: bytes) -> Hits:
        """Return the physical lines (from 1, sorted) to read units of, those of the classes around and of what they inherit from among them."""
        text = data.decode("latin-1")
        places = [(start, end) for start, end in self._members.spans(text) if is_set_inside(text, start, end)]
        found = [at for start, end in places for at in self._families.first(text, end, statement_end(text, end))]
        if not found:
            return (), ()
        headers = {start for at in found for start, _ in Classes(text).around(at)}
        inherited = frozenset(word for start in headers for word in _WORDS.findall(text, start, statement_end(text, start)))
        return lines_of(text, (*found, *headers, *_imports(text, inherited))), ()


def _imports(text: str, names: frozenset[str]) -> Iterator[int]:
    """Yield where the imports of some names begin."""
    return (match.start() for match in _IMPORT.finditer(text) if not names.isdisjoint(_WORDS.findall(match.group())))


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
