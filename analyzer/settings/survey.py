"""What a tree looks like under its settings: files by zone and subsystem, the models that own folders, and what nothing names."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..inventory import Zone
from .globs import plain
from .ownership import Owner
from .zones import Placed, Zoning


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How many of the Python files belong to something."""

    name: str
    files: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneShare:
    """The Python files of one zone, and what put them there."""

    zone: Zone
    files: int
    by: tuple[Share, ...]  # each pattern with its files; `recognised`, and `default`


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """Folders and files of models that were recognised alike."""

    where: str  # the one folder or file, or the folder that holds them all
    how: str
    models: tuple[str, ...]  # sorted
    files: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """One tree under its settings; only Python files are counted."""

    files: int
    zones: tuple[ZoneShare, ...]  # in the order in which they are asked, shared last; empty ones left out
    owned: tuple[Owned, ...]  # sorted by place
    subsystems: tuple[Share, ...]  # of zone shared, the largest first
    unassigned: tuple[Share, ...]  # folders of zone shared that no pattern of [zones] or [subsystems] names, the largest first


def survey(zoning: Zoning, paths: Iterable[str]) -> Survey:
    """Look at every Python file of a tree."""
    placed = [(path, zoning.placed(path)) for path in paths if path.endswith(".py")]
    shared = [(path, place) for path, place in placed if place.zone is Zone.SHARED]
    owners = Counter(place.owner for _, place in placed if place.zone is Zone.MODEL and place.owner is not None)
    return Survey(
        files=len(placed),
        zones=tuple(share for zone in Zone if (share := _zone(zone, placed)).files),
        owned=_grouped(owners),
        subsystems=_shares(place.subsystem for _, place in shared),
        unassigned=_shares(_folder(path, zoning) for path, place in shared if place.rule is None and not place.assigned),
    )


def _zone(zone: Zone, placed: list[tuple[str, Placed]]) -> ZoneShare:
    inside = [place for _, place in placed if place.zone is zone]
    return ZoneShare(zone=zone, files=len(inside), by=_shares(map(_why, inside)))


def _why(place: Placed) -> str:
    if place.rule is not None:
        return place.rule
    return "default" if place.owner is None else "recognised"


def _grouped(owners: Mapping[Owner, int]) -> tuple[Owned, ...]:
    alike: dict[tuple[str, str], list[Owner]] = {}
    for owner in owners:
        parent = owner.at.rpartition("/")[0]
        alike.setdefault((owner.at if owner.own else f"{parent}/", owner.reason), []).append(owner)
    groups = (_group(place, how, found, sum(owners[owner] for owner in found)) for (place, how), found in alike.items())
    return tuple(sorted(groups, key=lambda group: (group.where, group.how)))


def _group(place: str, how: str, found: list[Owner], files: int) -> Owned:
    where = found[0].at if len(found) == 1 else place
    return Owned(where=where, how=how, models=tuple(sorted({owner.model for owner in found})), files=files)


def _folder(path: str, zoning: Zoning) -> str:
    """Return the folder that stands for a file: at most one level below its package."""
    steps = plain(path).split("/")[:-1]
    depth = 2 if steps and steps[0] in zoning.packages else 1
    return "/".join(steps[:depth]) or "."


def _shares(names: Iterable[str]) -> tuple[Share, ...]:
    return tuple(Share(name=name, files=files) for name, files in sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))
