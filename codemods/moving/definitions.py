"""Definitions of one model out of a shared module, into a file of the model's own: what each file is afterwards."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from ...analyzer.linking.meaning import module_of
from ..applying.assembling import check
from ..editing.document import Document, Edit, UneditableError
from ..editing.imports import absolute_edit, insertions, unused
from ..editing.lifting import region_of, spliced
from ..editing.places import places_of
from ..editing.removing import removal
from .circles import Circles
from .entries import Filling, filling
from .gathering import Gathered, NotMovable, gathered
from .hatch import hatch
from .lazily import lazy_import
from .methods import functions
from .modules import Host, Imported, Module, Own, TypeOnly
from .outside import Outside

_LAST = "# What fills the tables above is imported last, for it needs what stands above."


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
    tables: tuple[str, ...] = ()  # that the owner fills


@dataclass(slots=True)
class _New:
    """The file of the owner, as it grows."""

    module: Module
    width: int
    lines: list[str] = field(default_factory=list)
    later: defaultdict[ast.AST, set[str]] = field(default_factory=lambda: defaultdict(set))  # what each function imports when it is called
    eager: set[str] = field(default_factory=set)  # names of the old module that it needs at once
    filling: Filling = field(default_factory=Filling)

    @property
    def name(self) -> str:
        """The dotted name of the module."""
        return module_of(self.module.document.path)[0]

    @property
    def starts(self) -> list[str]:
        """The modules that it may import for what moves."""
        return [each for line in self.lines if not line.startswith("from __future__") for each in _modules(line)]


def moved(asked: Moving, read: Callable[[str], bytes | None], circles: Circles, outside: Outside) -> Moved:
    """Return what becomes of both files.

    Raises:
        NotMovable: the definitions depend on where they stand, or one of the two modules would have to be there before the other.
        UneditableError: a file cannot be changed so.

    """
    data = read(asked.path)
    assert data is not None
    old, methods = functions(Document(path=asked.path, data=data), asked.roots, outside.speaks_of)
    held = gathered(old, asked.roots, outside.speaks_of, methods)
    there = read(asked.target)
    new = _New(module=Module(document=Document(path=asked.target, data=asked.fresh((), "") if there is None else there)), width=asked.width)
    _resolve(held, new)
    _fill(held, new, circles)
    after = _owner(held, new, asked.fresh if there is None else None)
    left, is_imported = _shared(held, new, circles, outside)
    files = {asked.target: after, asked.path: left}
    for path, text in files.items():
        check(path, text)
    return Moved(
        names=held.roots,
        helpers=held.helpers,
        files=files,
        differences=_differences(held, new, is_imported=is_imported),
        tables=new.filling.tables,
    )


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


def _fill(held: Gathered, new: _New, circles: Circles) -> None:
    """Let the owner fill the tables that hold what moves, at the end of the shared module's import; where that must be, or can be."""
    shared = module_of(held.module.document.path)[0]
    eager = _eager(held)
    if not eager and not _registers(held):
        return
    is_circle = _is_circle(new, circles, shared)
    if is_circle and circles.reaches([new.name.rpartition(".")[0], *new.starts], shared):
        raise NotMovable(
            "R11", f"{shared} needs {', '.join(eager or held.roots)} while it is imported, and the package of {new.name} needs {shared}"
        )
    try:
        new.filling = filling(held, eager)
    except NotMovable:
        if is_circle:
            raise
        return  # it is imported from its owner, as from anywhere else
    for name in sorted(new.filling.reads):
        _take(name, held, new, None)
    new.eager |= {*new.filling.tables}


def _eager(held: Gathered) -> list[str]:
    """Return what the shared module needs of what moves while it is imported."""
    return sorted({name for node in held.rest for name in held.module.needs(node).eager & set(held.names)})


def _is_circle(new: _New, circles: Circles, shared: str) -> bool:
    return bool(new.eager) or circles.reaches([new.name, *new.starts], shared)


