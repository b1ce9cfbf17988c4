"""A file's text in, its units out: where each begins and ends, and in which class it lies.

A unit is a top-level statement from its first decorator's line, a class header, or a member of a class; statements that share a
line are one unit; one-line classes, and classes inside `if`, `try` or `def`, stay whole. The standard library's `ast` cuts; where
it cannot (20,000 `elif` arms exhaust its parser, or the syntax is newer than this Python), LibCST does.
"""

import ast
import re
import warnings
from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from ..reading.decode import lines as split
from .parsing import is_arm, parsed

Step: TypeAlias = tuple[str, str]
"""One step of a scope: its name, and `class` or `function`."""


_HOPELESS = ("too many nested parentheses", "too many levels of indentation")
"""What no Python takes, whatever its parser; LibCST takes it, in the square of the time and the memory."""


_GOES_ON = re.compile(r";[ \t\f]*\\\r?\n?$")
_STAND_IN = "class _:\n"
_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")


class Uncuttable(Exception):  # noqa: N818 - it says what the file is, as Undecodable does
    """Neither `ast` nor LibCST can parse the file."""


class Part(Struct, frozen=True, array_like=True):
    """A nested import statement: its lines (1-based, inclusive) and the scopes between the unit and it."""

    first: int
    last: int
    steps: tuple[Step, ...]


class Unit(Struct, frozen=True, array_like=True):
    """One unit of a file; lines are 1-based and inclusive."""

    first: int
    last: int
    form: str  # statement, import, def, class (its header alone)
    steps: tuple[Step, ...]  # the classes around it
    header_last: int  # of a def: last line before its body; else `last`
    indent: str  # how a body below the header is indented
    imports: tuple[Part, ...]
    end: int  # last line of the whole statement: of a class, its body included


def cut(text: str, lines: list[str]) -> tuple[Unit, ...]:
    """Cut *text*, whose physical lines are *lines*; raises Uncuttable."""
    try:
        tree = parsed(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError, SystemError) as problem:
        if str(problem).startswith(_HOPELESS):
            raise Uncuttable(_reason(problem)) from problem
        return _cut_by_libcst(text, problem)
    units: list[Unit] = []
    _block(tree.body, (), lines, units)
    return tuple(units)


def cut_alone(rows: Sequence[str], steps: tuple[Step, ...] = ()) -> tuple[Unit, ...] | None:
    """Cut statements that stand next to each other, the members of a class where *steps* leads into one; None if they are not whole."""
    above = [_STAND_IN] if steps else []
    lines = [*above, *rows]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse("".join(lines)).body
    except (SyntaxError, ValueError, MemoryError, RecursionError, SystemError):
        return None
    match body:
        case [ast.ClassDef(body=members)] if steps:
            body = members
        case _ if steps:
            return None
        case _:
            pass
    units: list[Unit] = []
    _block(body, steps, lines, units)
    return tuple(shifted(unit, -len(above)) for unit in units)


def shifted(unit: Unit, lines: int) -> Unit:
    """Return *unit* as it is some lines further down."""
    if not lines:
        return unit
    imports = tuple(Part(part.first + lines, part.last + lines, part.steps) for part in unit.imports)
    place = (unit.first + lines, unit.last + lines, unit.form, unit.steps, unit.header_last + lines, unit.indent)
    return Unit(*place, imports, unit.end + lines)


