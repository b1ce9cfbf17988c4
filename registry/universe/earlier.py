"""A release of the ladder as a snapshot: what the shipped snapshot says, as far as it was true then."""

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from .names import shipped
from .releases import Releases, ReleasesError
from .snapshot import ModelType, Snapshot


def release(version: str) -> SpecifierSet:
    """Return what allows one minor of the ladder and nothing else: `5.16`, `5.16.1`.

    Raises:
        ReleasesError: the ladder has no such release.

    """
    releases = Releases.load()
    minor = ".".join(version.split(".")[:2])
    try:
        wanted = SpecifierSet(f"=={minor}.*")
    except InvalidSpecifier:
        wanted = SpecifierSet("<0")
    if not releases.allowed(wanted):
        held = f"{releases.package} {releases.said(releases.every)}"
        raise ReleasesError(f"{version!r} is no release that is known here ({held}), and no snapshot, archive or folder either")
    return wanted


def snapshot_at(version: str) -> Snapshot:
    """Return the model types and auto tables of one release of the ladder; what the newest has no more has neither class nor parts.

    Raises:
        ReleasesError: the ladder has no such release.

    """
    releases, newest = Releases.load(), shipped()
    rungs = releases.allowed(release(version))
    types = {name: newest.types.get(name, ModelType(config="", module=name)) for name, held in releases.types.items() if held & rungs}
    tables = {
        title: {name: kept for name, classes in table.items() if name in types and (kept := _there(classes, releases, rungs))}
        for title, table in newest.tables.items()
    }
    return Snapshot(package=releases.package, version=releases.said(rungs), types=types, tables=tables)


def _there(classes: tuple[str, ...], releases: Releases, rungs: int) -> tuple[str, ...]:
    return tuple(name for name in classes if releases.classes.get(name, 0) & rungs)
