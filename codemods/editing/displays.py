"""Lists, tuples and sets that lose some of their items: lines of their own go whole, items on a shared line with their comma."""

import ast
from collections.abc import Collection

from .document import Document, Edit

Display = ast.List | ast.Tuple | ast.Set


def without(display: Display, gone: Collection[ast.expr], document: Document, around: ast.AST | None = None) -> list[Edit]:
    """Return the edits that take items out of a display; an emptied set is spelled `set()`, and not at all in a call that makes one (*around*)."""
    kept = [node for node in display.elts if node not in gone]
    if not kept and isinstance(around, ast.Call) and around.args == [display] and not around.keywords:
        return [Edit(start=document.start(display), end=document.end(display), text="")]
    if not kept:
        return [Edit(start=document.start(display), end=document.end(display), text=_EMPTY[type(display)])]
    if isinstance(display, ast.Tuple) and len(kept) == 1:
        return [Edit(start=document.start(display), end=document.end(display), text=f"({document.source(kept[0])},)")]
    return [_item(display.elts, node, document, kept) for node in display.elts if node in gone]


_EMPTY: dict[type[ast.expr], str] = {ast.List: "[]", ast.Tuple: "()", ast.Set: "set()"}


def _item(items: list[ast.expr], node: ast.expr, document: Document, kept: list[ast.expr]) -> Edit:
    first, last = node.lineno - 1, node.end_lineno or 0
    start, end = document.starts[first], document.starts[last]
    before = document.text[start : document.start(node)]
    behind = document.text[document.end(node) : end].strip()
    if not before.strip() and (behind.startswith(",") and (behind == "," or behind[1:].lstrip().startswith("#"))):
        return Edit(start=start, end=end, text="")
    at = items.index(node)
    if any(items.index(other) > at for other in kept):
        return Edit(start=document.start(node), end=document.start(items[at + 1]), text="")
    return Edit(start=document.end(items[at - 1]), end=document.end(node), text="")
