"""What the names of a module stand for, and which of them a definition needs: when it is made, and when it is called."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ..editing.document import Document
from ..editing.imports import absolute
from ..editing.places import Function
from ..editing.usage import usage_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A name that import statements at the top of the module bind, each as a line that may stand in any other module."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Own:
    """A name that the module itself makes."""

    statements: tuple[ast.stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeOnly:
    """A name that is imported for type checkers alone."""


Origin: TypeAlias = Imported | Own | TypeOnly


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Host:
    """A function, and the names of the module that its body reads when it is called."""

    function: Function
    names: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Needs:
    """The names that a statement reads."""

    eager: frozenset[str]  # while the module is imported
    hosts: tuple[Host, ...]  # later

    @property
    def names(self) -> frozenset[str]:
        """All of them."""
        return self.eager.union(*(host.names for host in self.hosts))


@dataclass(frozen=True, kw_only=True, eq=False)
class Module:
    """A file, by the names at its top."""

    document: Document

    @cached_property
    def bindings(self) -> Mapping[str, tuple[ast.stmt, ...]]:
        """The statements at the top that bind each name."""
        found: defaultdict[str, list[ast.stmt]] = defaultdict(list)
        for node in self.document.tree.body:
            for name in usage_of([node]).binds:
                found[name].append(node)
        return {name: tuple(nodes) for name, nodes in found.items()}

    @cached_property
    def is_lazy(self) -> bool:
        """Whether its annotations are not evaluated."""
        lines = (line for node in self.document.tree.body for line in _lines(node, "annotations", self.document.path))
        return "from __future__ import annotations" in lines

    def origin(self, name: str) -> Origin | None:
        """Return what a name stands for; None where the module binds none of that name: it is a builtin, or nothing."""
        nodes = self.bindings.get(name)
        if nodes is None:
            return None
        if all(isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test) for node in nodes):
            return TypeOnly()
        lines = [line for node in nodes for line in _lines(node, name, self.document.path)]
        return Imported(lines=tuple(lines)) if len(lines) == len(nodes) else Own(statements=nodes)

    def needs(self, statement: ast.stmt, *, lazy: bool | None = None) -> Needs:
        """Return which names of the module *statement*, which stands at its top, reads; *lazy* where annotations are not evaluated."""
        eager, hosts = _parted(statement, lazy=self.is_lazy if lazy is None else lazy)
        mine = self.bindings.keys()
        held = (Host(function=function, names=frozenset(names & mine)) for function, names in hosts)
        return Needs(eager=frozenset(eager & mine), hosts=tuple(host for host in held if host.names))


def _lines(node: ast.stmt, name: str, path: str) -> Iterator[str]:
    match node:
        case ast.Import():
            for alias in node.names:
                if (alias.asname or alias.name.partition(".")[0]) == name:
                    yield f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
        case ast.ImportFrom():
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    yield f"from {absolute(node, path)} import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
        case _:
            pass


# -- when a name is read


def _parted(node: ast.stmt, *, lazy: bool) -> tuple[set[str], list[tuple[Function, set[str]]]]:
    """Return the names that are read when *node* runs, and those that its functions read later."""
    if isinstance(node, Function):
        outside = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        held = _named(outside)
        eager = {name.id for name in held} | (set() if lazy else _annotated(node))
        later = {name.id for name in usage_of([node]).reads if name not in held}
        nested = (_annotated(inner) for inner in ast.walk(node) if isinstance(inner, Function))
        local = {name.id for inner in ast.walk(node) if isinstance(inner, ast.AnnAssign) for name in _named([inner.annotation])}
        return eager, [(node, (later | local | set().union(*nested)) - eager)]
    if not isinstance(node, ast.ClassDef):
        return {name.id for name in usage_of([node]).reads}, []
    found = {name.id for name in _named([*node.decorator_list, *node.bases, *(word.value for word in node.keywords)])}
    hosts: list[tuple[Function, set[str]]] = []
    inside: set[str] = set()
    for member in node.body:
        more, held_later = _parted(member, lazy=lazy)
        inside |= more
        hosts += held_later
    return found | (inside - usage_of(node.body).binds), hosts


def _named(nodes: Iterable[ast.AST]) -> set[ast.Name]:
    return {name for node in nodes for name in ast.walk(node) if isinstance(name, ast.Name)}


def _annotated(node: Function) -> set[str]:
    """Return the names in the annotations of a function's parameters and of what it returns, quoted ones too."""
    notes = [arg.annotation for arg in ast.walk(node.args) if isinstance(arg, ast.arg) and arg.annotation is not None]
    notes += [node.returns] if node.returns is not None else []
    texts = [part.value for note in notes for part in ast.walk(note) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return {name.id for name in _named(notes)} | {word for text in texts for word in text.replace(".", " ").split() if word.isidentifier()}
