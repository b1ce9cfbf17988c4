"""Show, renew and compare the known names of models."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from ..analyzer.inventory import Unread
from ..analyzer.reading.target import open_target
from ..analyzer.upstream.rungs import rung_of
from ..registry.universe.difference import classes_of, difference
from ..registry.universe.names import Names, shipped
from ..registry.universe.releases import Releases, Rung
from ..registry.universe.releases import to_json as ladder_json
from ..registry.universe.snapshot import Snapshot, from_json, to_json
from ..registry.universe.spelling import key_of
from ..registry.universe.sync import SyncError, matters, snapshot_of
from ..reports.escape import visible
from ._terminal import put, say

SNAPSHOT, PACKAGE = ".json", "transformers"


@click.group()
def names() -> None:
    """Show, renew and compare the known names of models."""


@names.command("show")
@click.argument("name", required=False)
def _show(name: str | None) -> None:
    """Count the known names, or say what is known of NAME."""
    snapshot = shipped()
    for line in _counts(snapshot) if name is None else _known(name, snapshot, Names.load()):
        put(f"{visible(line)}\n")


@names.command("sync")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--releases", is_flag=True, help="Write which of several releases has which names: one SOURCE each, any order.")
@click.option("--write", "file", required=True, metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Where it goes.")
def _sync(sources: tuple[str, ...], file: Path, *, releases: bool) -> None:
    """Read the names of a transformers wheel or source tree. Nothing of it is imported or run."""
    if releases:
        rungs = [_rung(source) for source in sources]
        file.write_bytes(ladder_json(PACKAGE, rungs))
        say(f"{file}: {len(rungs)} releases of {PACKAGE}")
        return
    if len(sources) > 1:
        raise click.UsageError("one SOURCE makes a snapshot; for several releases say --releases")
    snapshot = _parsed(sources[0])
    file.write_bytes(to_json(snapshot))
    say(f"{file}: {len(snapshot.types)} model types of {snapshot.package} {snapshot.version}")


def _rung(text: str) -> Rung:
    found = rung_of(open_target(text, cwd=Path.cwd()), PACKAGE)
    say(f"{text}: {len(found.types)} model types, {len(found.modules)} modules of {PACKAGE} {found.version}")
    return found


@names.command("diff")
@click.argument("old")
@click.argument("new")
def _diff(old: str, new: str) -> None:
    """Say what came and went from OLD to NEW: snapshots (.json), wheels or source trees."""
    found = difference(_taken(old), _taken(new))
    for title, members in (
        ("model types added", found.types_added),
        ("model types removed", found.types_removed),
        ("classes added", found.classes_added),
        ("classes removed", found.classes_removed),
        ("model types changed", found.changed),
    ):
        put(visible(f"{title} ({len(members)})" + (f": {', '.join(members)}" if members else "")) + "\n")


def _counts(snapshot: Snapshot) -> Iterable[str]:
    inner = sum(held.sub for held in snapshot.types.values())
    yield f"{snapshot.package} {snapshot.version}"
    yield f"  model types  {len(snapshot.types)} ({len(snapshot.types) - inner} of checkpoints, {inner} inside other configurations)"
    yield f"  classes      {len(classes_of(snapshot))} in {len(snapshot.tables)} auto tables and the configurations"
    yield f"  families     {len(Names.load().families())} openings that the screen looks for"
    yield "next: `namebranch names show NAME` says what is known of one; `namebranch names sync SOURCE --write FILE` reads another release"


def _known(name: str, snapshot: Snapshot, known: Names) -> Iterable[str]:
    """What the snapshot holds under a name, and how the judgements see it."""
    types = [each for each in snapshot.types if key_of(each) == key_of(name)]
    tables = [(table, owner) for table, entries in snapshot.tables.items() for owner in _owners(name, entries)]
    yield f"{name}: {'known' if known.knows(name) else 'not known'} to {snapshot.package} {snapshot.version}"
    for each in types:
        held = snapshot.types[each]
        yield f"  model type {each}: {held.config}, folder {held.module}, {'inside other configurations' if held.sub else 'of checkpoints'}"
        yield from (f"    {key}: {part or 'any type'}" for key, part in held.parts)
        yield from (f"  {table}: {', '.join(entries[each])}" for table, entries in snapshot.tables.items() if each in entries)
    yield from (f"  class of {owner} in {table}" for table, owner in tables)
    releases = Releases.load()
    for title, rungs in (("model type", releases.types), ("class or function", releases.classes)):
        if name in rungs:
            yield f"  as a {title} in {releases.package} {releases.said(rungs[name])}"
    yield f"  family: {known.family(name) or 'none'}"
    yield f"  a name where only its spelling speaks: {'yes' if known.is_name(name) else 'no'}"
    if (reason := known.reason(name)) is not None:
        yield f"    {reason}"


def _owners(name: str, entries: Mapping[str, tuple[str, ...]]) -> list[str]:
    return [owner for owner, classes in entries.items() if name in classes]


def _taken(text: str) -> Snapshot:
    return from_json(Path(text).read_bytes()) if text.endswith(SNAPSHOT) else _parsed(text)


def _parsed(text: str) -> Snapshot:
    source = open_target(text, cwd=Path.cwd())
    files: dict[str, bytes] = {}
    for each in source.read(matters):
        if isinstance(each, Unread):
            raise SyncError(f"{text}: {each.path} cannot be read: {each.reason}")
        files[each.path] = each.data
    return snapshot_of(files, files.__getitem__)
