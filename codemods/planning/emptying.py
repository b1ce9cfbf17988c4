"""R7, R11: each model says its own entry of a table, and lookups ask it first."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ...registry.dialects.dialect import Dialect, HookKind
from ...registry.dialects.keys import function_of
from ...registry.dialects.template import render
from ...registry.space import Space
from ..editing.document import Document, Edit
from ..editing.lifting import comments_above
from ..editing.places import Places
from ..editing.removing import removal
from .asked import is_pure
from .branch import Documents
from .capturing import NotLiftable, free_imports
from .constants import elsewhere
from .plan import Change, Difference, Guard, HookPlan, HookPoint, HookText, Key, Obligation, Planned, Position, Registration, of_public
from .refusing import refused_table
from .stateless import is_stateless
from .tables import Entry, Table, Use

_PAIR = 2


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


def plans(emptying: Emptying, documents: Documents) -> list[Planned]:
    """Return the plan of a table, one for each of its lookups, and what is refused of it.

    Raises:
        NotLiftable: no value is a plain one, or the table is used for something else.

    """
    table = emptying.table
    _check(table, documents)
    reasons: dict[str, str] = {}
    gone = tuple(entry for entry in table.entries if emptying.wanted(entry.key) and _can_leave(entry, emptying, reasons))
    if not gone:
        raise NotLiftable(next(iter(reasons.values())))
    rest = tuple(entry for entry in table.entries if entry not in gone)
    is_whole = not rest and not table.foreign
    ends = is_whole and not any(isinstance(use.node, ast.Subscript) for use in table.uses)  # `[…]` of an unknown key goes on to raise
    made: list[Planned] = [_use(use, emptying, gone, is_last=ends) for use in table.uses]
    by_path: defaultdict[Places, list[Entry]] = defaultdict(list)
    for entry in gone:
        by_path[entry.places].append(entry)
    for places, held in by_path.items():
        edits = [_statement_gone(*one) for one in table.statements if one[0] is places] if ends else _emptied(places, held)
        made += _table(places, held, emptying, edits, is_partial=not is_whole)
    stay = replace(table, entries=tuple(entry for entry in rest if entry.key in reasons))
    if stay.entries:
        made.append(refused_table(stay, "R7", "; ".join(dict.fromkeys(reasons.values()))))
    if table.foreign:
        left = {(entry.places.document.path, entry.node.lineno) for entry in gone}
        stay = replace(table, entries=rest, sites=tuple(site for site in table.sites if (site.path, site.line) not in left))
        made.append(refused_table(stay, "X2", foreign(table)))
    return made


def foreign(table: Table) -> str:
    """Return why a table stays that is made of one that cannot be read here."""
    return f"{table.name} is made of a table of another package, which decides first"


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


def _can_leave(entry: Entry, emptying: Emptying, reasons: dict[str, str]) -> bool:
    try:
        _check_entry(entry, emptying)
    except NotLiftable as reason:
        reasons[entry.key] = str(reason)
        return False
    return True


def _check(table: Table, documents: Documents) -> None:
    known: dict[str, list[tuple[int, int]]] = {}
    for places, statement in table.statements:
        known.setdefault(places.document.path, []).append((places.document.start(statement), places.document.end(statement)))
    for use in table.uses:
        document = use.places.document
        known.setdefault(document.path, []).append((document.start(use.node), document.end(use.node)))
    fault = next(elsewhere({table.name}, known, documents), None)
    if fault is not None:
        raise NotLiftable(fault)


def _check_entry(entry: Entry, emptying: Emptying) -> None:
    """Make sure that an entry can be said by its model: plain, or by a hook made of what its module holds, and true for sure."""
    if emptying.table.foreign and not isinstance(entry.node, ast.stmt):
        raise NotLiftable(foreign(emptying.table))  # only a later statement is sure to win over what it is made of
    try:
        value = ast.literal_eval(entry.value)
    except ValueError as error:
        if emptying.kind is HookKind.FACT:
            raise NotLiftable(f"the entry of {entry.key} is made of what lies in {entry.places.document.path}") from error
        free_imports(entry.value, entry.places)
        is_plain = isinstance(entry.value, ast.Name | ast.Attribute | ast.Tuple | ast.List | ast.Dict | ast.Lambda)
        if not is_plain and not is_stateless(entry.value, entry.places):
            raise NotLiftable(f"the entry of {entry.key} is computed when its module is imported") from error
        return
    if not value:
        raise NotLiftable(f"the entry of {entry.key} is empty, which a lookup cannot tell from none")


def _use(use: Use, emptying: Emptying, gone: tuple[Entry, ...], *, is_last: bool) -> HookPlan:
    document = use.places.document
    call = emptying.dialect.call(emptying.kind, use.site.space)
    if call is None or not emptying.dialect.carries(emptying.kind, use.site.space):
        raise NotLiftable(f"{emptying.dialect.name} says no {emptying.kind} by a {use.site.space}")

    def asks(key: ast.expr, default: str) -> str:
        names = {"key": document.source(key), "point": emptying.point, "function": function_of(emptying.point), "default": default}
        role = emptying.dialect.file(emptying.table.subsystem).role
        return render(call.text, {**names, "role": role, "context": "", "arguments": "", "value": ""})

    keys = tuple(entry.key for entry in gone)
    if is_last and _is_asked(use, document, emptying.point):
        start, end, text = _without_table(use, document)
    else:
        start, end, text = document.start(use.node), document.end(use.node), _asked(use, document, asks, is_last=is_last)
    made = (Change(path=document.path, op="retest", line=use.site.line, start=start, end=end, text=text),)
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


def _without_table(use: Use, document: Document) -> tuple[int, int, str]:
    """Return where a lookup goes that is the default of what is asked already, and what stays of it."""
    parent = use.places.parents[use.node]
    match use.node:
        case ast.Call(args=[_, default]):
            return document.start(use.node), document.end(use.node), document.source(default)
        case ast.Compare() if isinstance(parent, ast.BoolOp):
            return document.start(use.node), document.start(parent.values[parent.values.index(use.node) + 1]), ""
        case _:
            return document.start(use.node), document.end(use.node), "None"


def _is_asked(use: Use, document: Document, point: str) -> bool:
    """Whether an earlier migration made this lookup ask the fact."""
    return any(isinstance(parent, ast.expr) and _says(parent, point) for parent in use.places.up(use.node))


def _says(node: ast.expr, point: str) -> bool:
    return any(isinstance(part, ast.Constant) and part.value == point for part in ast.walk(node))


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
            rules=(*(["R7"] if all(map(_is_plain, group)) else ["R11"]), *(["R15"] if is_partial else [])),
            path=document.path,
            line=group[0].node.lineno,
            scope="<module>",
            branches=tuple(site.id for site in emptying.table.sites if site.path == document.path),
            guard=Guard(key=key, position=Position.WHOLE, residual=None),
            point=HookPoint(name=emptying.point, kind=emptying.kind, anchor=f"{document.path}::{emptying.table.name}"),
            hook=None if emptying.kind is HookKind.FACT else _fresh(group[0], emptying.point),
            registrations=tuple(_registered(entry, emptying, space) for entry in group),
            changes=changes if number == 0 else (),
            differences=(*(of_public(emptying.table.name) if number == 0 else ()), *_anew(group)),
            document=document.digest,
        )


def _anew(entries: list[Entry]) -> tuple[Difference, ...]:
    """Return the difference that it makes that an object is made at each lookup, and not once."""
    made = [entry.key for entry in entries if isinstance(entry.value, ast.Call)]
    return tuple(Difference(kind="fresh", detail=f"each lookup of {key} makes its object, which keeps nothing, anew") for key in made)


def _fresh(entry: Entry, point: str) -> HookText:
    """Return a hook that makes the value anew at each call, so that nobody can change it for all."""
    head = "".join(f"{line}\n" for line in free_imports(entry.value, entry.places))
    body = f"{head}\nreturn {_value(entry)}\n" if head else f"return {_value(entry)}\n"
    return HookText(name=function_of(point), parameters=(), takes_context=False, body=body)


def _registered(entry: Entry, emptying: Emptying, space: Space) -> Registration:
    value = _value(entry) if emptying.kind is HookKind.FACT else function_of(emptying.point)
    return Registration(key=entry.key, space=space, owner=emptying.owner(entry.key), kind=emptying.kind, slot=emptying.point, value=value)


def _kind(dialect: Dialect) -> HookKind:
    """Return how entries are said: by hooks that make them anew, or as facts where a hook wants a context, which a lookup may not have."""
    return HookKind.VALUE if dialect.context is None and HookKind.VALUE in dialect.kinds else HookKind.FACT


def _is_plain(entry: Entry) -> bool:
    return not any(isinstance(node, ast.Name) for node in ast.walk(entry.value))


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
