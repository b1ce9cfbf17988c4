"""By what a function asks a registry, and for which keys it gets an answer: read off the registrations of its tree, nothing is run."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..analyzer.inventory import Registration
from .tree import Function, Module, Tree, parsed

Words = frozenset[str]
_RUNNING = frozenset({"call", "item-store"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One place in a function where a registry is asked, and the keys that have an answer there."""

    name: str
    line: int  # in the function
    keys: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Statement:
    first: int
    last: int
    is_definition: bool
    binds: Words
    words: Words  # identifiers
    texts: Words  # strings


class Dispatch:
    """The registry of a tree, as far as functions ask it."""

    def __init__(self, tree: Tree) -> None:
        """Read the registrations of a tree; what a descriptor says is looked up when it is first needed."""
        self._tree = tree
        self._registrations = tree.program.found.registrations
        self.keys = frozenset(one.key for one in self._registrations)
        self._paths = {module.path: module for module in tree.modules.values()}
        self._said: dict[tuple[str, int, str], tuple[Words, Words]] = {}

    def points(self, function: Function, subjects: Words, names: Words, known: Words) -> tuple[Point, ...]:
        """Return where a function asks for what an expression called as one of *subjects* carries; *names* are no points.

        A point is known by a text; where there is none, by an identifier that is not *known* from before.
        """
        module = self._tree.modules[function.module]
        found: dict[str, Point] = {}
        for line, words, texts in _asking(module, function, subjects):
            for name, keys in self._answering(texts - names - self.keys, words - known):
                found.setdefault(name, Point(name=name, line=line, keys=keys))
        return tuple(sorted(found.values(), key=lambda point: point.line))

    def _answering(self, texts: Words, words: Words) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield what is asked, with the keys whose descriptors say it: by its text, or where no text is, by an identifier."""
        by_text = [(text, keys) for text in sorted(texts) if (keys := self._keys(text, 1))]
        yield from by_text or [(word, keys) for word in sorted(words) if (keys := self._keys(word, 0))]

    def _keys(self, name: str, among: int) -> frozenset[str]:
        return frozenset(one.key for one in self._registrations if name in self._says(one)[among])

    def _says(self, one: Registration) -> tuple[Words, Words]:
        key = one.path, one.line, one.owner
        if key not in self._said:
            found = [*self._statements_at(one), *self._statements_of(one.owner)]
            words = frozenset(word for statement in found for word in statement.words)
            self._said[key] = words, frozenset(text for statement in found for text in statement.texts)
        return self._said[key]

    def _statements_at(self, one: Registration) -> Iterable[_Statement]:
        """Return what a registration stands in; not a function or class that puts in other keys than its own as it runs."""
        module = self._paths.get(one.path)
        statements = () if module is None else _statements(module)
        around = [held for held in statements if held.first <= one.line <= held.last]
        return _closed([held for held in around if not (held.is_definition and one.form in _RUNNING)], statements)

    def _statements_of(self, owner: str) -> Iterable[_Statement]:
        """Return what belongs to an owner: a class or function with what it leads to, or a whole module."""
        module, _, name = owner.rpartition(".")
        if owner in self._tree.modules:
            return _statements(self._tree.modules[owner])
        if module not in self._tree.modules:
            return ()
        statements = _statements(self._tree.modules[module])
        return _closed([one for one in statements if name in one.binds], statements)


def _closed(first: list[_Statement], among: Iterable[_Statement]) -> Iterable[_Statement]:
    """Return statements of a module and those that they lead to by name."""
    binding: dict[str, _Statement] = {name: one for one in among for name in one.binds}
    found = {id(one): one for one in first}
    queue = list(first)
    while queue:
        for word in queue.pop().words:
            one = binding.get(word)
            if one is not None and id(one) not in found:
                found[id(one)] = one
                queue.append(one)
    return found.values()


@lru_cache(maxsize=4096)
def _statements(module: Module) -> tuple[_Statement, ...]:
    """Return the statements of a module but its imports."""
    return tuple(_statement(node) for node in parsed(module).body if not isinstance(node, ast.Import | ast.ImportFrom))


def _statement(node: ast.stmt) -> _Statement:
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    words, texts = _words(node)
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            binds = frozenset({name})
        case _:
            binds = frozenset(one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
    is_definition = isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    return _Statement(first=first, last=node.end_lineno or first, is_definition=is_definition, binds=binds, words=words, texts=texts)


def _words(node: ast.AST) -> tuple[Words, Words]:
    """Return the identifiers and the strings of a piece of code."""
    words, texts = set[str](), set[str]()
    for one in ast.walk(node):
        match one:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.keyword(arg=str(word)):
                words.add(word)
            case ast.FunctionDef(name=word) | ast.AsyncFunctionDef(name=word) | ast.ClassDef(name=word):
                words.add(word)
            case ast.Constant(value=str(text)):
                texts.add(text)
            case _:
                pass
    return frozenset(words), frozenset(texts)


def _asking(module: Module, function: Function, subjects: Words) -> Iterator[tuple[int, Words, Words]]:
    """Yield the outermost calls of a function in which a subject stands: line, identifiers before the brackets, strings."""
    node = definitions(module).get(function.name)
    queue: list[ast.AST] = [] if node is None else [node]
    while queue:
        one = queue.pop()
        if isinstance(one, ast.Call) and not subjects.isdisjoint(_last_names(one)):
            yield one.lineno, _words(one.func)[0] - subjects, _words(one)[1]
        else:
            queue += ast.iter_child_nodes(one)


def _last_names(call: ast.Call) -> Words:
    """Return what the arguments of a call, and of calls in what is called, end in."""
    found = set[str]()
    for one in (*call.args, *(keyword.value for keyword in call.keywords)):
        match one:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                found.add(name)
            case _:
                pass
    inner = (one for one in ast.walk(call.func) if isinstance(one, ast.Call))
    return frozenset(found.union(*map(_last_names, inner)))


def words_of(module: Module, function: Function) -> Words:
    """Return the identifiers of a function."""
    node = definitions(module).get(function.name)
    return frozenset() if node is None else _words(node)[0]


@lru_cache(maxsize=512)
def definitions(module: Module) -> Mapping[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return the functions of a module and the methods of its classes as they are written, by name."""
    found: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}
    queue: list[tuple[str, list[ast.stmt]]] = [("", parsed(module).body)]
    while queue:
        prefix, body = queue.pop()
        for node in body:
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    found.setdefault(prefix + name, node)
                case ast.ClassDef(name=name, body=inner):
                    queue.append((f"{prefix}{name}.", inner))
                case ast.If(body=inner, orelse=other) | ast.Try(body=inner, orelse=other):
                    queue.append((prefix, [*inner, *other]))
                case _:
                    pass
    return found
