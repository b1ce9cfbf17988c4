"""Statements that go, and what must not go with them: an emptied block keeps a `pass`, a neighbour its comments and its line."""

import ast

from .document import Document, Edit
from .places import Places

_OPENING = (":", "(", "[", "{")


def removal(statement: ast.stmt, document: Document, places: Places, comments: int | None = None) -> Edit:
    """Return the edit that removes *statement*, and the lines from number *comments* (from 0) above it."""
    block = places.block(statement)
    first, last = statement.lineno - 1, statement.end_lineno or 0
    start, end = document.start(statement), document.end(statement)
    alone = not document.text[document.starts[first] : start].strip() and not _rest(document, end, last)
    if len(block.statements) == 1 and not isinstance(block.owner, ast.Module):
        if comments is None or not alone:
            return Edit(start=start, end=end, text="pass")
        return Edit(start=document.starts[comments], end=end, text=f"{document.indent(statement)}pass")
    if not alone:
        return _shared(block.at, block.statements, document)
    from_line = first if comments is None else comments
    return Edit(start=document.starts[from_line], end=document.starts[gap(from_line, last, document)], text="")


def _rest(document: Document, end: int, last: int) -> str:
    """What else than a comment stands behind a statement on its last line."""
    rest = document.text[end : document.starts[last]].strip()
    return "" if rest.startswith("#") else rest


def _shared(at: int, statements: list[ast.stmt], document: Document) -> Edit:
    """Remove one of several statements on a line, with a semicolon."""
    if at + 1 < len(statements) and statements[at + 1].lineno == statements[at].end_lineno:
        return Edit(start=document.start(statements[at]), end=document.start(statements[at + 1]), text="")
    return Edit(start=document.end(statements[at - 1]), end=document.end(statements[at]), text="")


def gap(first: int, last: int, document: Document) -> int:
    """Return the line behind the empty lines after a statement, if as many stay above it."""
    before = first == 0 or not document.lines[first - 1].strip() or document.lines[first - 1].rstrip().endswith(_OPENING)
    while before and last < len(document.lines) and not document.lines[last].strip():
        last += 1
    return last
