"""Entries of a table that hold what moved (R11): they leave the literal, and the owner puts them into the same table itself."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..editing.document import Document, Edit
from .gathering import Gathered, NotMovable


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """What leaves the shared module's tables, and what the owner says instead."""

    tables: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()


def filling(held: Gathered, names: Iterable[str]) -> Filling:
    """Return how the entries that hold *names* get to the owner.

    Raises:
        NotMovable: one of the names is read while the module is imported, and not in a plain entry of a table.

    """
    found = [entry for name in names for entry in _entries(name, held)]
    document = held.module.document
    return Filling(
        tables=tuple(dict.fromkeys(table for table, _, _ in found)),
        statements=tuple(f"{table}[{document.source(key)}] = {document.source(value)}" for table, key, value in found),
        edits=tuple(_removal(key, value, document) for _, key, value in found),
    )


def _entries(name: str, held: Gathered) -> Iterator[tuple[str, ast.expr, ast.expr]]:
    for node in held.rest:
        if name not in held.module.needs(node).eager:
            continue
        match node:
            case ast.Assign(targets=[ast.Name(id=table)], value=ast.Dict() as literal):
                yield from _of(table, literal, name, held)
            case ast.AnnAssign(target=ast.Name(id=table), value=ast.Dict() as literal):
                yield from _of(table, literal, name, held)
            case _:
                said = held.module.document.source(node).partition("\n")[0]
                raise NotMovable("R11", f"`{said}` needs {name} while the module is imported, and is no table: let the owner register it")


def _of(table: str, literal: ast.Dict, name: str, held: Gathered) -> Iterator[tuple[str, ast.expr, ast.expr]]:
    for key, value in zip(literal.keys, literal.values, strict=True):
        read = {part.id for part in ast.walk(value) if isinstance(part, ast.Name)}
        if name not in read:
            continue
        if not isinstance(key, ast.Constant) or (read & held.module.bindings.keys()) - set(held.names):
            raise NotMovable("R11", f"the entry of {table} that holds it needs more than {name}: let the owner register it")
        yield table, key, value


def _removal(key: ast.expr, value: ast.expr, document: Document) -> Edit:
    start, end = document.starts[key.lineno - 1], document.starts[value.end_lineno or 0]
    before, behind = document.text[start : document.start(key)], document.text[document.end(value) : end].strip()
    if before.strip() or not behind.startswith(",") or (behind != "," and not behind[1:].lstrip().startswith("#")):
        raise NotMovable("R11", f"the entry {document.source(key)} shares its line: let the owner register it")
    return Edit(start=start, end=end, text="")
