"""How the call of a hook point is spelled: its context, and its lines."""

import ast
from collections.abc import Sequence

from ...registry.dialects.dialect import Dialect
from ...registry.dialects.template import render
from ..editing.document import Document
from ..editing.places import Function, Places
from .surroundings import is_bound, is_plain


def broken(call: str, indent: str, width: int) -> str:
    """Return a call with one argument a line where it is wider than *width* columns."""
    node = ast.parse(call, mode="eval").body
    if len(indent) + len(call) <= width or "\n" in call or not isinstance(node, ast.Call):
        return call
    document = Document(path="<call>", data=call.encode())
    arguments = [document.source(one) for one in node.args]
    arguments += [f"{one.arg}={document.source(one.value)}" for one in node.keywords]
    lines = "".join(f"{indent}    {one},\n" for one in arguments)
    return f"{document.source(node.func)}(\n{lines}{indent})"


def is_at_hand(text: str, function: Function, statement: ast.stmt, places: Places) -> bool:
    """Whether an expression for a field of a context can be read where *statement* begins."""
    if text.startswith("self."):
        return is_plain(text.removeprefix("self."), function, places)
    return text.isidentifier() and is_bound(text, statement, function, places)


def built(dialect: Dialect, fields: Sequence[tuple[str, str]]) -> str:
    """Return an expression for the context that holds *fields*."""
    if dialect.context is None:
        return ""
    return render(dialect.context.build, {"fields": ", ".join(f"{name}={text}" for name, text in fields)})