def _owner(held: Gathered, new: _New, fresh: Callable[[Iterable[str], str], bytes] | None) -> bytes:
    shared, document = module_of(held.module.document.path)[0], new.module.document
    lines = [*new.lines, *(f"from {shared} import {name}" for name in sorted(new.eager))]
    loggers = [name for name in held.loggers if name not in new.module.bindings]
    made = [held.module.document.source(node) for name in loggers for node in held.module.bindings[name]]
    texts = [_text(node, held, new, shared) for node in held.statements]
    body = "\n\n\n".join(
        [*(["\n".join(made)] if made else []), *texts, *(["\n".join(new.filling.statements)] if new.filling.statements else [])]
    )
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
        raise NotMovable("R10", "it shares a line with another statement")
    relative = (absolute_edit(node, document) for node in ast.walk(statement) if isinstance(node, ast.ImportFrom))
    edits = [edit for edit in relative if edit is not None]
    for function in ast.walk(statement):
        names = new.later.get(function, set()) - new.eager
        if names:
            edits.append(lazy_import(function, sorted(names), shared, document, new.width))
    return spliced(document, document.starts[region.first], document.starts[statement.end_lineno or 0], edits).rstrip("\n")


# -- the shared file


def _shared(held: Gathered, new: _New, circles: Circles, outside: Outside) -> tuple[bytes, bool]:
    """Return what stays, and whether it imports the owner's file while it is imported."""
    module, document = new.name, held.module.document
    shared = module_of(document.path)[0]
    mine = set(held.names)
    later = [host for node in held.rest for host in held.module.needs(node).hosts if mine & host.names]
    eager = [] if (is_circle := _is_circle(new, circles, shared)) else _eager(held)
    called = {name for host in later for name in mine & host.names}
    is_lazy = is_circle or circles.brings(module, new.starts, shared)
    imported = eager if is_lazy else sorted({*eager, *called})
    if _registers(held) and not imported and not is_circle:
        imported = list(held.roots)
    edits = [*(_removal(node, document) for node in held.statements), *new.filling.edits]
    for host in later:
        names = sorted((mine & host.names) - set(imported))
        edits += [lazy_import(host.function, names, module, document, new.width)] if names else []
    text = Document(path=document.path, data=document.edited(edits))
    text = Document(path=text.path, data=text.edited(insertions((f"from {module} import {name}" for name in imported), text)))
    hatched = tuple(name for name in held.names if name not in {*imported, *held.methods})
    if hatched:
        text = Document(path=text.path, data=text.edited([hatch(hatched, module, text)]))
    if is_circle and (_registers(held) or new.filling.edits):
        text = Document(path=text.path, data=text.edited([_tail(module, text)]))
    freed = {name for node in held.statements for name in held.module.needs(node).names} - mine
    return text.edited(unused((name for name in freed if not outside.takes(name, shared)), text)), bool(imported or new.filling.edits)


def _tail(module: str, document: Document) -> Edit:
    """Return the edit by which a module imports another one when all of its own names are there."""
    end, line = len(document.text), f"import {module}  # noqa: E402, F401\n"
    return Edit(start=end, end=end, text=line if _LAST in document.text else f"\n\n{_LAST}\n{line}")


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
    named = ", ".join(name for name in held.names if name not in held.methods)
    found = [("module", f"`__module__` of {named} is {module}, was {old}; what is pickled by name is found under both")] if named else []
    found += [("attribute", f"{owner} has no {name} any more: it is a function of {module}") for name, owner in held.methods.items()]
    if is_imported:
        found.append(("import", f"importing {old} imports {module} and the package around it"))
    if new.filling.tables:
        found.append(
            (
                "order",
                f"in {', '.join(new.filling.tables)} the entries of {', '.join(held.roots)} come last, in the order in which owners are imported",
            )
        )
    if held.loggers:
        found.append(("logger", f"{', '.join(held.loggers)} of what moved is called {module}, was {old}"))
    if new.module.is_lazy and not held.module.is_lazy:
        found.append(("annotations", f"annotations of {', '.join(held.names)} are strings until somebody evaluates them"))
    return tuple(found)
