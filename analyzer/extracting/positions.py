"""Where each LibCST node of a unit lies, without LibCST's metadata (which costs twice the parse).

The standard library's `ast` of the same text has the positions. Nodes of one type come in the same order in both trees when each
is listed in source order, outer before inner, so the k-th of a type here is the k-th there. The lists are compared by length, names
and attributes also by spelling; where they differ (an f-string quirk, syntax newer than this Python, 20,000 arms), LibCST's own
PositionProvider answers instead.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from ..reading.decode import lines
from .expression import Span
from .trees import twins

_PAIRS: dict[type[cst.CSTNode], str] = {
    cst.Name: "Name",
    cst.Attribute: "Attribute",
    cst.Call: "Call",
    cst.Subscript: "Subscript",
    cst.Comparison: "Compare",
    cst.Dict: "Dict",
    cst.List: "List",
    cst.Set: "Set",
    cst.Lambda: "Lambda",
    cst.FunctionDef: "FunctionDef",
    cst.ClassDef: "ClassDef",
    cst.If: "If",
    cst.Assign: "Assign",
    cst.AnnAssign: "AnnAssign",
    cst.AugAssign: "AugAssign",
    cst.Import: "Import",
    cst.ImportFrom: "ImportFrom",
    cst.IfExp: "IfExp",
    cst.NamedExpr: "NamedExpr",
    cst.Assert: "Assert",
    cst.While: "While",
    cst.For: "For",
    cst.Match: "Match",
    cst.MatchValue: "MatchValue",
    cst.MatchOr: "MatchOr",
    cst.MatchClass: "MatchClass",
    cst.MatchMapping: "MatchMapping",
    cst.Return: "Return",
    cst.ListComp: "ListComp",
    cst.SetComp: "SetComp",
    cst.DictComp: "DictComp",
    cst.SimpleString: "Constant",
    cst.ConcatenatedString: "Constant",
}
_ASYNC = {"FunctionDef": "AsyncFunctionDef", "For": "AsyncFor"}  # LibCST has one type for both
_PAIRED = frozenset(_PAIRS.values())
_CONSTANTS = frozenset({"None", "True", "False"})


def positions(module: cst.Module, within: Sequence[cst.CSTNode], text: str, shift: int) -> Mapping[int, Span]:
    """Return the span of each paired node by `id(node)`.

    *within* are the nodes of *module* in source order (`trees.nodes`); *shift* lines stand before the unit in *text*.
    """
    here: defaultdict[str, list[Any]] = defaultdict(list)
    for node in within:
        paired = _PAIRS.get(node.__class__)
        if paired is not None and _is_paired(node, paired):
            here[paired].append(node)
    try:
        return _pair(here, twins(text), lines(text) if not text.isascii() else None, shift)
    except (_Mismatch, SyntaxError, ValueError, MemoryError, RecursionError, SystemError):
        return _provided(module, shift)


class _Mismatch(Exception):  # noqa: N818 - never leaves this module
    pass


def _is_paired(node: Any, paired: str) -> bool:
    if paired == "Name":
        return node.value not in _CONSTANTS
    return paired != "Constant" or not _formatted(node)


def _formatted(node: cst.CSTNode) -> bool:
    """Whether a string is, or contains, an f-string: `ast` has no Constant for it."""
    stack: list[cst.CSTNode] = [node]
    while stack:
        at = stack.pop()
        if isinstance(at, cst.FormattedString):
            return True
        if isinstance(at, cst.ConcatenatedString):
            stack += [at.left, at.right]
    return False


def _twins(there: Mapping[str, list[Any]], kind: str) -> list[Any]:
    found = there.get(kind, [])
    if kind == "Constant":
        return [node for node in found if node.value.__class__ in {str, bytes}]
    more = there.get(_ASYNC.get(kind, ""), [])
    return sorted([*found, *more], key=_order) if more else found


def _order(node: Any) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, -node.end_lineno, -node.end_col_offset


def _pair(here: Mapping[str, list[Any]], there: Mapping[str, list[Any]], rows: list[str] | None, shift: int) -> dict[int, Span]:
    found: dict[int, Span] = {}
    for kind in _PAIRED:
        ours, theirs = here.get(kind, ()), _twins(there, kind)
        if len(ours) != len(theirs):
            raise _Mismatch(kind)
        for node, twin in zip(ours, theirs, strict=True):
            if (kind == "Name" and node.value != twin.id) or (kind == "Attribute" and node.attr.value != twin.attr):
                raise _Mismatch(kind)
            first, last = twin.lineno, twin.end_lineno
            left, right = twin.col_offset, twin.end_col_offset
            if rows is not None:
                left, right = _points(rows[first - 1], left), _points(rows[last - 1], right)
            found[id(node)] = (first - 1 - shift, left, last - 1 - shift, right)
    return found


def _points(row: str, offset: int) -> int:
    """Turn an offset in UTF-8 bytes into one in code points."""
    return offset if row.isascii() else len(row.encode()[:offset].decode())


def _provided(module: cst.Module, shift: int) -> dict[int, Span]:
    given = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
    return {
        id(node): (place.start.line - 1 - shift, place.start.column, place.end.line - 1 - shift, place.end.column)
        for node, place in given.items()
    }
