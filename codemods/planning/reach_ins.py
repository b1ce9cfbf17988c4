"""R16: imports of a model's own modules follow the body that they stand in, or what no longer needs them; the rest stay with a code."""

import ast
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ...analyzer.analysis import Program
from ...analyzer.inventory import Kind, Site, Zone
from ..editing.places import Places
from ..editing.usage import usage_of
from .branch import Documents
from .plan import HookPlan, Refused
from .refusing import refused_site

MOVING = frozenset({"call", "delete", "arm", "tail"})  # changes whose range goes to an owner
_ANY = "*"  # a part of a module's path that is computed


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachIns:
    """What becomes of the imports of models' own modules."""

    follow: tuple[str, ...]  # ids of those that go with a plan
    refused: tuple[Refused, ...]


@dataclass(slots=True)
class _Changes:
    """What plans change in one file."""

    gone: list[tuple[int, int]] = field(default_factory=list)
    edited: list[tuple[int, int]] = field(default_factory=list)
    freed: set[str] = field(default_factory=set)


def reach_ins(
    program: Program, documents: Documents, plans: Iterable[HookPlan], refused: Iterable[Refused], wanted: Callable[[Site], bool]
) -> ReachIns:
    """Return which imports follow *plans*; those of *wanted* sites that do not are refused, with the code of the branch that needs them."""
    changes: defaultdict[str, _Changes] = defaultdict(_Changes)
    for plan in plans:
        held = changes[plan.path]
        held.freed |= {*plan.frees}
        for change in plan.changes:
            held.edited.append((change.start, change.end))
            held.gone += [(change.start, change.end)] if change.op in {*MOVING, "dead"} else []
    codes = {(one.path, one.line): one for one in refused}
    owned = _definitions(program, documents)
    follow, stay = [], []
    for site, _ in program.sites:
        if site.kind is not Kind.REACH_IN or site.zone is not Zone.SHARED:
            continue
        places = documents.places(site.path)
        node = _statement(site, places)
        if node is not None and _goes(node, places, changes[site.path]):
            follow.append(site.id)
        elif wanted(site) and not any(first <= site.line <= last for first, last in owned.get(site.path, ())):
            stay.append(_refused(site, node, places, codes))
    return ReachIns(follow=tuple(follow), refused=tuple(stay))


def _definitions(program: Program, documents: Documents) -> Mapping[str, Collection[tuple[int, int]]]:
    """Return the lines of definitions that are one model's: what they import moves with them (`move-defs`)."""
    found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for site, _ in program.sites:
        if site.kind is Kind.PER_MODEL_DEF:
            for node in ast.walk(documents.places(site.path).document.tree):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.lineno == site.end_line:
                    found[site.path].append((site.line, node.end_lineno or site.line))
    return found


def _statement(site: Site, places: Places) -> ast.stmt | None:
    """Return the innermost statement at the line of a site."""
    held = [
        node for node in ast.walk(places.document.tree) if isinstance(node, ast.stmt) and node.lineno <= site.line <= (node.end_lineno or 0)
    ]
    return max(held, key=lambda node: (node.lineno, node.col_offset), default=None)


def _goes(node: ast.stmt, places: Places, changes: _Changes) -> bool:
    start = places.document.start(node)
    if any(first <= start < last for first, last in changes.gone):
        return True
    if not isinstance(node, ast.Import | ast.ImportFrom):
        return False
    bound = usage_of([node]).binds
    return bound <= changes.freed and not any(
        not any(first <= places.document.start(read) < last for first, last in changes.edited) for read in _reads(bound, places)
    )


def _reads(names: Collection[str], places: Places) -> Iterator[ast.Name]:
    return (node for node in ast.walk(places.document.tree) if isinstance(node, ast.Name) and node.id in names)


def _refused(site: Site, node: ast.stmt | None, places: Places, codes: Mapping[tuple[str, int], Refused]) -> Refused:
    """Return why an import stays: a convention finds its module, or the branch does that needs it, or nothing that moves does."""
    code, reason = "R16", f"{site.subject} is needed by what stays"
    if _ANY in site.names:
        code, reason = "X0", f"{site.subject} is put together from the name: a convention finds the module of any model"
    elif isinstance(node, ast.Import | ast.ImportFrom):
        lines = {read.lineno for read in _reads(usage_of([node]).binds, places)}
        user = next((codes[site.path, line] for line in sorted(lines) if (site.path, line) in codes), None)
        if user is not None:
            code, reason = user.code, f"the branch at line {user.line} needs it, and stays: {user.reason}"
    return refused_site(site, code, reason)
