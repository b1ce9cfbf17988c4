"""Definitions of one model out of a shared module, into a file of the model's own: what each file is afterwards."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ...analyzer.linking.meaning import module_of
from ..applying.assembling import check
from ..editing.document import Document, Edit, UneditableError
from ..editing.imports import absolute_edit, insertions, unused
from ..editing.lifting import region_of, spliced
from ..editing.places import places_of
from ..editing.removing import removal
from .circles import Circles
from .gathering import Gathered, NotMovable, gathered
from .hatch import hatch
from .modules import Host, Imported, Module, Own, TypeOnly
from .outside import Outside


@dataclass(frozen=True, slots=True, kw_only=True)
class Moving:
    """What was asked: definitions of one file, and the file of their owner; *fresh* gives its text, with imports, where there is none yet."""

    path: str
    roots: tuple[str, ...]
    target: str
    fresh: Callable[[Iterable[str], str], bytes]
    width: int  # of a line


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What a move comes to."""

    names: tuple[str, ...]
    helpers: tuple[str, ...]
    files: Mapping[str, bytes]
    differences: tuple[tuple[str, str], ...]  # kind, detail


@dataclass(slots=True)
class _New:
    """The file of the owner, as it grows."""

    module: Module
    width: int
    lines: list[str] = field(default_factory=list)
    later: defaultdict[ast.AST, set[str]] = field(default_factory=lambda: defaultdict(set))  # what each function imports when it is called
    eager: set[str] = field(default_factory=set)  # names of the old module that it needs at once


def moved(asked: Moving, read: Callable[[str], bytes | None], circles: Circles, outside: Outside) -> Moved:
    """Return what becomes of both files.

    Raises:
        NotMovable: the definitions depend on where they stand, or one of the two modules would have to be there before the other.
        UneditableError: a file cannot be changed so.

    """
    data = read(asked.path)
    assert data is not None
    old = Document(path=asked.path, data=data)
    held = gathered(old, asked.roots, outside.speaks_of)
    there = read(asked.target)
    new = _New(module=Module(document=Document(path=asked.target, data=asked.fresh((), "") if there is None else there)), width=asked.width)
    _resolve(held, new)
    after = _owner(held, new, asked.fresh if there is None else None)
    left, is_imported = _shared(held, new, circles, outside)
    files = {asked.target: after, asked.path: left}
    for path, text in files.items():
        check(path, text)
    return Moved(names=held.roots, helpers=held.helpers, files=files, differences=_differences(held, new, is_imported=is_imported))


# -- the owner's file


def _resolve(held: Gathered, new: _New) -> None:
    """Find out how each name that moves comes by what it reads."""
    for name in held.names:
        if name in new.module.bindings:
            raise NotMovable("R10", f"{new.module.document.path} has a {name} already")
    for statement in held.statements:
        needs = held.module.needs(statement, lazy=new.module.is_lazy)
        for name in sorted(needs.eager - set(held.names)):
            _take(name, held, new, None)
        for host in needs.hosts:
            for name in sorted(host.names - set(held.names)):
                _take(name, held, new, host)


def _take(name: str, held: Gathered, new: _New, host: Host | None) -> None:
    if name in held.loggers:
        _same(name, held, new)
        return
    match held.module.origin(name):
        case Imported(lines=lines):
            known = new.module.origin(name)
            if known is not None and (not isinstance(known, Imported) or set(known.lines) != set(lines)):
                raise NotMovable("R10", f"{name} means something else in {new.module.document.path}")
            new.lines += lines
        case Own():
            if name in new.module.bindings:
                raise NotMovable("R10", f"{name} means something else in {new.module.document.path}")
            if host is None:
                new.eager.add(name)
            else:
                new.later[host.function].add(name)
        case TypeOnly():
            raise NotMovable("R10", f"{name} is imported for type checkers alone")
        case None:
            pass


def _same(name: str, held: Gathered, new: _New) -> None:
    """Make sure that a logger of the owner's file, if there is one, is made as that of the shared one is."""
    mine, theirs = (module.bindings.get(name, ()) for module in (held.module, new.module))
    if theirs and [ast.unparse(node) for node in theirs] != [ast.unparse(node) for node in mine]:
        raise NotMovable("R10", f"{name} means something else in {new.module.document.path}")
    for statement in mine:
        for needed in sorted(held.module.needs(statement).names):
            _take(needed, held, new, None)


