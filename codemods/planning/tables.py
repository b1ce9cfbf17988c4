"""R7: tables keyed by names whose values are plain: each model says its own entry as a fact, and lookups ask it first."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ...analyzer.analysis import Program
from ...analyzer.inventory import Site
from ...analyzer.linking.members import Shape
from ...registry.dialects.dialect import Dialect, HookKind
from ...registry.dialects.keys import function_of
from ...registry.dialects.template import render
from ...registry.space import Space
from ..editing.document import Document, Edit
from ..editing.lifting import comments_above
from ..editing.places import Places, Spanned
from ..editing.removing import removal
from .asked import is_pure
from .branch import Documents
from .capturing import NotLiftable
from .constants import elsewhere
from .plan import Change, Guard, HookPlan, HookPoint, HookText, Key, Obligation, Position, Registration

_PAIR = 2


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
    for dotted, held in statements.items():
        entries = [entry for places, statement in held for entry in _entries(places, statement)]
        lines = {(places.document.path, statement.lineno) for places, statement in held}
        sites = tuple(site for site, _ in program.sites if (site.path, site.line) in lines and site.kind.value == "table")
        if entries and dotted in uses:
            name = dotted.rpartition(".")[2]
            found.append(
                Table(
                    dotted=dotted,
                    name=name,
                    subsystem=homes[dotted],
                    entries=tuple(entries),
                    statements=tuple(held),
                    sites=sites,
                    uses=tuple(uses[dotted]),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Emptying:
    """Some keys of a table, and how the dialect says and asks a fact."""

    table: Table
    wanted: Callable[[str], bool]
    dialect: Dialect
    point: str
    owner: Callable[[str], str]

    @property
    def kind(self) -> HookKind:
        """How its entries are said."""
        return _kind(self.dialect)


def plans(emptying: Emptying, documents: Documents) -> list[HookPlan]:
    """Return the plan of a table, and one for each of its lookups.

    Raises:
        NotLiftable: a value is no plain one, or the table is used for something else.

    """
    table = emptying.table
    gone = tuple(entry for entry in table.entries if emptying.wanted(entry.key))
    _check(table, gone, documents)
    rest = tuple(entry for entry in table.entries if entry not in gone)
    ends = not rest and not any(isinstance(use.node, ast.Subscript) for use in table.uses)  # `[…]` of an unknown key goes on to raise
    made = [_use(use, emptying, gone, is_last=ends) for use in table.uses]
    by_path: defaultdict[Places, list[Entry]] = defaultdict(list)
    for entry in gone:
        by_path[entry.places].append(entry)
    for places, held in by_path.items():
        edits = [_statement_gone(*one) for one in table.statements if one[0] is places] if ends else _emptied(places, held)
        made += _table(places, held, emptying, edits, is_partial=bool(rest))
    return made


def _emptied(places: Places, held: list[Entry]) -> list[Edit]:
    """Return the edits that take entries out; a display that has nothing else is one of nothing."""
    document = places.document
    edits: list[Edit] = []
    for holder in {entry.holder for entry in held}:
        mine = [entry for entry in held if entry.holder is holder]
        size = 0 if holder is None else len(holder.keys if isinstance(holder, ast.Dict) else holder.keywords)
        if holder is not None and len(mine) == size:
            text = "{}" if isinstance(holder, ast.Dict) else "dict()"
            edits.append(Edit(start=document.start(holder), end=document.end(holder), text=text))
        else:
            edits += [_without(entry) for entry in mine]
    return edits


def _statement_gone(places: Places, statement: ast.stmt) -> Edit:
    return removal(statement, places.document, places, comments_above(statement, places.document, places).first)


def _check(table: Table, gone: tuple[Entry, ...], documents: Documents) -> None:
    for entry in gone:
        try:
            value = ast.literal_eval(entry.value)
        except ValueError as error:
            raise NotLiftable(f"the entry of {entry.key} is made of what lies in {entry.places.document.path}") from error
        if not value:
            raise NotLiftable(f"the entry of {entry.key} is empty, which a lookup cannot tell from none")
    known: dict[str, list[tuple[int, int]]] = {}
    for places, statement in table.statements:
        known.setdefault(places.document.path, []).append((places.document.start(statement), places.document.end(statement)))
    for use in table.uses:
        document = use.places.document
        known.setdefault(document.path, []).append((document.start(use.node), document.end(use.node)))
    fault = next(elsewhere({table.name}, known, documents), None)
    if fault is not None:
        raise NotLiftable(fault)


def _use(use: Use, emptying: Emptying, gone: tuple[Entry, ...], *, is_last: bool) -> HookPlan:
    document = use.places.document
    call = emptying.dialect.call(emptying.kind, use.site.space)
    if call is None or not emptying.dialect.carries(emptying.kind, use.site.space):
        raise NotLiftable(f"{emptying.dialect.name} says no {emptying.kind} by a {use.site.space}")

    def asks(key: ast.expr, default: str) -> str:
        names = {"key": document.source(key), "point": emptying.point, "function": function_of(emptying.point), "default": default}
        return render(call.text, {**names, "role": "", "context": "", "arguments": "", "value": ""})

    text = _asked(use, document, asks, is_last=is_last)
    keys = tuple(entry.key for entry in gone)
    made = (
        Change(path=document.path, op="retest", line=use.site.line, start=document.start(use.node), end=document.end(use.node), text=text),
    )
    return HookPlan(
        rules=("R7", *([] if is_last else ["R15"])),
        path=document.path,
        line=use.site.line,
        scope=use.site.scope,
        branches=(use.site.id,),
        guard=Guard(key=Key(space=use.site.space, subject=use.site.subject, values=keys), position=Position.WHOLE, residual=None),
        point=HookPoint(name=emptying.point, kind=emptying.kind, anchor=f"{document.path}::{use.site.scope}"),
        imports=call.imports,
        changes=() if _is_asked(use, document, emptying.point) and not is_last else made,
        frees=tuple(node.id for node in ast.walk(use.node) if isinstance(node, ast.Name)) if is_last else (),
        obligations=(Obligation(kind="truth_table", status="proved", evidence="the table is asked for what no model says"),),
        document=document.digest,
    )


def _is_asked(use: Use, document: Document, point: str) -> bool:
    """Whether an earlier migration made this lookup ask the fact."""
    return any(isinstance(parent, ast.expr) and f'"{point}"' in document.source(parent) for parent in use.places.up(use.node))


def _asked(use: Use, document: Document, asks: Callable[[ast.expr, str], str], *, is_last: bool) -> str:
    source = document.source(use.node)
    match use.node:
        case ast.Call(args=[key, *defaults], func=ast.Attribute(attr="get")) if len(defaults) < _PAIR and is_pure(key):
            return asks(key, source if not is_last else document.source(defaults[0]) if defaults else "None")
        case ast.Subscript(slice=key) if is_pure(key):
            return f"({asks(key, 'None')} or {source})"
        case ast.Compare(left=key, ops=[ast.In()]) if is_pure(key):
            return f"({asks(key, 'None')} is not None)" if is_last else f"({source} or {asks(key, 'None')} is not None)"
        case ast.Compare(left=key, ops=[ast.NotIn()]) if is_pure(key):
            return f"({asks(key, 'None')} is None)" if is_last else f"({source} and {asks(key, 'None')} is None)"
        case _:
            raise NotLiftable(f"`{source}` is a lookup of another form, or computes its key")


def _table(places: Places, held: list[Entry], emptying: Emptying, edits: list[Edit], *, is_partial: bool) -> Iterator[HookPlan]:
    """Yield a plan for all entries in one file; where each is a hook that makes a fresh value, one for each."""
    document = places.document
    groups = [held] if emptying.kind is HookKind.FACT else [[entry] for entry in held]
    changes = tuple(
        Change(path=document.path, op="narrow", line=held[0].node.lineno, start=edit.start, end=edit.end, text=edit.text) for edit in edits
    )
    space = emptying.table.uses[0].site.space
    for number, group in enumerate(groups):
        key = Key(space=space, subject=emptying.table.name, values=tuple(entry.key for entry in group))
        yield HookPlan(
            rules=("R7", *(["R15"] if is_partial else [])),
            path=document.path,
            line=group[0].node.lineno,
            scope="<module>",
            branches=tuple(site.id for site in emptying.table.sites if site.path == document.path),
            guard=Guard(key=key, position=Position.WHOLE, residual=None),
            point=HookPoint(name=emptying.point, kind=emptying.kind, anchor=f"{document.path}::{emptying.table.name}"),
            hook=None if emptying.kind is HookKind.FACT else _fresh(group[0], emptying.point),
            registrations=tuple(_registered(entry, emptying, space) for entry in group),
            changes=changes if number == 0 else (),
            document=document.digest,
        )


def _fresh(entry: Entry, point: str) -> HookText:
    """Return a hook that makes the value anew at each call, so that nobody can change it for all."""
    return HookText(name=function_of(point), parameters=(), takes_context=False, body=f"return {_value(entry)}\n")


def _registered(entry: Entry, emptying: Emptying, space: Space) -> Registration:
    value = _value(entry) if emptying.kind is HookKind.FACT else function_of(emptying.point)
    return Registration(key=entry.key, space=space, owner=emptying.owner(entry.key), kind=emptying.kind, slot=emptying.point, value=value)


def _kind(dialect: Dialect) -> HookKind:
    """Return how entries are said: by hooks that make them anew, or as facts where a hook wants a context, which a lookup may not have."""
    return HookKind.VALUE if dialect.context is None and HookKind.VALUE in dialect.kinds else HookKind.FACT


def _value(entry: Entry) -> str:
    return entry.places.document.source(entry.value)


def _without(entry: Entry) -> Edit:
    """Return the edit that takes an entry out, with its line where it has one of its own."""
    document = entry.places.document
    if isinstance(entry.node, ast.stmt):
        return _statement_gone(entry.places, entry.node)
    start, end = document.offset(entry.node.lineno, entry.node.col_offset), document.end(entry.value)
    line_start, line_end = document.starts[entry.node.lineno - 1], document.starts[entry.value.end_lineno or 0]
    behind = document.text[end:line_end].strip()
    if not document.text[line_start:start].strip() and behind.startswith(","):
        return Edit(start=line_start, end=line_end, text="")
    if behind.startswith(","):
        rest = document.text[end:line_end]
        return Edit(start=start, end=end + len(rest) - len(rest.lstrip(" ,")), text="")
    return Edit(start=start, end=end, text="")
