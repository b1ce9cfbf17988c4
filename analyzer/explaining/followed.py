"""A site in a few files alone: what a program of these files says of it, at any commit."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from keyword import iskeyword

from rapidfuzz import fuzz

from ...registry.universe.names import Names
from ..analysis import program_of
from ..executing import Workers
from ..finding.draft import Draft
from ..inventory import Inventory, Site, Zone
from ..judging.fates import Comparison, compare
from ..judging.known import known_of
from ..judging.verdict import Change
from ..linking.meaning import PlacedUnit
from ..scanned import File, Tree
from ..settings.schema import Settings
from ..store import Store
from .layered import Layered
from .through import through

_USES = "<uses>.py"
Found = tuple[Site, Draft]
Files = Mapping[str, bytes]
"""The bytes of some files by their paths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Small:
    """A few files as a program."""

    sites: tuple[tuple[Site, Draft], ...]
    units: tuple[PlacedUnit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A site before and after something happened, and what that was."""

    was: Found | None
    changes: tuple[Change, ...]  # of the site itself, and of the lists, flags and predicates that its names come through


class Programs:
    """Links a few files at a time; what was linked is kept."""

    def __init__(self, settings: Settings, names: Names, store: Store, workers: Workers, used: Iterable[str] = ()) -> None:
        """Take the settings that govern all of them; *used* are constants that others refer to, who are not among the files."""
        imports = ", ".join(f"{name} as _{number}" for number, name in enumerate(sorted(filter(_is_name, set(used)))))
        self._uses = [_file(_USES, f"from _ import {imports}\n".encode())] if imports else []
        self._settings, self._names, self._store, self._workers = settings, names, Layered(store), workers
        self._known: dict[tuple[tuple[str, bytes], ...], Small] = {}
        self.linked = 0  # how often

    def of(self, files: Files) -> Small:
        """Return *files* as a program; whatever they were, they are shared code here."""
        placed = (*self._uses, *(_file(path, data) for path, data in sorted(files.items())))
        key = tuple((file.path, file.digest) for file in placed)
        known = self._known.get(key)
        if known is None:
            self.linked += 1
            made = program_of(Tree(files=placed, unread=()), self._settings, self._names, self._store, self._workers, lambda _: None)
            known = self._known[key] = Small(sites=made.sites, units=made.linked.units)
        return known

    def step(self, found: Found, before: Files, after: Files) -> Step:
        """Return what a site of *after* was in *before*: the same branch, or the one same test of another subject that is gone."""
        old, new = self.of(before), self.of(after)
        site = (same_place(found, new) or found)[0]
        sites, was = [one for one, _ in new.sites], [one for one, _ in old.sites]
        space_of = self._settings.subjects.space
        comparison = compare(known_of(was), _inventory(sites), sites=sites, space_of=space_of)
        known = next((pair.was.site for pair in comparison.pairs if pair.now.site is site), None) or _renamed(site, was, sites, comparison)
        return Step(was=next((pair for pair in old.sites if pair[0] is known), None), changes=tuple(_of_concern(site, sites, comparison)))


def _renamed(site: Site, was: Sequence[Site], sites: Sequence[Site], comparison: Comparison) -> Site | None:
    """Return the site that is gone and asked the same of another subject or in another scope; of several, those most alike by name pair."""
    matched = {id(one.site) for pair in comparison.pairs for one in (pair.was, pair.now)}

    def alike(side: Sequence[Site]) -> list[Site]:
        return [one for one in side if id(one) not in matched and _question(one) == _question(site)]

    def unlike(pair: tuple[Site, Site]) -> tuple[bool, float]:
        old, new = pair
        return old.subject != new.subject, -fuzz.ratio(old.scope, new.scope)

    gone, fresh = alike(was), alike(sites)
    pairs = sorted(((old, new) for old in gone for new in fresh), key=unlike)
    while pairs:
        old, new = pairs[0]
        if new is site:
            return old
        pairs = [pair for pair in pairs if pair[0] is not old and pair[1] is not new]
    return None


def _question(site: Site) -> tuple[object, ...]:
    return site.rule, site.kind, site.op, site.names, (site.constant or "").rpartition(".")[2]


def _file(path: str, data: bytes) -> File:
    digest = hashlib.blake2b(data, digest_size=16).digest()
    return File(path=path, data=data, digest=digest, zone=Zone.SHARED, owner=None, subsystem="")


def _is_name(text: str) -> bool:
    return text.isidentifier() and not iskeyword(text)


def same_place(found: Found, program: Small) -> Found | None:
    """Return the site of *program* that is another's likeness: the same place in a unit of the same text."""
    site, draft = found
    alike = [
        pair
        for pair in program.sites
        if (pair[0].path, pair[0].unit, pair[0].kind, pair[1].span, pair[0].subject)
        == (site.path, site.unit, site.kind, draft.span, site.subject)
    ]
    return min(alike, key=lambda pair: (pair[0].scope != site.scope, abs(pair[0].line - site.line)), default=None)


def texts_of(found: Found, units: Sequence[PlacedUnit], files: Files) -> Mapping[str, tuple[bytes, ...]]:
    """Return the text of each unit that a site lies in or comes through, by path: while all stand in a file, it is what it was."""
    site, draft = found
    wanted: dict[str, list[bytes]] = {site.path: [_text(draft.unit, files[site.path])]}
    for hop in site.via:
        path, _, line = hop.rpartition(":")
        if path in files:
            inside = [unit for unit in units if unit.path == path and unit.first <= int(line) < unit.first + unit.lines]
            nearest = min(inside, key=lambda unit: unit.lines, default=None)
            wanted.setdefault(path, []).append(files[path] if nearest is None else _text(nearest, files[path]))
    return {path: tuple(texts) for path, texts in wanted.items()}


def stands(text: bytes, data: bytes) -> bool:
    """Return whether a unit of that text surely is a unit of *data*: it neither begins above it there nor goes on below."""
    at = data.find(text)
    while at >= 0:
        above, below = data[:at].splitlines()[-1:], data[at + len(text) :]
        whole_lines = not at or data[at - 1 : at] in {b"\n", b"\r"}
        if whole_lines and not any(line.lstrip().startswith(b"@") for line in above) and _ends(text, below):
            return True
        at = data.find(text, at + 1)
    return False


def _ends(text: bytes, below: bytes) -> bool:
    """Return whether what follows a unit is not deeper than its first line, and no other part of the same statement."""
    following = next((line for line in below.splitlines() if line.strip() and not line.lstrip().startswith(b"#")), b"")
    words = following.split()
    goes_on = bool(words) and words[0].rstrip(b":") in {b"else", b"elif", b"except", b"finally"}
    return _indent(following) <= _indent(text) and not goes_on


def _indent(text: bytes) -> int:
    return len(text) - len(text.lstrip(b" \t"))


def _text(unit: PlacedUnit, data: bytes) -> bytes:
    return b"".join(data.splitlines(keepends=True)[unit.first - 1 : unit.first - 1 + unit.lines])


def _of_concern(site: Site, sites: Sequence[Site], comparison: Comparison) -> list[Change]:
    """Return the changes of a site, and of what its names come through."""
    is_through = through(site, sites)
    return [change for change in comparison.changes if change.now is not None and (change.now is site or is_through(change.now))]


def _inventory(sites: Sequence[Site]) -> Inventory:
    return Inventory(target="", revision=None, preset="", files=0, units=0, sites=tuple(sites), registrations=(), findings=(), unread=())
