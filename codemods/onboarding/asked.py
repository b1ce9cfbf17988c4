"""What shared code asks of models: calls that look like those of a dialect, taken apart by their places."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...analyzer.inventory import Zone
from ...analyzer.scanned import File
from ...registry.dialects.dialect import Dialect, HookKind
from ...registry.dialects.template import render
from .guide import Slot

_MARKS = ("point", "function", "role", "key", "context", "default", "value")
_REST = "arguments"
Bound = dict[str, ast.expr | str]


def slots(files: Iterable[File], dialect: Dialect) -> tuple[Slot, ...]:
    """Return what is asked, sorted by name; what is asked in several places is one."""
    found: dict[tuple[str, str], Slot] = {}
    patterns = [(call.kind, _pattern(call.text)) for call in dialect.calls]
    declined = "" if dialect.declined is None else dialect.declined.text
    words = {name for _, pattern in patterns for name in _functions(pattern)}
    for file in sorted(files, key=lambda file: file.path):
        if file.zone is Zone.SHARED and any(word.encode() in file.data for word in words):
            for slot in _in(file, patterns, declined):
                known = found.setdefault((slot.role, slot.name), slot)
                places = dict.fromkeys((*known.places, *slot.places))
                found[slot.role, slot.name] = replace(known, places=tuple(places))
    return tuple(found[key] for key in sorted(found))


def _pattern(text: str) -> ast.expr:
    filled = {mark: mark.upper() for mark in _MARKS} | {_REST: f", *{_REST.upper()}"}
    return ast.parse(render(text, filled), mode="eval").body


def _functions(pattern: ast.expr) -> set[str]:
    marks = {mark.upper() for mark in (*_MARKS, _REST)}
    return {node.id for node in ast.walk(pattern) if isinstance(node, ast.Name) and node.id not in marks}


def _in(file: File, patterns: list[tuple[HookKind, ast.expr]], declined: str) -> Iterator[Slot]:
    try:
        tree = ast.parse(file.data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # told as unread
    for node in (node for node in ast.walk(tree) if isinstance(node, ast.Call | ast.Attribute)):
        for kind, pattern in patterns:
            bound: Bound = {}
            if _fits(pattern, node, bound) and isinstance(name := bound.get("POINT", bound.get("FUNCTION")), str):
                yield _slot(kind, name, bound, f"{file.path}:{node.lineno}", declined)
                break


def _slot(kind: HookKind, name: str, bound: Bound, place: str, declined: str) -> Slot:
    default, role, rest = bound.get("DEFAULT"), bound.get("ROLE", ""), bound.get("ARGUMENTS")
    said = ast.unparse(default) if isinstance(default, ast.expr) else ""
    return Slot(
        name=name,
        kind=kind.value,
        arguments=tuple(map(ast.unparse, rest.elts)) if isinstance(rest, ast.Tuple) else (),
        default="" if said == declined else said,
        role=role if isinstance(role, str) else "",
        places=(place,),
    )


def _fits(pattern: ast.expr, node: ast.AST, bound: Bound) -> bool:
    """Whether a piece of code is made as a pattern is; what stands at its marks is put down."""
    match pattern, node:
        case ast.Name(id=mark), ast.expr() if mark.lower() in _MARKS:
            bound[mark] = node
            return True
        case ast.Constant(value=str(mark)), ast.Constant(value=str(text)) if mark.lower() in _MARKS:
            bound[mark] = text
            return True
        case ast.Attribute(attr=mark, value=inner), ast.Attribute(attr=name, value=other):
            if mark.lower() in _MARKS:
                bound[mark] = name
            return (mark.lower() in _MARKS or mark == name) and _fits(inner, other, bound)
        case ast.Call(), ast.Call():
            return _fits(pattern.func, node.func, bound) and _arguments(pattern, node, bound)
        case _:
            return ast.dump(pattern) == ast.dump(node)


def _arguments(pattern: ast.Call, node: ast.Call, bound: Bound) -> bool:
    given = list(node.args)
    for place in pattern.args:
        if isinstance(place, ast.Starred):
            bound[_REST.upper()] = ast.Tuple(elts=given, ctx=ast.Load())
            given = []
        elif not given or not _fits(place, given.pop(0), bound):
            return False
    by_name = {keyword.arg: keyword.value for keyword in node.keywords}
    return not given and all(_fits(keyword.value, by_name[keyword.arg], bound) for keyword in pattern.keywords if keyword.arg in by_name)
