"""Whether a body binds a name before it reads it, so that the value of before does not matter."""

import ast
from collections.abc import Sequence

from ..editing.usage import Usage, usage_of


def binds_first(name: str, body: Sequence[ast.stmt], usage: Usage) -> bool:
    """Whether the body itself binds *name* before it reads it."""
    first = next((node for node in usage.reads if node.id == name), None)
    for statement in body:
        if first is not None and statement.lineno <= first.lineno <= (statement.end_lineno or 0):
            return _inside(name, statement, first)
        if name in usage_of([statement]).binds:
            return isinstance(
                statement, ast.Assign | ast.AnnAssign | ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef
            ) or _always(name, statement)
    return False


def _inside(name: str, statement: ast.stmt, first: ast.Name) -> bool:
    """Whether a statement that holds the first read binds the name before it, for sure."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return statement.name == name
    for field_ in ("body", "orelse", "finalbody"):
        held = getattr(statement, field_, None)
        if isinstance(held, list) and held and held[0].lineno <= first.lineno <= (held[-1].end_lineno or 0):
            targets = _targets(statement)
            return name in targets or binds_first(name, held, usage_of(held))
    return False


def _targets(statement: ast.stmt) -> set[str]:
    found: list[ast.expr] = []
    if isinstance(statement, ast.For):
        found = [statement.target]
    if isinstance(statement, ast.With):
        found = [item.optional_vars for item in statement.items if item.optional_vars is not None]
    return {node.id for target in found for node in ast.walk(target) if isinstance(node, ast.Name)}


def _always(name: str, statement: ast.stmt) -> bool:
    match statement:
        case ast.With(body=body):
            return name in _targets(statement) or name in usage_of([one for one in body if isinstance(one, ast.Assign | ast.Import)]).binds
        case ast.If(body=body, orelse=orelse) if orelse:
            return all(any(name in usage_of([one]).binds for one in arm) for arm in (body, orelse))
        case _:
            return False
