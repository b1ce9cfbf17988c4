"""What still stands in a tree: functions and classes by their names, and names of models anywhere in its files."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath
from typing import Protocol

from ..inventory import Inventory, Zone
from ..reading.decode import Undecodable, decode
from ..reading.source import Source, SourceFile

MODULE = "<module>"


class Standing(Protocol):
    """The newer side, as far as the fate of a branch that is gone depends on it."""

    def scope(self, path: str, scope: str) -> bool:
        """Whether the file is there and still has the function or class of this qualified name."""

    def left_out(self, path: str, scope: str) -> bool:
        """Whether that function lies now, in a file of the same name, where nobody looks: in an ignored zone."""

    def alive(self, names: frozenset[str]) -> frozenset[str]:
        """Those of *names* that still stand somewhere: in a site, a registration, a path, or as a whole string in a file."""


class Tree:
    """Reads a tree only where it is asked, since most comparisons never ask; remembers what it has read."""

    def __init__(self, inventory: Inventory, source: Source, wanted: Callable[[str], bool]) -> None:
        """Take the newer side, and which of its files are of the target."""
        self._source, self._wanted = source, wanted
        self._said = _said(inventory)
        self._scopes: dict[str, frozenset[str]] = {}
        self._texts: dict[str, bool] = {}

    def scope(self, path: str, scope: str) -> bool:
        """Whether the function or class of this qualified name is in the file."""
        known = self._scopes.get(path)
        if known is None:
            data = self._source.one(path)
            known = self._scopes[path] = frozenset() if data is None else frozenset(_qualified(data))
        return scope in known

    def left_out(self, path: str, scope: str) -> bool:
        """Whether that function lies now, in a file of the same name, where nobody looks."""
        name = PurePosixPath(path).name
        others = (one for one in self._source.paths() if PurePosixPath(one).name == name and not self._wanted(one))
        return not self.scope(path, MODULE) and any(self.scope(one, scope) for one in others)

    def alive(self, names: frozenset[str]) -> frozenset[str]:
        """Those of *names* that still stand somewhere."""
        asked = names - self._said - self._texts.keys()
        if asked:
            parts = {part for path in self._source.paths() if self._wanted(path) for part in PurePosixPath(path).with_suffix("").parts}
            found = (asked & parts) | self._spelled(asked - parts)
            self._texts |= {name: name in found for name in asked}
        return frozenset(name for name in names if name in self._said or self._texts[name])

    def _spelled(self, names: frozenset[str]) -> frozenset[str]:
        """Return those that a file of the target spells as a whole string."""
        if not names:
            return frozenset()
        import ahocorasick  # noqa: PLC0415  most comparisons never ask

        automaton = ahocorasick.Automaton()
        for name in names:
            spelled = name.encode("utf-8", "surrogatepass").decode("latin-1")
            for quote in "\"'":
                automaton.add_word(f"{quote}{spelled}{quote}", name)
        automaton.make_automaton()
        found: set[str] = set()
        for file in self._source.read(self._wanted):
            if isinstance(file, SourceFile):
                found |= {name for _, name in automaton.iter(file.data.decode("latin-1"))}
                if found == names:
                    break
        return frozenset(found)


class Nothing:
    """A newer side of which only the inventory is known: nothing else stands."""

    def __init__(self, inventory: Inventory) -> None:
        """Take what was found."""
        self._said = _said(inventory)
        self._scopes = {(site.path, site.scope) for site in inventory.sites}
        self._aside = {(site.path, site.scope) for site in inventory.sites if site.zone is Zone.IGNORED}

    def scope(self, path: str, scope: str) -> bool:
        """Whether a site lies in that scope."""
        return (path, scope) in self._scopes

    def left_out(self, path: str, scope: str) -> bool:
        """Whether a site lies there in another zone; a file that was not looked at has none."""
        return (path, scope) in self._aside

    def alive(self, names: frozenset[str]) -> frozenset[str]:
        """Those of *names* that a site or a registration holds."""
        return names & self._said


def _said(inventory: Inventory) -> frozenset[str]:
    return frozenset({name for site in inventory.sites for name in site.names} | {one.key for one in inventory.registrations})


def _qualified(data: bytes) -> Iterator[str]:
    """Yield the qualified names of all functions and classes; where the file is no Python, the last names of what looks like one."""
    yield MODULE
    try:
        yield from _inside(ast.parse(decode(data)).body, "")
    except (Undecodable, SyntaxError, ValueError, RecursionError, MemoryError):
        yield from re.findall(r"^\s*(?:async\s+def|def|class)\s+(\w+)", data.decode("latin-1"), re.MULTILINE)


def _inside(body: Iterable[ast.AST], outer: str) -> Iterator[str]:
    for node in body:
        name = outer
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{outer}.{node.name}" if outer else node.name
            yield name
        if not isinstance(node, ast.expr):
            yield from _inside(ast.iter_child_nodes(node), name)
