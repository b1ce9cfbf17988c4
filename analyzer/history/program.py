"""The program of a moving tree: what was linked at one commit is linked anew at the next only where something that counts has changed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..finding.detector import Detector
from ..finding.draft import Draft
from ..finding.found import found
from ..finding.registrations import Registers
from ..inventory import Registration, Site, Unread, Zone
from ..judging.drift import Delta
from ..judging.fates import SpaceOf
from ..judging.identity import sites_of
from ..linking.linked import Linked
from ..linking.meaning import PlacedUnit, unit_at
from ..linking.teaching import Lessons
from ..settings.zones import Placed
from .events import Sides, told
from .pieces import Readings
from .placing import Placing
from .shapes import Shape

_ROUNDS_LIMIT = 12
Drafts = list[tuple[Detector, Draft]]
Link = Callable[[Iterable[PlacedUnit], Mapping[str, str | None], Lessons], Linked]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """One file of the tree: its units where they lie, and all that linking may see of them but their lines."""

    units: tuple[PlacedUnit, ...]
    identity: tuple[object, ...]
    owner: str | None
    unread: tuple[Unread, ...]


class Program:
    """The units of the tree as it is now, what was found in them, and what the next change makes of that."""

    def __init__(
        self, readings: Readings, placing: Placing, link: Link, detectors: Sequence[Detector], registers: Registers, space_of: SpaceOf
    ) -> None:
        """Begin with an empty tree."""
        self._readings, self._placing, self._link = readings, placing, link
        self._detectors, self._registers = tuple(detectors), registers
        self._lessons = Lessons(registered=registers.keys)
        self._sides = Sides(space_of)
        self._shapes: dict[str, Shape] = {}
        self._missing: dict[str, str] = {}
        self._held: dict[str, _Held] = {}
        self._drafts: dict[str, Drafts] = {}
        self._sites: dict[str, tuple[Site, ...]] = {}
        self._registrations: tuple[Registration, ...] = ()
        self._told: tuple[Registration, ...] = ()
        self._unread: tuple[Unread, ...] = ()
        self._failed: tuple[tuple[str, str], ...] = ()  # path and reason of each unit that could not be linked
        self.links = 0  # how often it was linked

    def advance(self, changes: Mapping[str, Shape | str | None], mentioned: frozenset[str] = frozenset()) -> Delta:
        """Take the files of the next commit that are others now: their shape, why they cannot be read, or None where they are gone.

        *mentioned* is what the tests call models as of this commit.
        """
        taught = mentioned != self._lessons.mentioned
        self._lessons = replace(self._lessons, mentioned=mentioned)
        before = self._shapes.keys() | self._missing.keys()
        for path, shape in changes.items():
            self._shapes.pop(path, None)
            self._missing.pop(path, None)
            match shape:
                case Shape():
                    self._shapes[path] = shape
                case str():
                    self._missing[path] = shape
                case None:
                    pass
        now = self._shapes.keys() | self._missing.keys()
        moved = now != before and self._placing.moved(now)
        was = dict(self._held)
        for path in now | changes.keys() if moved else changes.keys():
            self._place(path)
        if (
            taught
            or was.keys() != self._held.keys()
            or any(was[path].identity != held.identity for path, held in self._held.items() if held is not was[path])
        ):
            changed = self._relink()
        else:
            changed = {path: self._shift(path, was[path].units) for path in changes if path in self._held}
        return self._delta(changed)

    # -- placing

    def _place(self, path: str) -> None:
        shape = self._shapes.get(path)
        if shape is None or not self._placing.looked_at(path):
            self._held.pop(path, None)
            return
        placed = self._placing.placed(path)
        owner = placed.owner.model if placed.owner is not None and placed.zone is Zone.MODEL else None
        pieces = [(number, piece) for number in range(len(shape.units)) for piece in self._readings.wanted(shape, number)]
        if not all(self._readings.knows(shape.digests[number], piece) for number, piece in pieces):
            self._readings.read((shape,))  # a word that is listened to only since its commit was prepared
        units = tuple(unit for number, piece in pieces if (unit := self._unit(path, shape, number, piece, placed)) is not None)
        digests = tuple((shape.digests[number], piece) for number, piece in pieces)
        around = tuple((unit.steps, unit.lines) for unit in units)
        reasons = [reason for number, piece in pieces if (reason := self._readings.unread(shape.digests[number], piece)) is not None]
        unread = tuple(Unread(path=path, reason=reason) for reason in (*filter(None, [self._readings.missed(shape)]), *reasons))
        identity = (placed.zone, placed.subsystem, owner, digests, around)
        self._held[path] = _Held(units=units, identity=identity, owner=owner, unread=unread)

    def _unit(self, path: str, shape: Shape, number: int, piece: int, placed: Placed) -> PlacedUnit | None:
        facts = self._readings.facts(shape.digests[number], piece)
        if facts is None:
            return None
        return unit_at(path, shape.units[number], piece, shape.digests[number], placed.zone, placed.subsystem, facts)

    # -- linking

    def _relink(self) -> dict[str, tuple[Site, ...]]:
        """Link to a fixed point, as a scan does; return the sites of the files in which they may be others."""
        for _ in range(_ROUNDS_LIMIT):
            owners = {path: self._held[path].owner for path in sorted(self._held)}
            linked = self._link((unit for path in owners for unit in self._held[path].units), owners, self._lessons)
            self.links += 1
            fresh = linked.needles - self._readings.needles
            heard = self._readings.listen(fresh) if fresh else frozenset()
            touched = self._touched(heard)
            if not touched:
                break
            self._readings.read([self._shapes[path] for path in touched])
            for path in touched:
                self._place(path)
        drafts: dict[str, Drafts] = {}
        all_of_it = found(linked, self._detectors, self._registers)
        for detector, draft in all_of_it.drafts:
            drafts.setdefault(draft.unit.path, []).append((detector, draft))
        self._registrations, self._failed = all_of_it.registrations, all_of_it.failed
        others = [path for path in drafts.keys() | self._drafts.keys() if drafts.get(path) != self._drafts.get(path)]
        self._drafts = drafts
        return {path: self._sited(path) for path in others}

    def _touched(self, heard: frozenset[bytes]) -> list[str]:
        """Return the files in which there are units to read newly, and place anew those that could not be cut."""
        for path, shape in self._shapes.items():
            if shape.unread is not None:
                self._place(path)
        return [path for path, shape in self._shapes.items() if not heard.isdisjoint(shape.digests)] if heard else []

    def _sited(self, path: str) -> tuple[Site, ...]:
        return sites_of(self._drafts.get(path, ()))

    def _shift(self, path: str, was: tuple[PlacedUnit, ...]) -> tuple[Site, ...]:
        """Let what was found in a file lie where its units lie now."""
        now = {id(old): new for old, new in zip(was, self._held[path].units, strict=True)}
        drafts = self._drafts.get(path, [])
        if drafts:
            self._drafts[path] = [(detector, _at(draft, now)) for detector, draft in drafts]
        lines = {old.first: new.first for old, new in zip(was, self._held[path].units, strict=True)}
        self._registrations = tuple(_lower(entry, lines) if entry.path == path else entry for entry in self._registrations)
        return self._sited(path)

    def _delta(self, changed: Mapping[str, tuple[Site, ...]]) -> Delta:
        others = {path: sites for path, sites in changed.items() if sites != self._sites.get(path, ())}
        same = all(_branches(sites) == _branches(self._sites.get(path, ())) for path, sites in others.items())
        self._sites.update(others)
        reasons = {(path, reason) for path, reason in self._missing.items()}
        reasons |= {(one.path, one.reason) for held in self._held.values() for one in held.unread}
        reasons |= set(self._failed)
        unread = tuple(Unread(path=path, reason=reason) for path, reason in sorted(reasons))
        if not same or self._registrations != self._told:
            rows = {path: self._shapes[path].rows for path in self._held}
            sites = (site for found in self._sites.values() for site in found)
            changes = self._sides.changes(sites, self._registrations, rows)
        else:
            changes = ()
        delta = Delta(
            sites={path: tuple(told(site) for site in sites) for path, sites in others.items()},
            changes=changes,
            registrations=self._registrations if self._registrations != self._told else None,
            unread=unread if unread != self._unread else None,
        )
        self._told, self._unread = self._registrations, unread
        return delta


def _branches(sites: Iterable[Site]) -> list[tuple[object, ...]]:
    """Return what a comparison sees of sites: not where in their file they lie."""
    return sorted((site.id, site.zone, site.confidence, site.names, site.constant or "", site.op) for site in sites)


def _at(draft: Draft, now: Mapping[int, PlacedUnit]) -> Draft:
    decision = None if draft.decision is None else (now.get(id(draft.decision[0]), draft.decision[0]), draft.decision[1])
    return replace(draft, unit=now[id(draft.unit)], decision=decision)


def _lower(entry: Registration, lines: Mapping[int, int]) -> Registration:
    """Let a registration lie where its unit lies now."""
    first = max((line for line in lines if line <= entry.line), default=None)
    return entry if first is None else replace(entry, line=entry.line + lines[first] - first)
