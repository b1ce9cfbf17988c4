"""A scan and the costs of its models in, the evidence for a split out: items by file, what each model needs, what would remain."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...registry.dialects.dialect import Dialect, Part
from ...registry.dialects.keys import package
from ...registry.universe.names import Names
from ..costing.asking import Asked, Read, costs
from ..costing.belonging import Belonging, belonging
from ..costing.cost import Cost
from ..costing.tree import tree_of
from ..inventory import Inventory, Kind, Site
from ..judging.counts import counted
from ..judging.filters import Filters
from ..judging.select import select
from ..reading.source import SourceFile
from ..settings.schema import Settings
from .arrival import Arrival
from .attending import Attendant, arms, attendants, parsed
from .split import ATTENDANT, Group, Item, Need, SharedFile, Slot, Split

_QUOTED = 8  # lines of one item
_LITERALS = frozenset({Kind.TABLE, Kind.NAMESET})
_WHOLE = _LITERALS | {Kind.PER_MODEL_DEF, Kind.PREDICATE}  # what leaves with all its lines
_LEAVES_NOTHING = frozenset({Kind.FLAG_USE, Kind.TABLE_USE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which sites, in what words, how to name the earlier tree, and what else is known of the target."""

    filters: Filters
    dialect: Dialect | None
    date: str = ""
    against: str | None = None
    arrivals: tuple[Arrival, ...] = ()


def split(now: Read, settings: Settings, names: Names, wanted: Wanted, before: Read | None = None) -> Split:
    """Return the evidence in a tree; where an earlier one is given, how its shared files grew.

    Raises:
        FilterError: a filter holds a word that no site could have.

    """
    asked = Asked(filters=wanted.filters, against=wanted.against)
    cost = costs(now, settings, names, asked, before)
    shared = select(now.whole, wanted.filters, subsystems=[name for name, _ in settings.subsystems])
    tree = tree_of(now.source, settings, names)
    whose = belonging(tree.homes, names)
    texts = _texts(now, {file.path for file in tree.common})
    owned = _texts(now, {file.path for home in tree.homes for file in home.files})
    everywhere = select(now.whole, Filters(), subsystems=[]).sites  # what a filter leaves out may still call what it keeps
    modules = parsed(texts)
    attending = attendants(modules, parsed(owned), everywhere, lambda found: len(_models(whose, found)) == 1)
    kept = {site.path for site in shared.sites}
    items = (
        *_sites(shared, whose, texts, arms(modules, everywhere)),
        *_attending(attending, whose, texts, kept if wanted.filters else None),
    )
    earlier = None if before is None else costs(before, settings, names, asked)
    return Split(
        target=now.source.target,
        revision=now.source.revision,
        date=wanted.date,
        preset=cost.preset,
        against=wanted.against,
        cost=cost,
        layout=_layout(wanted.dialect),
        groups=_groups(items, {file.path: (file.subsystem, file.lines) for file in tree.common}, cost),
        needs=_needs(items, cost, wanted.dialect, {file.path: file.subsystem for file in tree.common}),
        joined=() if earlier is None else tuple(sorted(_at_home(cost) - _at_home(earlier))),
        arrivals=wanted.arrivals,
    )


def _at_home(cost: Cost) -> set[str]:
    return {model.model for model in cost.models if model.at}


def _texts(read: Read, paths: set[str]) -> dict[str, str]:
    found = read.source.read(lambda path: path in paths)
    return {file.path: file.data.decode("utf-8", "replace") for file in found if isinstance(file, SourceFile)}


def _models(whose: Belonging, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found.model for name in names if (found := whose.of(name)) is not None))


# -- items


def _sites(
    shared: Inventory, whose: Belonging, texts: Mapping[str, str], bodies: Mapping[tuple[str, int, int], tuple[int, int]]
) -> Iterator[Item]:
    rows = {path: text.splitlines() for path, text in texts.items()}
    for site in shared.sites:
        last = site.end_line if site.kind is not Kind.PER_MODEL_DEF else site.line + max(site.lines, 1) - 1
        leaving = _leaving(site, bodies.get((site.path, site.line, site.column)))
        yield Item(
            path=site.path,
            line=site.line,
            end_line=last,
            kind=site.kind,
            subject=site.subject,
            scope=site.scope,
            names=site.names,
            models=_models(whose, site.names),
            decision=site.decision if counted(site) else None,
            first=leaving.start,
            lines=len(leaving),
            quote=_quote(rows.get(site.path, []), site.line, site.end_line),
        )