def _first(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _block(body: list[ast.stmt], steps: tuple[Step, ...], lines: list[str], units: list[Unit]) -> None:
    for group in _groups(body, lines):
        node = group[0]
        if len(group) == 1 and isinstance(node, ast.ClassDef) and _first(node.body[0]) > _colon_line(node):
            _class(node, steps, lines, units)
        else:
            units.append(_statements(group, steps, lines))


def _groups(body: list[ast.stmt], lines: list[str]) -> list[list[ast.stmt]]:
    """Put the statements of a block together that share lines, or are arms of one chain."""
    groups: list[list[ast.stmt]] = []
    reached = 0
    for node in body:
        first = _first(node)
        if groups and (first <= reached or _GOES_ON.search(lines[first - 2]) or is_arm(lines[first - 1])):
            groups[-1].append(node)
        else:
            groups.append([node])
        reached = max(reached, _last(node))
    return groups


def _colon_line(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the last line that surely belongs to the header."""
    parts: list[ast.expr | ast.keyword | ast.arg] = []
    if isinstance(node, ast.ClassDef):
        parts += [*node.bases, *node.keywords]
    else:
        arguments = node.args
        parts += [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *arguments.defaults]
        parts += [default for default in arguments.kw_defaults if default]
        parts += [part for part in (arguments.vararg, arguments.kwarg, node.returns) if part]
    return max([node.lineno, *(part.end_lineno or part.lineno for part in parts)])


def _class(node: ast.ClassDef, steps: tuple[Step, ...], lines: list[str], units: list[Unit]) -> None:
    header_last = _first(node.body[0]) - 1
    indent = _indent(lines[_first(node.body[0]) - 1])
    units.append(Unit(_first(node), header_last, "class", steps, header_last, indent, (), _last(node)))
    _block(node.body, (*steps, (node.name, "class")), lines, units)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t\f"))]


def _statements(group: list[ast.stmt], steps: tuple[Step, ...], lines: list[str]) -> Unit:
    node, first, last = group[0], _first(group[0]), max(map(_last, group))
    if len(group) == 1 and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        below = _first(node.body[0])
        if below > _colon_line(node):
            return Unit(first, last, "def", steps, below - 1, _indent(lines[below - 1]), _nested_imports(node, lines), last)
        return Unit(first, last, "def", steps, last, "", (), last)
    form = "import" if all(isinstance(item, ast.Import | ast.ImportFrom) for item in group) else "statement"
    nested = () if form == "import" else tuple(part for item in group for part in _nested_imports(item, lines))
    return Unit(first, last, form, steps, last, "", nested, last)


def _nested_imports(node: ast.stmt, lines: list[str]) -> tuple[Part, ...]:
    """Find the import statements below *node*, with what shares their lines; not those that stand behind a colon."""
    if not any("import" in line for line in lines[_first(node) - 1 : _last(node)]):
        return ()
    found: list[Part] = []
    stack: list[tuple[ast.AST, tuple[Step, ...]]] = [(node, ())]
    while stack:
        at, steps = stack.pop()
        match at:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                steps = (*steps, (name, "function"))
            case ast.ClassDef(name):
                steps = (*steps, (name, "class"))
            case _:
                pass
        for field in _BLOCKS:
            below = getattr(at, field, [])
            stack += [(child, steps) for child in below]
            found += [Part(_first(group[0]), max(map(_last, group)), steps) for group in _import_groups(below, lines)]
    return tuple(sorted(found, key=lambda part: part.first))


def _import_groups(body: list[ast.stmt], lines: list[str]) -> list[list[ast.stmt]]:
    if not any(isinstance(node, ast.Import | ast.ImportFrom) for node in body):
        return []
    return [
        group
        for group in _groups(body, lines)
        if any(isinstance(node, ast.Import | ast.ImportFrom) for node in group)
        and not lines[group[0].lineno - 1][: group[0].col_offset].strip()
    ]


def _cut_by_libcst(text: str, problem: Exception) -> tuple[Unit, ...]:
    import libcst  # noqa: PLC0415 - as in `batch`

    try:
        module = libcst.parse_module(text)
    except Exception as again:  # LibCST raises ParserSyntaxError, and plain exceptions from its native parser
        raise Uncuttable(_reason(problem)) from again
    units, line = [], 1 + _lines(module, module.header)
    for statement in module.body:
        leading = _lines(module, getattr(statement, "leading_lines", ()))
        height = len(split(module.code_for_node(statement)))
        units.append(Unit(line + leading, line + height - 1, "statement", (), line + height - 1, "", (), line + height - 1))
        line += height
    return tuple(units)


def _lines(module: object, parts: object) -> int:
    assert isinstance(parts, list | tuple)
    return len(parts)


def _reason(problem: Exception) -> str:
    if isinstance(problem, SyntaxError):
        return f"line {problem.lineno}: {problem.msg}"
    return f"{type(problem).__name__}: too deeply nested for this Python's parser"
