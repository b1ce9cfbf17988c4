"""Which names that statements bind are read after them, as far as that can be told without running anything."""

import ast
from collections.abc import Sequence

from .places import BLOCKS, Function, Places
from .usage import usage_of

_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def live_out(body: Sequence[ast.stmt], function: Function | ast.Module, places: Places) -> frozenset[str]:
    """Return the names that *body* binds and that may be read outside of it with that value; too many rather than too few."""
    inside = {node for statement in body for node in ast.walk(statement)}
    found = set()
    for name in usage_of(body).binds:
        reads = [node for node in usage_of(function.body).reads_of(name) if node not in inside]
        if any(_reaches(body, node, name, places) for node in reads):
            found.add(name)
    return frozenset(found)


def _reaches(body: Sequence[ast.stmt], read: ast.Name, name: str, places: Places) -> bool:
    """Whether a value that *body* gives to *name* may be what *read* reads."""
    around = list(places.up(body[0]))
    path = [read, *places.up(read)]
    meeting = next(node for node in path if node in around)
    own = body[0] if meeting is around[0] else around[around.index(meeting) - 1]
    other = path[path.index(meeting) - 1]
    if any(isinstance(node, Function | ast.Lambda) for node in path[: path.index(meeting)]):
        return True  # a closure may run at any time
    loops = any(isinstance(node, _LOOPS) for node in around[around.index(meeting) :])
    if not loops and _apart(meeting, own, other):
        return False
    if not loops and read.lineno < body[0].lineno:
        return False
    return not _bound_before(read, name, meeting, body, places)


def _apart(meeting: ast.AST, own: ast.AST, other: ast.AST) -> bool:
    """Whether two children of one node never both run: the arms of an `if`, the cases of a `match`."""
    if isinstance(meeting, ast.If):
        return _field(meeting, own) != _field(meeting, other) and "test" not in {_field(meeting, own), _field(meeting, other)}
    return isinstance(meeting, ast.Match) and own is not other and other is not meeting.subject


def _field(node: ast.AST, child: ast.AST) -> str:
    return next(field for field, value in ast.iter_fields(node) if value is child or (isinstance(value, list) and child in value))


def _bound_before(read: ast.Name, name: str, meeting: ast.AST, body: Sequence[ast.stmt], places: Places) -> bool:
    """Whether a statement that is sure to have run between the two gives *name* another value."""
    node: ast.AST = read
    for parent in places.up(read):
        for field in BLOCKS:
            held = getattr(parent, field, None)
            if isinstance(held, list) and node in held:
                before = held[: held.index(node)]
                later = [one for one in before if one.lineno > (body[-1].end_lineno or 0) or parent is not meeting]
                if any(_is_plain(one) and name in usage_of([one]).binds for one in later):
                    return True
        if parent is meeting:
            return False
        node = parent
    return False


def _is_plain(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign | ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef)
