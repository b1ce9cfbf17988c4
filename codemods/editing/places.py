"""Where a node stands: its parents, the block of statements that holds it, the function and the class around it."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from .document import Document

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Spanned: TypeAlias = ast.expr | ast.pattern
BLOCKS = ("body", "orelse", "finalbody")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """The list of statements that holds one of them, and its number there."""

    owner: ast.AST
    field: str
    statements: list[ast.stmt]
    at: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Places:
    """The parents of all nodes of a document."""

    document: Document
    parents: Mapping[ast.AST, ast.AST]

    def up(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield what is around *node*, innermost first."""
        while (parent := self.parents.get(node)) is not None:
            yield parent
            node = parent

    def statement(self, node: ast.AST) -> ast.stmt:
        """Return the innermost statement that holds *node*, or is it."""
        return next(at for at in (node, *self.up(node)) if isinstance(at, ast.stmt))

    def block(self, statement: ast.stmt) -> Block:
        """Return the block that a statement stands in."""
        owner = self.parents[statement]
        for field in BLOCKS:
            held = getattr(owner, field, None)
            if isinstance(held, list) and statement in held:
                return Block(owner=owner, field=field, statements=held, at=held.index(statement))
        raise AssertionError("a statement stands in a block")

    def function(self, node: ast.AST) -> Function | None:
        """Return the innermost function around *node*."""
        return next((at for at in self.up(node) if isinstance(at, Function)), None)

    def method_of(self, function: Function) -> ast.ClassDef | None:
        """Return the class whose method *function* is."""
        parent = self.parents.get(function)
        return parent if isinstance(parent, ast.ClassDef) else None

    def at(self, line: int, column: int, end_line: int, end_column: int) -> Spanned | None:
        """Return the outermost expression or pattern of exactly that span (lines and columns from 1, columns in code points)."""
        document = self.document
        first, last = document.starts[line - 1] + column - 1, document.starts[end_line - 1] + end_column - 1
        for node in ast.walk(document.tree):
            if isinstance(node, Spanned) and node.lineno == line and document.start(node) == first and document.end(node) == last:
                return node
        return None


def places_of(document: Document) -> Places:
    """Return the places of a document's nodes."""
    parents = {child: node for node in ast.walk(document.tree) for child in ast.iter_child_nodes(node)}
    return Places(document=document, parents=parents)
