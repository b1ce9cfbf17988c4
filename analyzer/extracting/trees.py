"""Both trees of a unit, LibCST's and `ast`'s, as flat lists in source order: outer before inner.

Written for speed: these two walks touch every node of every unit that is read.
"""

import ast
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import libcst as cst

from .parsing import parsed

# Children in source order where the order of a node's fields is not that, and without the names that are no expressions.
_ORDER: Mapping[type[cst.CSTNode], tuple[str, ...]] = {
    cst.Arg: ("value",),
    cst.AsName: ("name",),
    cst.Attribute: ("value",),
    cst.ClassDef: ("decorators", "type_parameters", "bases", "keywords", "body"),
    cst.ConcatenatedString: (),
    cst.ExceptHandler: ("type", "body"),
    cst.ExceptStarHandler: ("type", "body"),
    cst.FormattedString: (),
    cst.FunctionDef: ("decorators", "type_parameters", "params", "returns", "body"),
    cst.Global: (),
    cst.If: ("test", "body", "orelse"),
    cst.IfExp: ("body", "test", "orelse"),
    cst.Import: (),
    cst.ImportAlias: (),
    cst.ImportFrom: (),
    cst.MatchAs: ("pattern",),
    cst.MatchClass: ("cls", "patterns", "kwds"),
    cst.MatchKeywordElement: ("pattern",),
    cst.MatchMapping: ("elements",),
    cst.MatchStar: (),
    cst.Module: ("body",),
    cst.Name: (),
    cst.Nonlocal: (),
    cst.Param: ("annotation", "default"),
    cst.ParamSpec: ("default",),
    cst.Parameters: ("posonly_params", "params", "star_arg", "kwonly_params", "star_kwarg"),
    cst.SimpleString: (),
    cst.TypeAlias: ("name", "type_parameters", "value"),
    cst.TypeVar: ("bound", "default"),
    cst.TypeVarTuple: ("default",),
}
_LEAVES = frozenset({cst.Name, cst.SimpleString, cst.ConcatenatedString, cst.FormattedString, cst.Import, cst.ImportFrom})
_TRIVIA = (
    *("_", "whitespace", "lpar", "rpar", "comma", "equal", "colon", "semicolon", "leading_lines", "lines_after", "header", "footer", "dot"),
    *("lbracket", "rbracket", "lbrace", "rbrace", "trailing_whitespace", "asynchronous", "newline", "first_line", "last_line", "separator"),
)


class _Children(dict[type[Any], tuple[str, ...]]):
    """The fields of each type that hold expressions or statements, last first; none for what is no node."""

    def __missing__(self, kind: type[Any]) -> tuple[str, ...]:
        names: tuple[str, ...] = ()
        if issubclass(kind, cst.CSTNode):
            known = kind.__dataclass_fields__
            names = tuple(name for name in known if not name.startswith(_TRIVIA) and name != "operator")
            names = tuple(name for name in _ORDER.get(kind, names) if name in known)  # older versions know no `default`
        self[kind] = names[::-1]
        return self[kind]


class _Fields(dict[type[Any], tuple[str, ...]]):
    """The fields of each `ast` type that can hold nodes, f-strings closed."""

    def __missing__(self, kind: type[Any]) -> tuple[str, ...]:
        closed = issubclass(kind, ast.JoinedStr | ast.Name | ast.Constant)
        self[kind] = (
            () if closed else tuple(name for name in kind._fields if name not in {"ctx", "op", "ops", "type_comment", "type_ignores"})
        )
        return self[kind]


_children = _Children()
_fields = _Fields()


def nodes(root: cst.CSTNode) -> list[cst.CSTNode]:
    """Return the nodes from *root* down that matter; strings are not entered."""
    found: list[cst.CSTNode] = []
    stack: list[Any] = [root]
    pop, push, extend = stack.pop, stack.append, stack.extend
    while stack:
        node = pop()
        kind = node.__class__
        if kind is tuple or kind is list:
            extend(node[::-1])
            continue
        names = _children[kind]
        if names or kind in _LEAVES:
            found.append(node)
            for name in names:
                child = getattr(node, name)
                if child is not None:
                    push(child)
    return found


def twins(text: str) -> Mapping[str, list[Any]]:
    """Return `ast`'s nodes of *text* by the name of their type, in source order. Raises what `ast.parse` does."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    stack: list[Any] = [parsed(text)]
    pop, push, extend = stack.pop, stack.append, stack.extend
    while stack:
        node = pop()
        kind = node.__class__
        if kind is list:
            extend(node)
        elif isinstance(node, ast.AST):
            found[kind.__name__].append(node)
            for name in _fields[kind]:
                child = getattr(node, name, None)
                if child is not None:
                    push(child)
    return {name: sorted(members, key=_order) if hasattr(members[0], "lineno") else members for name, members in found.items()}


def _order(node: Any) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, -node.end_lineno, -node.end_col_offset
