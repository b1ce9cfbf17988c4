"""Where each LibCST node of a unit lies, without LibCST's metadata (which costs twice the parse).

The standard library's `ast` of the same text has the positions. Nodes of one type come in the same order in both trees when each
is listed in source order, outer before inner, so the k-th of a type here is the k-th there. The lists are compared by length, names
and attributes also by spelling; where they differ (an f-string quirk, syntax newer than this Python, 20,000 arms), LibCST's own
PositionProvider answers instead.
"""

import ast
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from ..reading.decode import lines
from .expression import Span

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
_ALIASES = {"AsyncFunctionDef": "FunctionDef", "AsyncFor": "For"}
_PAIRED = frozenset(_PAIRS.values())
_CONSTANTS = frozenset({"None", "True", "False"})

# Children in source order where the order of a node's fields is not that, and without the names that are no expressions.
_ORDER: dict[type[cst.CSTNode], tuple[str, ...]] = {
    cst.Attribute: ("value",),
    cst.Arg: ("value",),
    cst.Param: ("annotation", "default"),
    cst.Parameters: ("posonly_params", "params", "star_arg", "kwonly_params", "star_kwarg"),
    cst.FunctionDef: ("decorators", "type_parameters", "params", "returns", "body"),
    cst.ClassDef: ("decorators", "type_parameters", "bases", "keywords", "body"),
    cst.IfExp: ("body", "test", "orelse"),
    cst.If: ("test", "body", "orelse"),
    cst.ImportAlias: (),
    cst.Import: (),
    cst.ImportFrom: (),
    cst.Global: (),
    cst.Nonlocal: (),
    cst.ExceptHandler: ("type", "body"),
    cst.ExceptStarHandler: ("type", "body"),
    cst.AsName: ("name",),
    cst.MatchAs: ("pattern",),
    cst.MatchStar: (),
    cst.MatchMapping: ("elements",),
    cst.MatchKeywordElement: ("pattern",),
    cst.MatchClass: ("cls", "patterns", "kwds"),
    cst.TypeVar: ("bound", "default"),
    cst.ParamSpec: ("default",),
    cst.TypeVarTuple: ("default",),
    cst.FormattedString: (),
    cst.SimpleString: (),
    cst.Name: (),
    cst.TypeAlias: ("name", "type_parameters", "value"),
    cst.SimpleWhitespace: (),
    cst.Module: ("body",),
}
_TRIVIA: tuple[str, ...] = (
    *("whitespace", "lpar", "rpar", "comma", "equal", "colon", "semicolon", "leading_lines", "lines_after", "header", "footer", "dot"),
    *("lbracket", "rbracket", "lbrace", "rbrace", "trailing_whitespace", "asynchronous", "newline", "first_line", "last_line", "separator"),
)
_fields: dict[type[Any], tuple[str, ...]] = dict(_ORDER)


def fields(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields of a node type that hold expressions or statements, in source order."""
    found = _fields.get(kind)
    if found is None:
        names = tuple(kind.__dataclass_fields__)
        found = _fields[kind] = tuple(name for name in names if not name.startswith(("_", *_TRIVIA)) and name != "operator")
    return found


def nodes(root: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield the nodes below *root* that matter, outer before inner, in source order; strings are not entered."""
    stack: list[Any] = [root]
    while stack:
        node = stack.pop()
        kind = node.__class__
        if kind is tuple or kind is list:
            stack.extend(reversed(node))
        elif isinstance(node, cst.CSTNode):
            yield node
            if kind is not cst.ConcatenatedString:
                stack.extend(getattr(node, name) for name in reversed(fields(kind)))


def positions(module: cst.Module, text: str, shift: int) -> Mapping[int, Span]:
    """Return the span of each paired node by `id(node)`; *shift* lines stand before the unit in *text*."""
    by_type: defaultdict[str, list[cst.CSTNode]] = defaultdict(list)
    for node in nodes(module):
        paired = _PAIRS.get(type(node))
        if paired is not None and not (paired == "Name" and _value(node) in _CONSTANTS) and not _formatted(node):
            by_type[paired].append(node)
    try:
        there = _ast_nodes(text)
        return _pair(by_type, there, lines(text) if not text.isascii() else None, shift)
    except (_Mismatch, SyntaxError, ValueError, MemoryError, RecursionError):
        return _provided(module, shift)


class _Mismatch(Exception):  # noqa: N818 - never leaves this module
    pass


def _value(node: cst.CSTNode) -> str:
    assert isinstance(node, cst.Name)
    return node.value


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


def _ast_nodes(text: str) -> dict[str, list[Any]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
    found: defaultdict[str, list[Any]] = defaultdict(list)
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        kind = type(node).__name__
        kind = _ALIASES.get(kind, kind)
        if kind == "JoinedStr":
            continue
        if kind in _PAIRED and (kind != "Constant" or isinstance(node.value, str | bytes)):  # type: ignore[attr-defined]
            found[kind].append(node)
        stack.extend(ast.iter_child_nodes(node))
    for members in found.values():
        members.sort(key=_order)
    return found


def _order(node: Any) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, -node.end_lineno, -node.end_col_offset


def _pair(here: Mapping[str, list[cst.CSTNode]], there: Mapping[str, list[Any]], rows: list[str] | None, shift: int) -> dict[int, Span]:
    found: dict[int, Span] = {}
    for kind in _PAIRED:
        ours, theirs = here.get(kind, ()), there.get(kind, ())
        if len(ours) != len(theirs):
            raise _Mismatch(kind)
        for node, twin in zip(ours, theirs, strict=True):
            if (kind == "Name" and node.value != twin.id) or (kind == "Attribute" and node.attr.value != twin.attr):  # type: ignore[attr-defined]
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