def _owner(held: Gathered, new: _New, fresh: Callable[[Iterable[str], str], bytes] | None) -> bytes:
    shared, document = module_of(held.module.document.path)[0], new.module.document
    lines = [*new.lines, *(f"from {shared} import {name}" for name in sorted(new.eager))]
    loggers = [name for name in held.loggers if name not in new.module.bindings]
    made = [held.module.document.source(node) for name in loggers for node in held.module.bindings[name]]
    texts = [_text(node, held, new, shared) for node in held.statements]
    body = "\n\n\n".join(["\n".join(made), *texts] if made else texts)
    if fresh is not None:
        document = Document(path=document.path, data=fresh(lines, body))
    before = document.text.rstrip()
    end = Edit(start=len(before), end=len(document.text), text=f"\n\n\n{body}\n" if before else f"{body}\n")
    grown = Document(path=document.path, data=document.edited([end]))
    return grown.edited(insertions(lines, grown))


def _text(statement: ast.stmt, held: Gathered, new: _New, shared: str) -> str:
    """Return a definition as it stands in the owner's file, with the comments above it."""
    document = held.module.document
    region = region_of([statement], document)
    if region is None:
        raise NotMovable("R10", f"line {statement.lineno} holds more than one statement")
    relative = (absolute_edit(node, document) for node in ast.walk(statement) if isinstance(node, ast.ImportFrom))
    edits = [edit for edit in relative if edit is not None]
    for function in ast.walk(statement):
        names = new.later.get(function, set()) - new.eager
        if names:
            edits.append(lazy_import(function, sorted(names), shared, document, new.width))
    return spliced(document, document.starts[region.first], document.starts[statement.end_lineno or 0], edits).rstrip("\n")


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


# -- the shared file


def _shared(held: Gathered, new: _New, circles: Circles, outside: Outside) -> tuple[bytes, bool]:
    """Return what stays, and whether it imports the owner's file while it is imported."""
    module, document = module_of(new.module.document.path)[0], held.module.document
    shared = module_of(document.path)[0]
    needs = [held.module.needs(node) for node in held.rest]
    mine = set(held.names)
    eager = sorted({name for each in needs for name in mine & each.eager})
    later = [host for each in needs for host in each.hosts if mine & host.names]
    lines = [line for line in new.lines if not line.startswith("from __future__")]
    starts = [each for line in lines for each in _modules(line)]
    is_circle = bool(new.eager) or circles.reaches([module, *starts], shared)
    if is_circle and (eager or _registers(held)):
        what = f"{eager[0]} while it is imported" if eager else "what its decorators register"
        raise NotMovable("R11", f"{shared} needs {what}, and {module} needs {shared}: let the owner register it")
    called = {name for host in later for name in mine & host.names}
    is_lazy = is_circle or circles.brings(module, starts, shared)
    imported = sorted(eager) if is_lazy else sorted({*eager, *called})
    if _registers(held) and not imported:
        imported = list(held.roots)
    edits = [_removal(node, document) for node in held.statements]
    for host in later:
        names = sorted((mine & host.names) - set(imported))
        edits += [lazy_import(host.function, names, module, document, new.width)] if names else []
    text = Document(path=document.path, data=document.edited(edits))
    text = Document(path=text.path, data=text.edited(insertions((f"from {module} import {name}" for name in imported), text)))
    hatched = tuple(name for name in held.names if name not in imported)
    if hatched:
        text = Document(path=text.path, data=text.edited([hatch(hatched, module, text)]))
    freed = {name for node in held.statements for name in held.module.needs(node).names} - mine
    return text.edited(unused((name for name in freed if not outside.takes(name, shared)), text)), bool(imported)


def _modules(line: str) -> tuple[str, ...]:
    """Return what an import line may import: the module, and what it names in it."""
    words = line.split()
    return (words[1], f"{words[1]}.{words[3]}") if words[0] == "from" else (words[1],)


def _registers(held: Gathered) -> bool:
    """Whether decorating one of the definitions does more than to wrap it: its name says that it registers, or the module made it."""
    for node in held.statements:
        for decorator in getattr(node, "decorator_list", ()):
            base = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = ast.unparse(base)
            if "regist" in name or isinstance(held.module.origin(name.partition(".")[0]), Own):
                return True
    return False


def _removal(node: ast.stmt, document: Document) -> Edit:
    region = region_of([node], document)
    if region is None:
        raise UneditableError(f"{document.path}:{node.lineno}: a definition shares its line with another statement")
    return removal(node, document, places_of(document), region.first)


def _differences(held: Gathered, new: _New, *, is_imported: bool) -> tuple[tuple[str, str], ...]:
    old, module = (module_of(each.document.path)[0] for each in (held.module, new.module))
    found = [("module", f"`__module__` of {', '.join(held.names)} is {module}, was {old}; what is pickled by name is found under both")]
    if is_imported:
        found.append(("import", f"importing {old} imports {module} and the package around it"))
    if held.loggers:
        found.append(("logger", f"{', '.join(held.loggers)} of what moved is called {module}, was {old}"))
    if new.module.is_lazy and not held.module.is_lazy:
        found.append(("annotations", f"annotations of {', '.join(held.names)} are strings until somebody evaluates them"))
    return tuple(found)
