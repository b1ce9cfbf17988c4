"""Lists, tuples and sets that lose some of their items: lines of their own go whole, items on a shared line with their comma."""

import ast
from collections.abc import Collection

from .document import Document, Edit
from .removing import gap

Display = ast.List | ast.Tuple | ast.Set


def without(display: Display, gone: Collection[ast.expr], document: Document, around: ast.AST | None = None) -> list[Edit]:
    """Return the edits that take items out of a display; an emptied set is spelled `set()`, and not at all in a call that makes one (*around*)."""
    kept = [node for node in display.elts if node not in gone]
    if not kept and isinstance(around, ast.Call) and around.args == [display] and not around.keywords:
        return [Edit(start=document.start(display), end=document.end(display), text="")]
    if not kept:
        return [Edit(start=document.start(display), end=document.end(display), text=_EMPTY[type(display)])]
    if isinstance(display, ast.Tuple) and len(kept) == 1 and not _has_comma(kept[0], document):
        return [Edit(start=document.start(display), end=document.end(display), text=f"({document.source(kept[0])},)")]
    return [_item(display.elts, node, document, kept) for node in display.elts if node in gone]


_EMPTY: dict[type[ast.expr], str] = {ast.List: "[]", ast.Tuple: "()", ast.Set: "set()"}


def _has_comma(item: ast.expr, document: Document) -> bool:
    """Whether a comma stands behind an item that has a line of its own."""
    first, last = item.lineno - 1, item.end_lineno or 0
    before = document.text[document.starts[first] : document.start(item)]
    return not before.strip() and document.text[document.end(item) : document.starts[last]].lstrip().startswith(",")


def _above(first: int, last: int, document: Document) -> int:
    """Return where the comment begins that stands above an item and speaks of it alone: no other follows without a comment or an empty line."""
    following = document.lines[last].strip() if last < len(document.lines) else ""
    if following and following[0] not in "#)]}":
        return first
    while first and first - 1 in document.comments and document.lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return first


def _item(items: list[ast.expr], node: ast.expr, document: Document, kept: list[ast.expr]) -> Edit:
    first, last = node.lineno - 1, node.end_lineno or 0
    start, end = document.starts[first], document.starts[last]
    before = document.text[start : document.start(node)]
    behind = document.text[document.end(node) : end].strip()
    if not before.strip() and (behind.startswith(",") and (behind == "," or behind[1:].lstrip().startswith("#"))):
        above = _above(first, last, document)
        return Edit(start=document.starts[above], end=document.starts[gap(above, last, document)], text="")
    at = items.index(node)
    if any(items.index(other) > at for other in kept):
        return Edit(start=document.start(node), end=document.start(items[at + 1]), text="")
    return Edit(start=document.end(items[at - 1]), end=document.end(node), text="")