def _attending(found: Iterable[Attendant], whose: Belonging, texts: Mapping[str, str], kept: set[str] | None) -> Iterator[Item]:
    for one in found:
        if kept is None or one.path in kept:
            yield Item(
                path=one.path,
                line=one.line,
                end_line=one.last,
                kind=ATTENDANT,
                subject=one.name,
                scope="<module>",
                names=one.names,
                models=_models(whose, one.names),
                decision=None,
                first=one.first,
                lines=one.last - one.first + 1,
                quote=_quote(texts[one.path].splitlines(), one.line, one.line),
            )


def _quote(rows: Sequence[str], first: int, last: int) -> tuple[str, ...]:
    return tuple(rows[first - 1 : min(last, first + _QUOTED - 1)])


def _leaving(site: Site, arm: tuple[int, int] | None) -> range:
    """Return the lines that leave shared code with a site: a definition or literal whole, an arm that is taken for names alone with its test.

    Of other tests their own lines leave; of what only asks a flag or a table, nothing.
    """
    if arm is not None:
        return range(arm[0], arm[1] + 1)
    if site.kind in _LEAVES_NOTHING:
        return range(site.line, site.line)
    if site.kind in _WHOLE:
        return range(site.line, site.line + max(site.lines, site.end_line - site.line + 1))
    if site.kind is Kind.MATCH:
        return range(site.line, site.end_line + site.lines + 1)
    return range(site.line, site.end_line + 1)


# -- files and groups


def _groups(items: Sequence[Item], files: dict[str, tuple[str, int]], cost: Cost) -> tuple[Group, ...]:
    before = {file.path: file for file in cost.files}
    held: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        if item.path in files:
            held[item.path].append(item)
    groups: defaultdict[str, list[SharedFile]] = defaultdict(list)
    for path, found in held.items():
        subsystem, lines = files[path]
        was = before[path].before if path in before else None
        groups[subsystem].append(_shared_file(path, lines, found, None if was is None else (was.lines, was.decisions)))
    ordered = (
        Group(
            subsystem=subsystem,
            decisions=len({item.decision for file in found for item in file.items if item.decision is not None}),
            files=tuple(sorted(found, key=lambda file: (-file.leaving, file.path))),
        )
        for subsystem, found in groups.items()
    )
    return tuple(sorted(ordered, key=lambda group: (-group.decisions, -sum(file.leaving for file in group.files), group.subsystem)))


def _shared_file(path: str, lines: int, items: Sequence[Item], was: tuple[int, int] | None) -> SharedFile:
    leaving = {line for item in items for line in _span(item)}
    decisions = {item.decision for item in items if item.decision is not None}
    return SharedFile(
        path=path,
        lines=lines,
        before=None if was is None else was[0],
        decisions=len(decisions),
        decisions_before=None if was is None else was[1],
        leaving=len(leaving),
        asking=min(len(decisions), len(leaving)),
        items=tuple(sorted(items, key=lambda item: (item.line, item.kind))),
    )


def _span(item: Item) -> range:
    return range(item.first, item.first + item.lines)


# -- models


def _layout(dialect: Dialect | None) -> tuple[Slot, ...]:
    files = () if dialect is None else dialect.owner.files
    return tuple(Slot(role=file.role, path=file.path, subsystems=file.subsystems) for file in files)


def _needs(items: Sequence[Item], cost: Cost, dialect: Dialect | None, subsystems: dict[str, str]) -> tuple[Need, ...]:
    held: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        for model in item.models:
            held[model].append(item)
    costs_of = {model.model: model for model in cost.models}
    goes = _destination(dialect, subsystems)
    found = []
    for model, own in held.items():
        known = costs_of.get(model)
        alone = [item for item in own if len(item.models) == 1]
        found.append(
            Need(
                model=model,
                at=known.at if known is not None else (),
                lines=known.lines if known is not None else 0,
                items=tuple((goes(model, item), item) for item in own),
                alone=len(alone),
                gains=sum(Counter({(item.path, line): 1 for item in alone for line in _span(item)}).values()) + _entries(own),
            )
        )
    return tuple(sorted(found, key=lambda need: (not need.at, -need.gains, -need.alone, need.model)))


def _entries(items: Iterable[Item]) -> int:
    """Return how many entries a model has in tables and sets that other models share."""
    return sum(item.kind in _LITERALS and len(item.models) > 1 for item in items)


def _destination(dialect: Dialect | None, subsystems: dict[str, str]) -> Callable[[str, Item], str]:
    def goes(model: str, item: Item) -> str:
        if dialect is None or item.kind in _LEAVES_NOTHING:
            return ""
        files = [file for file in dialect.owner.files if file.part is not Part.INIT]
        subsystem = subsystems.get(item.path, "")
        exact = next((file for file in files if subsystem in file.subsystems), None)
        rest = next((file for file in files if not file.subsystems), None)
        file = exact or rest
        return "" if file is None else file.path.replace("${package}", package(model)).replace("$package", package(model))

    return goes
