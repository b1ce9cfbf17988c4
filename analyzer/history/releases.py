"""Archives of releases in, in any order; how the count of name branches moved from one to the next, out."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePath

from packaging.version import InvalidVersion, Version

from ...registry.universe.overlay import names_with
from ..inventory import Inventory, Site, Zone
from ..judging.drift import Delta, Drift, Mark, drift
from ..reading.decode import Undecodable, decode
from ..reading.source import Source, SourceFile, TargetError
from ..scan import scan
from ..settings.globs import plain
from ..settings.load import Loaded
from ..settings.zones import Zoning
from ..store import Store
from .commits import Asked
from .events import Sides, told
from .walk import Progress

_VERSION = re.compile(r"-(\d[^-]*)")
_SUFFIXES = (".whl", ".zip", ".tar.gz", ".tgz")


def version_of(file: str) -> Version:
    """Return the version that an archive's name holds: `axolotl-0.18.0-py3-none-any.whl`, `axolotl-0.18.0.tar.gz`.

    Raises TargetError where it holds none.
    """
    name = PurePath(file).name
    stem = next((name.removesuffix(suffix) for suffix in _SUFFIXES if name.endswith(suffix)), name)
    found = _VERSION.search(stem)
    try:
        return Version(found.group(1) if found is not None else "")
    except InvalidVersion as error:
        raise TargetError(
            f"{file}: its name holds no version by which releases could be put in order; name it like pkg-1.2.0.zip"
        ) from error


def in_order(files: Sequence[str]) -> list[tuple[Version, str]]:
    """Return the archives by rising version; raises TargetError where two have the same."""
    ordered = sorted(((version_of(file), file) for file in files), key=lambda pair: pair[0])
    for (one, first), (other, second) in pairwise(ordered):
        if one == other:
            raise TargetError(f"{first} and {second} are both version {one}: name one of them")
    return ordered


def of_releases(
    releases: Sequence[tuple[Version, Source]],
    loaded: Loaded,
    asked: Asked,
    *,
    jobs: int | None,
    store: Callable[[], Store | None],
    progress: Progress,
) -> Drift:
    """Return the drift over *releases*, the oldest first; the settings are the newest one's."""
    return drift(
        _steps(releases, loaded, jobs, store, progress, asked.more),
        asked.filters,
        target=f"{len(releases)} releases",
        preset=loaded.preset.preset,
        by=asked.by,
        goal=asked.goal,
        base=True,
    )


def _steps(
    releases: Sequence[tuple[Version, Source]],
    loaded: Loaded,
    jobs: int | None,
    store: Callable[[], Store | None],
    progress: Progress,
    more: bytes,
) -> Iterator[tuple[Mark, Delta]]:
    sides = Sides(dict(loaded.settings.subjects.strong).get)
    before: Mapping[str, tuple[Site, ...]] = {}
    for number, (version, source) in enumerate(releases):
        progress(f"release {version}, {number + 1} of {len(releases)}")
        found = scan(source, loaded, jobs=jobs, store=store(), more=more)
        changes = sides.changes(found.sites, found.registrations, _files(source, loaded, more))
        now = _by_path(found)
        sites = {path: now.get(path, ()) for path in {*before, *now} if now.get(path, ()) != before.get(path, ())}
        before = now
        mark = Mark(number=number, id=str(version), date="", subject=PurePath(source.target).name)
        yield mark, Delta(sites=sites, registrations=found.registrations, unread=found.unread, changes=changes)


def _by_path(found: Inventory) -> Mapping[str, tuple[Site, ...]]:
    held: dict[str, tuple[Site, ...]] = {}
    for site in map(told, found.sites):
        held[site.path] = (*held.get(site.path, ()), site)
    return held


def _files(source: Source, loaded: Loaded, more: bytes) -> Mapping[str, Sequence[str]]:
    zoning = Zoning(loaded.settings, source.paths(), names_with(more).family)
    found: dict[str, Sequence[str]] = {}
    for item in source.read(lambda path: path.endswith(".py") and zoning.zone_of(path) is not Zone.IGNORED):
        if isinstance(item, SourceFile):
            try:
                found[plain(item.path)] = (decode(item.data),)
            except Undecodable:
                continue  # its sites are not known either, and it is named as not read
    return found
