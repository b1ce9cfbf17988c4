"""Constants that hold names: which of them a model has to leave together, and whether all their uses can do without it."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ...analyzer.analysis import Program
from ...analyzer.inventory import Zone
from ...analyzer.linking.members import Shape
from ..editing.displays import Display
from ..editing.places import Places
from .branch import Branch, Documents, Leaf


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Constant:
    """A constant collection of names, and the statement that defines it."""

    dotted: str
    name: str  # by which it is spelled
    names: tuple[str, ...]
    places: Places
    statement: ast.stmt
    subsystem: str
    is_frozen: bool  # or written by a program

    @property
    def path(self) -> str:
        """The file that defines it."""
        return self.places.document.path


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """What it takes for some names to leave a constant, and those that are made of each other."""

    moved: frozenset[str]
    needed: bool  # others are made of them that hold none of the names
    constants: tuple[Constant, ...]
    uses: tuple[tuple[Branch, Leaf], ...]
    items: tuple[tuple[Constant, Display, tuple[ast.expr, ...]], ...]
    fault: str | None  # why it cannot be: where something else is done with one of them


def constants_of(program: Program, documents: Documents) -> Mapping[str, Constant]:
    """Return the constant collections of a program by dotted name; those that are defined in several steps are left out."""
    found: dict[str, Constant] = {}
    several: set[str] = set()
    for one in program.linked.collections:
        if one.shape is not Shape.SEQUENCE:
            continue
        places = documents.places(one.unit.path)
        line = one.unit.first + one.definition.span[0]
        statement = _statement(places, line, one.definition.name.rpartition(".")[2])
        if statement is None or one.dotted in found:
            several.add(one.dotted)
        else:
            found[one.dotted] = Constant(
                dotted=one.dotted,
                name=one.dotted.rpartition(".")[2],
                names=one.names,
                places=places,
                statement=statement,
                subsystem=one.unit.subsystem,
                is_frozen=one.unit.zone is Zone.FROZEN or places.document.is_generated,
            )
    return {dotted: one for dotted, one in found.items() if dotted not in several}


def _statement(places: Places, line: int, name: str) -> ast.Assign | ast.AnnAssign | None:
    for node in ast.walk(places.document.tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.lineno <= line <= (node.end_lineno or 0):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id == name and node.value is not None:
                return node
    return None


def leaving(
    start: Constant,
    wanted: Callable[[str], bool],
    known: Mapping[str, Constant],
    uses: Mapping[str, list[tuple[Branch, Leaf]]],
    documents: Documents,
) -> Leaving:
    """Return what it takes for the names that are *wanted* to leave *start*, and the constants that are made of it or that it is made of."""
    moved = frozenset[str]()
    held: tuple[Constant, ...] = (start,)
    while (more := frozenset(name for one in held for name in one.names if wanted(name))) != moved:
        moved, held = more, _closure(start, more, known)
    tests = tuple(use for one in held for use in uses.get(one.dotted, ()))
    items = tuple((one, *found) for one in held for found in _items(one, moved))
    beside = tuple(one for one in known.values() if one not in held and any(_mentions(one, other.name) for other in held))
    frozen = next((f"{one.name} lies in {one.path}, which is not edited" for one in held if one.is_frozen), None)
    fault = frozen or next(_others((*held, *beside), {one.name for one in held}, tests, documents), None)
    return Leaving(needed=bool(beside), moved=moved, constants=held, uses=tests, items=items, fault=fault)


def _closure(start: Constant, moved: frozenset[str], known: Mapping[str, Constant]) -> tuple[Constant, ...]:
    """Return the constants that are made of one another and hold one of *moved*."""
    held = {start.dotted: start}
    queue = [start]
    while queue:
        one = queue.pop()
        for other in known.values():
            if (
                other.dotted not in held
                and not moved.isdisjoint(other.names)
                and (_mentions(one, other.name) or _mentions(other, one.name))
            ):
                held[other.dotted] = other
                queue.append(other)
    return tuple(held.values())


def _mentions(one: Constant, name: str) -> bool:
    value = getattr(one.statement, "value", None)
    return isinstance(value, ast.expr) and any(
        (isinstance(node, ast.Name) and node.id == name) or (isinstance(node, ast.Attribute) and node.attr == name)
        for node in ast.walk(value)
    )


def _items(one: Constant, moved: frozenset[str]) -> Iterator[tuple[Display, tuple[ast.expr, ...]]]:
    """Yield the displays in a definition that spell names which leave, where they are put in and not taken out."""
    taken_out = {
        part
        for node in ast.walk(one.statement)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)
        for part in ast.walk(node.right)
    }
    for node in ast.walk(one.statement):
        if isinstance(node, Display) and node not in taken_out:
            gone = tuple(item for item in node.elts if isinstance(item, ast.Constant) and item.value in moved)
            if gone:
                yield node, gone


def _others(held: Iterable[Constant], names: Iterable[str], tests: Iterable[tuple[Branch, Leaf]], documents: Documents) -> Iterator[str]:
    """Yield each place where something else is done with one of the constants than asking whether it holds a name."""
    constants = tuple(held)
    known: dict[str, list[tuple[int, int]]] = {}
    for one in constants:
        document = one.places.document
        known.setdefault(one.path, []).append((document.start(one.statement), document.end(one.statement)))
    for branch, leaf in tests:
        document = branch.document
        known.setdefault(document.path, []).append((document.start(leaf.node), document.end(leaf.node)))
    yield from elsewhere(names, known, documents)


def elsewhere(names: Iterable[str], known: Mapping[str, list[tuple[int, int]]], documents: Documents) -> Iterator[str]:
    """Yield each place, imports and *known* ranges left aside, where one of *names* stands."""
    for name in sorted(names):
        word = re.compile(rf"\b{re.escape(name)}\b")
        for path, data in documents.paths.items():
            if name.encode() in data:
                yield from _elsewhere(word, documents.places(path), known.get(path, []))


def _prose(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the texts of several words: they may speak of a name, and do nothing with it."""
    formatted = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) > 1 and id(node) not in formatted:
            yield node


def _elsewhere(word: re.Pattern[str], places: Places, known: list[tuple[int, int]]) -> Iterator[str]:
    document = places.document
    harmless: list[ast.ImportFrom | ast.Constant] = [node for node in ast.walk(document.tree) if isinstance(node, ast.ImportFrom)]
    harmless += _prose(document.tree)
    allowed = [*known, *((document.start(node), document.end(node)) for node in harmless)]
    for found in word.finditer(document.text):
        line = document.text.count("\n", 0, found.start()) + 1
        before = document.text[document.starts[line - 1] : found.start()]
        if not any(first <= found.start() < last for first, last in allowed) and "#" not in before:
            yield f"{found[0]} is used for something else at {document.path}:{line}"
