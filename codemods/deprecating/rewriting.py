"""One file in: the edits by which its hooks read the new field, and the places where they may still read the old one."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...registry.dialects.dialect import Dialect
from ..editing.document import Document, Edit
from ..editing.places import Function, Places, places_of
from .consumers import consumers
from .field import Left, Renamed

_ASKING = frozenset({"getattr", "hasattr"})


@dataclass(slots=True, kw_only=True)
class Readers:
    """The hooks of one file, and functions of it that they hand the context to."""

    document: Document
    renamed: Renamed
    edits: list[Edit] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    _seen: set[tuple[int, str]] = field(default_factory=set)
    _places: Places = field(init=False)
    _functions: dict[str, Function] = field(init=False)
    _hooks: dict[Function, str] = field(init=False)  # each with the name that it has for the context

    def look(self, dialect: Dialect) -> None:
        """Look at all hooks of the file."""
        self._places = places_of(self.document)
        self._functions = {node.name: node for node in self.document.tree.body if isinstance(node, Function)}
        hooks = tuple(consumers(self.document.tree, dialect, self.renamed.parameter))
        self._hooks = dict(hooks)
        for function, name in hooks:
            self._function(function, name)

    def _function(self, function: Function, name: str) -> None:
        if (id(function), name) in self._seen:
            return
        self._seen.add((id(function), name))
        for node in _of(function, name):
            self._use(node, function.name, name)

    def _use(self, node: ast.Name, scope: str, name: str) -> None:
        parent = self._places.parents[node]
        match parent:
            case ast.Attribute(attr=self.renamed.old, ctx=ast.Load()):
                end = self.document.end(parent)
                self.edits.append(Edit(start=end - len(parent.attr), end=end, text=self.renamed.new))
            case ast.Attribute(attr=self.renamed.old):
                self._leave(node, scope, f"{name}.{self.renamed.old} is set or deleted here")
            case ast.Attribute(attr=attr) if attr not in {"__dict__", "__getattribute__", "_replace"}:
                pass
            case ast.Call(func=ast.Name(id=asking), args=[ast.Name(), ast.Constant(value=str(text)) as said, *_]) if asking in _ASKING:
                if text == self.renamed.old:
                    self._text(said, scope, name)
            case ast.Call(func=ast.Name(id=called)) if node in parent.args and called in self._functions:
                self._handed(parent, self._functions[called], node, scope)
            case _:
                statement = self._places.statement(node)
                self._leave(node, scope, f"{name} is handed on whole: {ast.unparse(statement).splitlines()[0]}")

    def _text(self, said: ast.Constant, scope: str, name: str) -> None:
        """Put the new name into a text that is asked for."""
        source = self.document.source(said)
        if source[1:-1] != self.renamed.old:
            self._leave(said, scope, f"{name} is asked for {source}")
            return
        start = self.document.start(said)
        self.edits.append(Edit(start=start + 1, end=start + 1 + len(self.renamed.old), text=self.renamed.new))

    def _handed(self, call: ast.Call, function: Function, node: ast.Name, scope: str) -> None:
        """Follow the context into a function that is of this file alone, and is called by its hooks alone."""
        arguments = [*function.args.posonlyargs, *function.args.args]
        at = call.args.index(node)
        if any(isinstance(one, ast.Starred) for one in call.args[: at + 1]) or at >= len(arguments):
            self._leave(node, scope, f"{function.name} is handed it, no parameter tells how")
        elif not function.name.startswith("_") or not all(self._is_of_hook(use, at) for use in self._uses(function.name)):
            self._leave(node, scope, f"{function.name} is handed it, which others may call as well")
        else:
            self._function(function, arguments[at].arg)

    def _uses(self, name: str) -> Iterator[ast.Name]:
        return (node for node in ast.walk(self.document.tree) if isinstance(node, ast.Name) and node.id == name)

    def _is_of_hook(self, use: ast.Name, at: int) -> bool:
        """Whether a use of a function is a call, by a hook, with its context at that place."""
        call, around = self._places.parents[use], self._places.function(use)
        if not isinstance(call, ast.Call) or call.func is not use or around is None or at >= len(call.args):
            return False
        given = call.args[at]
        return isinstance(given, ast.Name) and self._hooks.get(around) == given.id

    def _leave(self, node: ast.expr, scope: str, why: str) -> None:
        self.left.append(Left(path=self.document.path, line=node.lineno, scope=scope, why=why))


def _of(function: Function, name: str) -> Iterator[ast.Name]:
    """Yield the uses of a parameter, those in functions inside as well, where these have none of that name."""
    pending: list[ast.AST] = [*function.body]
    while pending:
        node = pending.pop(0)
        if isinstance(node, ast.Name) and node.id == name:
            yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            names = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
            if name in names:
                continue
        pending[:0] = ast.iter_child_nodes(node)
