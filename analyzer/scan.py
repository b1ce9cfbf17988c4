"""A source in, its inventory out: what is known of the same files is taken from the cache, else they are analysed."""

import hashlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from .inventory import Inventory, Unread, Zone
from .reading.mentions import mentions
from .reading.source import Source, SourceFile
from .scanned import Depth, File, Place, Result, Tree
from .store import Store, code_digest

if TYPE_CHECKING:
    from ..registry.universe.names import Names
    from .analysis import Program
    from .pool import Crew
    from .settings.load import Loaded
    from .settings.zones import Zoning

Progress = Callable[[str], None]
_CODE = ("analyzer", "registry")


def scan(
    source: Source,
    loaded: "Loaded",
    *,
    jobs: "Crew | int | None" = None,
    store: Store | None = None,
    progress: Progress = lambda _: None,
    names: "Names | None" = None,
    more: bytes = b"",
    depth: Depth = Depth.WHOLE,
) -> Inventory:
    """Find every decision by a model's name in *source*. Nothing is printed, and nothing is written but the cache.

    Sites in files that one model owns are all found only at depth WHOLE; what lies elsewhere is found at either, and so are registrations.
    *names* are those that ship, where the caller holds them already; *more* is a JSON file of further ones (`universe.overlay`).

    Raises:
        OverlayError: *more* is no such file.

    """
    with store or Store(None) as kept:
        progress("reading")
        names = _with(more, names) if more else names
        tree = _read(source, loaded, names, _places(source, loaded, kept, names, more), depth)
        key = _key(loaded, tree, more)
        known = kept.get("results", (key,)).get(key)
        if known is not None:
            held = msgspec.msgpack.decode(known, type=Result)
        else:
            held = _analysed(tree, loaded, names, kept, jobs, progress)
            kept.put("results", {key: msgspec.msgpack.encode(held)})
    return _told(source, loaded, len(tree.files) + len(tree.unread), held)


def program(
    source: Source,
    loaded: "Loaded",
    *,
    jobs: int | None = None,
    store: Store | None = None,
    progress: Progress = lambda _: None,
    more: bytes = b"",
) -> "Program":
    """Return *source* as a linked program, with what is found in it; only the facts of its units are taken from the cache.

    Raises:
        OverlayError: *more* is no file of names.

    """
    from ..registry.universe.names import Names  # noqa: PLC0415  as in `_analysed`
    from .analysis import program_of  # noqa: PLC0415  as above
    from .executing import Workers  # noqa: PLC0415  as above

    with store or Store(None) as kept, Workers(jobs) as workers:
        progress("reading")
        names = _with(more, None) if more else Names.load()
        tree = _read(source, loaded, names, _places(source, loaded, kept, names, more), Depth.WHOLE)
        return program_of(tree, loaded.settings, names, kept, workers, progress)


def _told(source: Source, loaded: "Loaded", files: int, held: Result) -> Inventory:
    return Inventory(
        target=source.target,
        revision=source.revision,
        preset=loaded.preset.preset,
        files=files,
        units=held.units,
        sites=held.sites,
        registrations=held.registrations,
        findings=held.findings,
        unread=held.unread,
        suppressions=held.suppressions,
    )


def _with(more: bytes, names: "Names | None") -> "Names":
    from ..registry.universe.names import Names  # noqa: PLC0415  what is in the cache needs none of these
    from ..registry.universe.overlay import read_overlay  # noqa: PLC0415  as above

    return read_overlay(more).over(names or Names.load())


def _analysed(tree: Tree, loaded: "Loaded", names: "Names | None", store: Store, jobs: "Crew | int | None", progress: Progress) -> Result:
    from .executing import Workers  # noqa: PLC0415  what is in the cache needs none of these
    from .extracting.batch import prepare  # noqa: PLC0415  as above

    with Workers(jobs) as workers:
        workers.prepare(prepare)  # while the workers import the parser, this process imports the rest
        from ..registry.universe.names import Names  # noqa: PLC0415  as above
        from .analysis import analysed  # noqa: PLC0415  as above

        return analysed(tree, loaded.settings, names or Names.load(), store, workers, progress)


