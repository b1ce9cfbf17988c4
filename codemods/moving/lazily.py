"""Names that a function imports when it is called."""

import ast
from collections.abc import Sequence

from ..editing.document import Document, Edit
from .gathering import NotMovable


def lazy_import(function: ast.AST, names: Sequence[str], module: str, document: Document, width: int) -> Edit:
    """Return the edit by which a function imports names when it is called.

    Raises:
        NotMovable: its body stands on the line of its head.

    """
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    first = function.body[0]
    if first.lineno == function.lineno:
        raise NotMovable("R10", f"the body of {function.name} stands on the line of its head")
    is_doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    at = document.starts[first.end_lineno or 0] if is_doc else document.starts[_first_line(first) - 1]
    indent = document.indent(first)
    text = f"{indent}from {module} import {', '.join(names)}\n"
    if len(text) > width:
        text = "".join([f"{indent}from {module} import (\n", *(f"{indent}    {name},\n" for name in names), f"{indent})\n"])
    following = document.lines[(first.end_lineno or 0) if is_doc else _first_line(first) - 1 :][:1]
    is_import = not is_doc and isinstance(first, ast.Import | ast.ImportFrom)
    gap = "" if is_import or not "".join(following).strip() else "\n"
    return Edit(start=at, end=at, text=("\n" if is_doc else "") + text + gap)


def _first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])
