"""Entries of a table that hold what moved (R11): they leave the literal, and the owner puts them into the same table itself."""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from ..editing.document import Document, Edit
from .gathering import Gathered, NotMovable


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """What leaves the shared module's tables, and what the owner says instead."""

    tables: tuple[str, ...] = ()
    reads: frozenset[str] = frozenset()  # names of the shared module in the keys
    statements: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()


def filling(held: Gathered, names: Iterable[str]) -> Filling:
    """Return how the entries that hold *names* get to the owner.

    Raises:
        NotMovable: one of the names is read while the module is imported, and not in a plain entry of a table.

    """
    found = sorted({entry for name in names for entry in _entries(name, held)}, key=lambda entry: entry.key.lineno)
    document = held.module.document
    gone = {entry.key.lineno - 1 for entry in found}
    heads = {entry: _heads(entry, gone, document) for entry in found}
    return Filling(
        tables=tuple(dict.fromkeys(entry.table for entry in found)),
        reads=frozenset(part.id for entry in found for part in ast.walk(entry.key) if isinstance(part, ast.Name))
        & held.module.bindings.keys(),
        statements=tuple(
            "".join(f"{line.strip()}\n" for line in document.lines[heads[entry] : entry.key.lineno - 1])
            + f"{entry.table}[{document.source(entry.key)}] = {document.source(entry.value)}{_behind(entry, document)}"
            for entry in found
        ),
        edits=tuple(_removal(entry, heads[entry], document) for entry in found),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Entry:
    table: str
    key: ast.expr
    value: ast.expr


def _heads(entry: _Entry, gone: Collection[int], document: Document) -> int:
    """Return the first line of the comment above an entry that speaks of it alone, or of those that go with it; else the entry's own."""
    first = last = entry.key.lineno - 1
    while document.lines[first - 1].lstrip().startswith("#"):
        first -= 1
    said = re.findall(r"\w+", "".join(document.lines[first:last]))
    if {part.id for node in (entry.key, entry.value) for part in ast.walk(node) if isinstance(part, ast.Name)} & {*said}:
        return first
    below = entry.value.end_lineno or 0
    while below < len(document.lines) and below in gone:
        below += 1
    text = document.lines[below].strip() if below < len(document.lines) else ""
    return first if not text or text[0] in "#})" else last


def _behind(entry: _Entry, document: Document) -> str:
    """Return the comment on the last line of an entry."""
    rest = document.text[document.end(entry.value) : document.starts[entry.value.end_lineno or 0]].strip().lstrip(",").strip()
    return f"  {rest}" if rest else ""


def _entries(name: str, held: Gathered) -> Iterator[_Entry]:
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


def _of(table: str, literal: ast.Dict, name: str, held: Gathered) -> Iterator[_Entry]:
    for key, value in zip(literal.keys, literal.values, strict=True):
        read = {part.id for part in ast.walk(value) if isinstance(part, ast.Name)}
        if name not in read:
            continue
        if key is None or not _is_key(key) or (read & held.module.bindings.keys()) - set(held.names):
            raise NotMovable("R11", f"the entry of {table} that holds it needs more than {name}: let the owner register it")
        yield _Entry(table=table, key=key, value=value)


def _is_key(key: ast.expr) -> bool:
    """Whether a key can be written elsewhere: a text, a name, or what a function of the module makes of some."""
    return all(isinstance(part, ast.Constant | ast.Name | ast.Attribute | ast.Call | ast.expr_context) for part in ast.walk(key))


def _removal(entry: _Entry, first: int, document: Document) -> Edit:
    start, end = document.starts[entry.key.lineno - 1], document.starts[entry.value.end_lineno or 0]
    before, behind = document.text[start : document.start(entry.key)], document.text[document.end(entry.value) : end].strip()
    if before.strip() or not behind.startswith(",") or (behind != "," and not behind[1:].lstrip().startswith("#")):
        raise NotMovable("R11", f"the entry {document.source(entry.key)} shares its line: let the owner register it")
    return Edit(start=document.starts[first], end=end, text="")