def _places(source: Source, loaded: "Loaded", store: Store, names: "Names | None", more: bytes) -> Mapping[str, Place]:
    """Return where the Python files belong that are looked at, by path."""
    paths = source.paths()
    sums = hashlib.blake2b(code_digest(*_CODE), digest_size=16)
    sums.update(msgspec.msgpack.encode(loaded.settings))
    sums.update("\0".join(paths).encode("utf-8", "surrogatepass") + b"\0" + more)
    key = b"places" + sums.digest()
    known = None if names is not None else store.get("results", (key,)).get(key)
    if known is not None:
        return msgspec.msgpack.decode(known, type=dict[str, Place])
    places = _placed(paths, loaded, names)
    store.put("results", {key: msgspec.msgpack.encode(places)})
    return places


def _zoning(paths: tuple[str, ...], loaded: "Loaded", names: "Names | None") -> "Zoning":
    from ..registry.universe.names import Names  # noqa: PLC0415  as in `_analysed`
    from .settings.zones import Zoning  # noqa: PLC0415  as in `_analysed`

    return Zoning(loaded.settings, paths, (names or Names.load()).family)


def _placed(paths: tuple[str, ...], loaded: "Loaded", names: "Names | None") -> Mapping[str, Place]:
    from .settings.globs import matcher, plain  # noqa: PLC0415  as in `_analysed`

    zoning, is_test = _zoning(paths, loaded, names), matcher(loaded.settings.models.tests)
    places: dict[str, Place] = {}
    for path in paths:
        if path.endswith(".py"):
            placed = zoning.placed(path)
            if placed.zone is not Zone.IGNORED or is_test(plain(path)) is not None:
                owner = placed.owner.model if placed.owner is not None and placed.zone is Zone.MODEL else None
                places[path] = Place(zone=placed.zone, owner=owner, subsystem=placed.subsystem)
    return places


def _read(source: Source, loaded: "Loaded", names: "Names | None", places: Mapping[str, Place], depth: Depth) -> Tree:
    """Read the files that are looked at; of tests, which are not, only what they call models."""
    regular = frozenset(source.paths())

    def wanted(path: str) -> bool:
        if path in places or path in regular or not path.endswith(".py"):
            return path in places
        return _zoning(source.paths(), loaded, names).zone_of(path) is not Zone.IGNORED  # what could not be listed: rare

    files: list[File] = []
    unread: list[Unread] = []
    mentioned: set[str] = set()
    for item in source.read(wanted):
        place = places.get(item.path)
        match item:
            case SourceFile(data=data) if place is not None and place.zone is Zone.IGNORED:
                mentioned.update(mentions(data))
            case SourceFile(path=path, data=data) if place is not None:
                digest = hashlib.blake2b(data, digest_size=16).digest()
                files.append(File(path=path, data=data, digest=digest, zone=place.zone, owner=place.owner, subsystem=place.subsystem))
            case Unread() if place is None or place.zone is not Zone.IGNORED:
                unread.append(item)
            case _:
                pass
    return Tree(files=tuple(files), unread=tuple(unread), mentioned=frozenset(mentioned), depth=depth)


def _key(loaded: "Loaded", tree: Tree, more: bytes) -> bytes:
    sums = hashlib.blake2b(code_digest(*_CODE), digest_size=16)
    sums.update(msgspec.msgpack.encode(loaded.settings) + more)
    sums.update("\0".join((tree.depth, *sorted(tree.mentioned))).encode() + b"\0")
    for file in tree.files:
        sums.update(f"{file.path}\0{file.zone}\0{file.owner}\0{file.subsystem}\0".encode("utf-8", "surrogatepass") + file.digest)
    for item in tree.unread:
        sums.update(f"{item.path}\0{item.reason}\0".encode("utf-8", "surrogatepass"))
    return sums.digest()
