"""A source in, its inventory out: read, screen, extract, link, to a fixed point; then find and identify."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from ..registry import shelf
from ..registry.universe.names import Names
from .executing import Workers
from .finding import detectors as shelf_of_detectors
from .finding.detector import Detector
from .finding.registrations import needles, registrations
from .inventory import Finding, Inventory, Registration, Site, Suppression, Unread, Zone
from .judging.comments import suppressions
from .judging.identity import sites_of
from .judging.suppressions import faults
from .linking.linked import Linked, link
from .reading.source import Source, SourceFile
from .rounds import Rounds
from .settings.load import Loaded
from .settings.schema import Settings
from .settings.zones import Zoning
from .store import Store, code_digest

Progress = Callable[[str], None]
_ROUNDS_LIMIT = 12
_ALWAYS = (".__name__", ".__class__", ".models", "import_module", "__import__")


def scan(
    source: Source,
    loaded: Loaded,
    *,
    jobs: int | None = None,
    store: Store | None = None,
    progress: Progress = lambda _: None,
    names: Names | None = None,
) -> Inventory:
    """Find every decision by a model's name in *source*. Nothing is printed, and nothing is written but the cache."""
    names = names or Names.load()
    with store or Store(None) as kept, Workers(jobs) as workers:
        progress("reading")
        files, unread = _read(source, loaded, names)
        key = _key(loaded, files, unread)
        known = kept.get("results", (key,)).get(key)
        if known is not None:
            held = msgspec.msgpack.decode(known, type=Result)
        else:
            held = _analysed(files, unread, loaded, names, kept, workers, progress)
            kept.put("results", {key: msgspec.msgpack.encode(held)})
    return Inventory(
        target=source.target,
        revision=source.revision,
        preset=loaded.preset.preset,
        files=len(files) + len(unread),
        units=held.units,
        sites=held.sites,
        registrations=held.registrations,
        findings=held.findings,
        unread=held.unread,
        suppressions=held.suppressions,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What depends on nothing but the files, the settings and the tool's own code."""

    units: int
    sites: tuple[Site, ...]
    registrations: tuple[Registration, ...]
    findings: tuple[Finding, ...]
    unread: tuple[Unread, ...]
    suppressions: tuple[Suppression, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file and where it belongs."""

    path: str
    data: bytes
    digest: bytes
    zone: Zone
    owner: str | None  # the model that owns it
    subsystem: str


def _read(source: Source, loaded: Loaded, names: Names) -> tuple[tuple[File, ...], tuple[Unread, ...]]:
    paths = source.paths()
    zoning = Zoning(loaded.settings, paths, names.family)
    files: list[File] = []
    unread: list[Unread] = []
    for item in source.read(lambda path: path.endswith(".py") and zoning.zone_of(path) is not Zone.IGNORED):
        match item:
            case SourceFile(path=path, data=data):
                digest = hashlib.blake2b(data, digest_size=16).digest()
                placed = zoning.placed(path)
                owner = placed.owner.model if placed.owner is not None and placed.zone is Zone.MODEL else None
                files.append(File(path=path, data=data, digest=digest, zone=placed.zone, owner=owner, subsystem=placed.subsystem))
            case Unread():
                unread.append(item)
    return tuple(files), tuple(unread)


def _key(loaded: Loaded, files: Iterable[File], unread: Iterable[Unread]) -> bytes:
    sums = hashlib.blake2b(code_digest("analyzer", "registry"), digest_size=16)
    sums.update(msgspec.msgpack.encode(loaded.settings))
    for file in files:
        sums.update(f"{file.path}\0{file.zone}\0{file.owner}\0{file.subsystem}\0".encode("utf-8", "surrogatepass") + file.digest)
    for item in unread:
        sums.update(f"{item.path}\0{item.reason}\0".encode("utf-8", "surrogatepass"))
    return sums.digest()


def _analysed(
    files: Sequence[File], unread: Sequence[Unread], loaded: Loaded, names: Names, store: Store, workers: Workers, progress: Progress
) -> Result:
    subjects = loaded.settings.subjects
    strong, hinted = dict(subjects.strong), dict(subjects.weak)
    never = frozenset(subjects.never)
    rounds = Rounds(files, store, workers)
    owners = {file.path: file.owner for file in files}
    idioms = loaded.settings.registry.idioms
    rounds.look(subjects_looked_for(loaded.settings), names.families(), lambda line: bool(names.models_named(line)))
    seen: frozenset[str] = frozenset()
    linked: Linked | None = None
    for number in range(1, _ROUNDS_LIMIT + 1):
        linked = link(rounds.units(), owners, names, strong, hinted, never)
        fresh = linked.needles - seen
        progress(f"round {number}: {rounds.read} units, {len(fresh)} new needles")
        if not fresh or not rounds.more(sorted(fresh)):
            break
        seen |= fresh
    assert linked is not None
    progress("finding")
    drafts = [(detector, draft) for detector in detectors() for draft in detector.find(linked)]
    everything = tuple(sorted({*unread, *rounds.unread}, key=lambda item: (item.path, item.reason)))
    sites, comments = sites_of(drafts), tuple(one for file in files for one in suppressions(file.path, file.data))
    return Result(
        units=rounds.read,
        sites=sites,
        registrations=registrations(linked, idioms),
        findings=faults(comments, sites, everything),
        unread=everything,
        suppressions=comments,
    )


def subjects_looked_for(settings: Settings) -> list[str]:
    """Return the words by which the first look finds units, beside the families of models."""
    return sorted({*dict(settings.subjects.strong), *_ALWAYS, *needles(settings.registry.idioms)})


def detectors() -> tuple[Detector, ...]:
    """Return all detectors of the shelf."""
    return tuple(shelf.gather(shelf_of_detectors, Detector).values())
