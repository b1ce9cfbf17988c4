"""A scan and the files of its tree in, what each model, shared file and subsystem costs out, and how that grew."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from statistics import mean, median

from ...registry.universe.spelling import key_of
from ..inventory import Inventory
from ..judging.counts import counted
from .belonging import Belonging
from .cost import PACKAGE, Cost, FamilyCost, FileCost, ModelCost, RoleLines, Size, SubsystemCost, Touched
from .files import Home, OwnFile, Tree
from .places import Named, Place, named


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One tree as it was read: its files, and the sites and registrations that its shared code holds."""

    tree: Tree
    shared: Inventory


def side_of(kept: Inventory, tree: Tree) -> Side:
    """Return one side: what was *kept* of a scan, without the registrations that a model's own files make."""
    common = {file.path for file in tree.common}
    return Side(tree=tree, shared=replace(kept, registrations=tuple(entry for entry in kept.registrations if entry.path in common)))


def cost_of(now: Side, belonging: Belonging, before: Side | None = None, against: str | None = None) -> Cost:
    """Return what models cost in a tree, and where an earlier one is given, how large things were there."""
    places = named(now.shared, belonging)
    models = _models(now.tree, places, belonging)
    was = None if before is None else (before, named(before.shared, belonging))
    touched = [model.touched for model in models if any(not place.endswith(".py") for place in model.at)]
    return Cost(
        target=now.shared.target,
        revision=now.shared.revision,
        preset=now.shared.preset,
        against=against,
        models=models,
        families=_families(now.tree, places, models),
        strangers=places.strangers,
        files=_files(now, places, was),
        subsystems=_subsystems(now, places, was),
        like=None,
        mean=round(mean(touched), 2) if touched else 0.0,
        median=float(median(touched)) if touched else 0.0,
        unread=now.shared.unread + (before.shared.unread if before is not None else ()),
    )


def _models(tree: Tree, places: Named, belonging: Belonging) -> tuple[ModelCost, ...]:
    homes = {home.model: home for home in tree.homes}
    found = []
    for model in {*homes, *places.models}:
        keys = _keys(model, homes.get(model), belonging, places)
        near = tuple(sorted(family for family in places.families if any(key.startswith(key_of(family)) for key in keys)))
        found.append(_model(model, homes.get(model), places.models.get(model, ()), near, tree))
    return tuple(sorted(found, key=lambda one: (-one.touched, -one.places, one.model)))


def _keys(model: str, home: Home | None, belonging: Belonging, places: Named) -> frozenset[str]:
    """Return the keys of everything that a model is called."""
    types = (key for key, owner in belonging.homes.items() if owner == model) if home is not None else ()
    spelled = (key_of(name.rpartition(".")[2]) for place in places.models.get(model, ()) for name in place.spelled)
    return frozenset({key_of(model), *types, *spelled})


def _model(model: str, home: Home | None, places: tuple[Place, ...], families: tuple[str, ...], tree: Tree) -> ModelCost:
    files = home.files if home is not None else ()
    shared = _touched(places, tree)
    return ModelCost(
        model=model,
        spelled=_spelled(places),
        at=home.at if home is not None else (),
        files=files,
        roles=_roles(files),
        lines=sum(file.lines for file in files if file.role != PACKAGE),
        touched=sum(file.written for file in shared),
        places=sum(not place.follows for place in places),
        follow=sum(place.follows for place in places),
        decisions=_decisions(places),
        shared=shared,
        families=families,
    )


def _roles(files: Iterable[OwnFile]) -> tuple[RoleLines, ...]:
    held: defaultdict[str, list[int]] = defaultdict(list)
    for file in files:
        held[file.role].append(file.lines)
    return tuple(RoleLines(role=role, files=len(lines), lines=sum(lines)) for role, lines in sorted(held.items()))


def _touched(places: Iterable[Place], tree: Tree) -> tuple[Touched, ...]:
    subsystems = {file.path: file.subsystem for file in tree.common}
    held: defaultdict[str, list[Place]] = defaultdict(list)
    for place in places:
        held[place.path].append(place)
    return tuple(Touched(path=path, subsystem=subsystems.get(path, ""), places=tuple(found)) for path, found in sorted(held.items()))


def _spelled(places: Iterable[Place]) -> tuple[str, ...]:
    return tuple(sorted({name for place in places for name in place.spelled}))


def _decisions(places: Iterable[Place]) -> int:
    return len({place.decision for place in places if place.decision is not None})


def _families(tree: Tree, places: Named, models: Iterable[ModelCost]) -> tuple[FamilyCost, ...]:
    meant: defaultdict[str, list[str]] = defaultdict(list)
    for model in models:
        for family in model.families:
            meant[family].append(model.model)
    found = (
        FamilyCost(
            family=family,
            spelled=_spelled(held),
            models=tuple(sorted(meant[family])),
            places=sum(not place.follows for place in held),
            shared=_touched(held, tree),
        )
        for family, held in places.families.items()
    )
    return tuple(sorted(found, key=lambda one: (-one.places, one.family)))


def _by_path(places: Mapping[str, tuple[Place, ...]]) -> dict[str, set[str]]:
    held: defaultdict[str, set[str]] = defaultdict(set)
    for model, found in places.items():
        for place in found:
            held[place.path].add(model)
    return held


def _size(side: Side, places: Named, paths: frozenset[str]) -> Size:
    sites = [site for site in side.shared.sites if site.path in paths]
    return Size(
        files=len(paths),
        lines=sum(file.lines for file in side.tree.common if file.path in paths),
        decisions=len({site.decision for site in sites if counted(site)}),
        places=len({(site.line, site.column, site.path, site.kind) for site in sites}),
        models=sum(any(place.path in paths for place in found) for found in places.models.values()),
    )


def _files(now: Side, places: Named, was: tuple[Side, Named] | None) -> tuple[FileCost, ...]:
    models, families = _by_path(places.models), _by_path(places.families)
    then = frozenset[str]() if was is None else frozenset(file.path for file in was[0].tree.common)
    found = (
        FileCost(
            path=file.path,
            subsystem=file.subsystem,
            models=tuple(sorted(models.get(file.path, ()))),
            families=tuple(sorted(families.get(file.path, ()))),
            now=_size(now, places, frozenset({file.path})),
            before=None if was is None or file.path not in then else _size(*was, frozenset({file.path})),
        )
        for file in now.tree.common
        if file.path in models or file.path in families
    )
    return tuple(sorted(found, key=lambda one: (-len(one.models), -one.now.places, one.path)))


def _subsystems(now: Side, places: Named, was: tuple[Side, Named] | None) -> tuple[SubsystemCost, ...]:
    found = []
    for subsystem in sorted({file.subsystem for file in now.tree.common}):
        files = [file for file in now.tree.common if file.subsystem == subsystem]
        size = _size(now, places, _with_names(now, places, subsystem))
        before = None if was is None else _size(*was, _with_names(*was, subsystem))
        lines = sum(file.lines for file in files)
        found.append(SubsystemCost(subsystem=subsystem, all_files=len(files), all_lines=lines, now=size, before=before))
    return tuple(sorted(found, key=lambda one: (-one.now.decisions, -one.now.places, one.subsystem)))


def _with_names(side: Side, places: Named, subsystem: str) -> frozenset[str]:
    paths = {*_by_path(places.models), *_by_path(places.families)}
    return frozenset(file.path for file in side.tree.common if file.subsystem == subsystem and file.path in paths)
