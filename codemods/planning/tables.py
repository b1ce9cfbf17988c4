"""Tables keyed by names: their entries, wherever these stand, and their lookups."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...analyzer.analysis import Program
from ...analyzer.inventory import Site
from ...analyzer.linking.members import Shape
from ..editing.places import Places, Spanned
from .branch import Documents


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Entry:
    """One key of a table, and where it stands: as an item of a dict, an argument of `dict(…)`, or a statement of its own."""

    key: str
    value: ast.expr
    places: Places
    node: ast.expr | ast.keyword | ast.stmt  # the key, the argument or the statement
    holder: ast.Dict | ast.Call | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Use:
    """One lookup."""

    site: Site
    node: Spanned
    places: Places


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table that is keyed by names, in all its statements, and its lookups."""

    dotted: str
    name: str
    subsystem: str
    entries: tuple[Entry, ...]
    statements: tuple[tuple[Places, ast.stmt], ...]
    foreign: bool  # it also holds what cannot be read here: a table of another package
    sites: tuple[Site, ...]
    uses: tuple[Use, ...]


def tables_of(program: Program, documents: Documents) -> tuple[Table, ...]:
    """Return the tables whose keys are all spelled in them, and that are looked up by a name."""
    statements: defaultdict[str, list[tuple[Places, ast.stmt]]] = defaultdict(list)
    homes: dict[str, str] = {}
    for one in program.linked.collections:
        if one.shape is Shape.MAPPING:
            places = documents.places(one.unit.path)
            statement = _at_line(places, one.unit.first + one.definition.span[0])
            if statement is not None:
                statements[one.dotted].append((places, statement))
                homes.setdefault(one.dotted, one.unit.subsystem)
    uses = _uses(program, documents)
    found = []
    for dotted, known in statements.items():
        name = dotted.rpartition(".")[2]
        held = [*known, *_empty(name, known[0][0])]
        entries = [entry for places, statement in held for entry in _entries(places, statement)]
        foreign = not all(_is_read(statement) for _, statement in held)
        lines = {(places.document.path, statement.lineno) for places, statement in held}
        sites = tuple(site for site, _ in program.sites if (site.path, site.line) in lines and site.kind.value == "table")
        if foreign or (entries and dotted in uses):
            found.append(
                Table(
                    dotted=dotted,
                    name=name,
                    subsystem=homes[dotted],
                    entries=tuple(entries),
                    statements=tuple(held),
                    foreign=foreign,
                    sites=sites,
                    uses=tuple(uses.get(dotted, ())),
                )
            )
    return tuple(found)


def _uses(program: Program, documents: Documents) -> Mapping[str, list[Use]]:
    found: defaultdict[str, list[Use]] = defaultdict(list)
    for site, _ in program.sites:
        if site.kind.value == "table-use" and site.constant is not None:
            places = documents.places(site.path)
            node = places.at(site.line, site.column, site.end_line, site.end_column)
            if node is not None:
                found[site.constant].append(Use(site=site, node=node, places=places))
    return found


def _at_line(places: Places, line: int) -> ast.stmt | None:
    held = [node for node in ast.walk(places.document.tree) if isinstance(node, ast.Assign | ast.AnnAssign) and node.lineno == line]
    return held[0] if len(held) == 1 else None


def _empty(name: str, places: Places) -> Iterator[tuple[Places, ast.stmt]]:
    """Yield the statement that makes an empty table, which statements of their own fill."""
    for node in places.document.tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and ast.unparse(node.value) in {"{}", "dict()"}:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if [ast.unparse(target) for target in targets] == [name]:
                yield places, node


def _is_read(statement: ast.stmt) -> bool:
    """Whether all entries that a statement makes are spelled in it."""
    match statement:
        case ast.Assign(targets=[ast.Subscript(slice=ast.Constant())]):
            return True
        case ast.Assign(value=ast.Dict(keys=keys)) | ast.AnnAssign(value=ast.Dict(keys=keys)):
            return all(isinstance(key, ast.Constant) for key in keys)
        case ast.Assign(value=ast.Call(func=ast.Name(id="dict"), args=[], keywords=keywords)):
            return all(keyword.arg is not None for keyword in keywords)
        case _:
            return False


def _entries(places: Places, statement: ast.stmt) -> Iterator[Entry]:
    match statement:
        case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=str(key)))], value=value):
            yield Entry(key=key, value=value, places=places, node=statement, holder=None)
        case ast.Assign(value=ast.Dict() as held) | ast.AnnAssign(value=ast.Dict() as held):
            for key_node, value in zip(held.keys, held.values, strict=True):
                if isinstance(key_node, ast.Constant) and isinstance(key_node.value, str):
                    yield Entry(key=key_node.value, value=value, places=places, node=key_node, holder=held)
        case ast.Assign(value=ast.Call(func=ast.Name(id="dict"), args=[]) as call):
            for keyword in call.keywords:
                if keyword.arg is not None:
                    yield Entry(key=keyword.arg, value=keyword.value, places=places, node=keyword, holder=call)
        case _:
            return
