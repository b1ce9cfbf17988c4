"""A linked program, its settings and what moved since the page was last verified, in; the tracking issue as values out."""

from collections import defaultdict

from ...analyzer.analysis import Program
from ...analyzer.inventory import Registration
from ...analyzer.settings.schema import Settings
from ...registry.dialects.dialect import Dialect
from ...registry.universe.spelling import key_of
from ..ordering.stack import Step
from ..ordering.stacking import Asked, stacked
from ..planning.owners import Owners
from ..planning.plan import Migration
from .items import items_of
from .rows import Facts, Model, branches, decisions, rows_of
from .tracker import Tracker, Verified


def tracker(facts: Facts, program: Program, settings: Settings, dialect: Dialect | None, verified: Verified) -> Tracker:
    """Return what the page tells of a tree."""
    model = _model(program)
    rows, movement, outside = rows_of(facts, settings, model)
    registered = descriptors(program, settings, dialect)
    registries = dict.fromkeys(entry.registry for entry in registered)
    return Tracker(
        target=facts.now.target,
        title=settings.tracker.title,
        verified=verified,
        dialect=None if dialect is None else dialect.name,
        missing=() if facts.migration is None else facts.migration.plumbing,
        registries=tuple(
            (name, tuple(dict.fromkeys(one.key for one in registered if one.registry == name))) for name in sorted(registries)
        ),
        descriptors=_number(registered),
        branches=decisions(branches(facts.now)),
        outside=outside,
        rows=rows,
        questions=settings.tracker.questions,
        items=items_of(facts, registered, model),
        stack=() if facts.migration is None else _stack(facts.migration, program),
        movement=movement,
        unread=tuple(f"{one.path}: {one.reason}" for one in program.unread),
    )


def _stack(migration: Migration, program: Program) -> tuple[Step, ...]:
    sites, owners = {site.id: site for site, _ in program.sites}, Owners(names=program.linked.names)
    return stacked(Asked(made=migration, moves=(), needs={}, sites=sites, model=owners.model)).steps


def _model(program: Program) -> Model:
    """Return what tells the model of a name; a word such as `default`, or a pattern, is none's."""
    names, owners = program.linked.names, Owners(names=program.linked.names)
    registered = {entry.key for entry in program.found.registrations}
    spelled = {key_of(name): name for name in names.types}
    for name in sorted({owners.model(name) for site, _ in program.sites for name in site.names}, reverse=True):
        spelled.setdefault(key_of(name), name)  # of two spellings the one with `_`, which is the later one

    def model(name: str) -> str:
        if not (names.is_name(name) or names.knows(name) or name in registered):
            return ""
        found = owners.model(name)
        return spelled.get(key_of(found), found)

    return model


def _number(entries: tuple[Registration, ...]) -> int:
    """Return how many descriptors registrations are of: their owners, and of a table that names no owners its keys."""
    owners: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for entry in entries:
        owners[entry.registry][entry.key] = entry.owner
    found = {(registry, owner) for registry, held in owners.items() if len(set(held.values())) > 1 for owner in held.values()}
    return len(found) + sum(len(held) for held in owners.values() if len(set(held.values())) == 1)


def descriptors(program: Program, settings: Settings, dialect: Dialect | None) -> tuple[Registration, ...]:
    """Return the registrations of models in the registries that the dialect writes to; where it has none yet, in those that shared code asks."""
    found = program.found.registrations
    written = [entry for entry in found if dialect is not None and entry.registry in dialect.recognised]
    named = {idiom.registry for idiom in settings.registry.idioms if idiom.lookup}
    return tuple(written or [entry for entry in found if entry.registry in named])
