"""What `check` and `baseline` have in common: which trees are compared, and the tool's own files beside them."""

import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import _terminal as terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..analyzer.analysis import Program
    from ..analyzer.inventory import Inventory
    from ..analyzer.judging.checking import Newer
    from ..analyzer.judging.notes import Notes
    from ..analyzer.judging.verdict import Known
    from ..analyzer.reading.source import Source
    from ..analyzer.settings.load import Loaded
    from ..analyzer.settings.schema import Settings
    from ..analyzer.settings.zones import Zoning

DAY = click.DateTime(formats=["%Y-%m-%d"])
IN_HOOK = "what is about to be committed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which tree, and how to read it."""

    target: str
    revision: str | None = None
    config_file: Path | None = None
    more: bytes = b""  # a file of further names
    jobs: int | None = None
    no_cache: bool = False
    quiet: bool = False
    verbose: int = 0
    today: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """The tool's own files in a target."""

    asked: Asked
    source: "Source"
    entries: "tuple[Known, ...] | None"  # of the baseline; None where there is none
    text: str  # of the notes
    notes: "Notes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """The newer side as it was read, and the tool's own files in it."""

    own: Own
    loaded: "Loaded"
    newer: "Newer"


def own(asked: Asked, source: "Source") -> Own:
    """Read the tool's own files of a target; nothing is scanned.

    Raises:
        BaselineError: the baseline is none.
        NotesError: the notes are none.

    """
    from ..analyzer.judging import baseline, notes  # noqa: PLC0415  `--help` needs none of these

    lines, said = source.one(baseline.FILE), source.one(notes.FILE) or b""
    entries = None if lines is None else baseline.parsed(lines)
    known = notes.parsed(said)
    return Own(asked=asked, source=source, entries=entries, text=said.decode(), notes=known)


def read(asked: Asked, source: "Source") -> Tree:
    """Scan the newer side, and read its baseline and notes; raises what `own` does."""
    from ..analyzer.judging.checking import Newer  # noqa: PLC0415  as in `own`
    from ..analyzer.judging.standing import Tree as Standing  # noqa: PLC0415  as in `own`
    from ..analyzer.settings.load import load, said  # noqa: PLC0415  as in `own`

    loaded = load(source, asked.config_file)
    if not asked.quiet:
        for words in said(loaded):
            terminal.say(words)
    held = own(asked, source)
    inventory = scanned(asked, source, loaded)
    newer = Newer(
        inventory=inventory,
        settings=loaded.settings,
        standing=Standing(inventory, source, looked_at(source, loaded.settings, asked.more)),
        notes=held.notes,
        today=asked.today or date.today(),  # noqa: DTZ011  the day where the person is
    )
    return Tree(own=held, loaded=loaded, newer=newer)


def scanned(asked: Asked, source: "Source", loaded: "Loaded") -> "Inventory":
    """Return what a tree holds."""
    from ..analyzer import scan as scanning  # noqa: PLC0415  as in `own`
    from ..analyzer import store  # noqa: PLC0415  as in `own`

    with terminal.Progress(quiet=asked.quiet, every=asked.verbose > 0) as progress:
        held = None if asked.no_cache else store.open_store()
        return scanning.scan(source, loaded, jobs=asked.jobs, store=held, progress=progress, more=asked.more)


def linked(asked: Asked, source: "Source", loaded: "Loaded") -> "Program":
    """Return a tree as a linked program."""
    from ..analyzer import scan as scanning  # noqa: PLC0415  as in `own`
    from ..analyzer import store  # noqa: PLC0415  as in `own`

    held = None if asked.no_cache else store.open_store()
    return scanning.program(source, loaded, jobs=asked.jobs, store=held, more=asked.more)


def looked_at(source: "Source", settings: "Settings", more: bytes) -> "Callable[[str], bool]":
    """Return the test whether a file is looked at; made only when it is first asked."""
    from functools import cache  # noqa: PLC0415  as in `own`

    from ..analyzer.inventory import Zone  # noqa: PLC0415  as in `own`

    @cache
    def zoning() -> "Zoning":
        from ..analyzer.settings.zones import Zoning  # noqa: PLC0415  most checks never ask
        from ..registry.universe.overlay import names_with  # noqa: PLC0415  as above

        return Zoning(settings, source.paths(), names_with(more).family)

    return lambda path: path.endswith(".py") and zoning().zone_of(path) is not Zone.IGNORED


def opened(asked: Asked, *, staged: bool) -> "Source":
    """Open the newer side: of a work tree, what is staged if *staged*, or where we are in a hook of a commit; else as it lies there."""
    from ..analyzer.reading.folder import Folder  # noqa: PLC0415  as in `own`
    from ..analyzer.reading.staged import hook_index, open_staged  # noqa: PLC0415  as in `own`
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  as in `own`

    source = open_target(asked.target, revision=asked.revision, cwd=Path.cwd())
    if not isinstance(source, Folder):
        return source
    hooked = hook_index(source.root, Path.cwd()) is not None
    if not staged and not hooked:
        return source
    if not asked.quiet:
        terminal.say(f"looking at {IN_HOOK if hooked else 'what is committed and staged'}; what lies in the work tree besides is not read")
    return open_staged(asked.target, source.root, cwd=Path.cwd())


def root(held: Own) -> Path:
    """Return the folder of the target, in which the tool may keep its own files.

    Raises:
        click.UsageError: the target is a revision or an archive.

    """
    place = Path.cwd() / held.asked.target
    if not place.is_dir() or held.asked.revision is not None:
        raise click.UsageError(f"{held.asked.target} is no work tree, so nothing can be written there: name the folder itself")
    return place


def keep(held: Own, *, entries: "Sequence[Known] | None" = None, notes: str | None = None) -> tuple[str, ...]:
    """Write the baseline and the notes where they differ from what lies there; returns which were written.

    Raises:
        click.UsageError: a file there is a link, or changed while we looked.

    """
    from ..analyzer.judging import baseline  # noqa: PLC0415  as in `own`
    from ..analyzer.judging import notes as said  # noqa: PLC0415  as in `own`

    texts = {baseline.FILE: None if entries is None else baseline.dumped(entries), said.FILE: notes}
    written = []
    for name, text in texts.items():
        was = held.source.one(name)
        if text is not None and text.encode() != (was or b""):
            replace(root(held) / name, text.encode(), was)
            written.append(name)
    return tuple(written)


def replace(file: Path, data: bytes, was: bytes | None) -> None:
    """Write a file of our own in one step: what lies there is either what was read before, or left alone; its mode is kept.

    Raises:
        click.UsageError: a link lies there, or something else than what was read.

    """
    import tempfile  # noqa: PLC0415  few runs write

    if file.is_symlink() or file.parent.is_symlink():
        raise click.UsageError(f"{file} is a link, or lies in one: it is not written through; put a file there")
    file.parent.mkdir(exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(descriptor, "wb") as written:
            written.write(data)
        now = file.read_bytes() if file.exists() else None
        if now != was:
            raise click.UsageError(f"{file} is not what was read a moment ago, so it was not written: run it again")
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(stat.S_IMODE(file.stat().st_mode) if file.exists() else 0o666 & ~mask)
        Path(name).replace(file)
    finally:
        with suppress(FileNotFoundError):
            Path(name).unlink()
