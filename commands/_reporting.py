"""What the reports have in common: a target at a commit where there are commits, and what it holds as a linked program."""

import sys
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import _terminal as terminal
from ._checked import replace
from .options import config, jobs, loudness, names, no_cache, revision, target

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..analyzer.analysis import Program
    from ..analyzer.inventory import Inventory
    from ..analyzer.reading.source import Source
    from ..analyzer.settings.load import Loaded
    from ..codemods.planning.plan import Migration
    from ..registry.dialects.dialect import Dialect

STDIN = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which tree, and how to read it."""

    target: str
    revision: str | None
    config_file: Path | None
    more: bytes
    jobs: int
    no_cache: bool
    quiet: bool
    verbose: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A tree as it was read."""

    asked: Asked
    source: "Source"
    loaded: "Loaded"
    program: "Program"


def of_a_tree(verb: "Callable[..., int]") -> "Callable[..., int]":
    """Give a report the target and how to read it; it receives them as one value, its parameter `asked`."""

    @wraps(verb)
    def asking(**given: Any) -> int:
        fields = {name: given.pop(name) for name in Asked.__dataclass_fields__}
        return verb(asked=Asked(**fields), **given)

    decorated: Callable[..., int] = asking
    for option in (loudness, no_cache, jobs, names, config, revision, target):
        decorated = option(decorated)
    return decorated


def opened(asked: Asked) -> "Source":
    """Open the target: of a work tree its last commit, so that the page can say of which; a folder that no commit has, as it lies there."""
    from ..analyzer.reading.folder import Folder  # noqa: PLC0415  `--help` needs none of these
    from ..analyzer.reading.git import directory  # noqa: PLC0415  as above
    from ..analyzer.reading.target import TargetError, open_target  # noqa: PLC0415  as above

    source = open_target(asked.target, revision=asked.revision, cwd=Path.cwd())
    if not isinstance(source, Folder) or directory(source.root) is None:
        return source
    try:
        return open_target(asked.target, revision="HEAD", cwd=Path.cwd())
    except TargetError as error:
        terminal.say(f"looked at as it lies there, since {error}")
        return source


def read(asked: Asked, source: "Source") -> Read:
    """Link a tree."""
    from ..analyzer.settings.load import load, said  # noqa: PLC0415  as in `opened`

    loaded = load(source, asked.config_file)
    for line in () if asked.quiet else said(loaded):
        terminal.say(line)
    return Read(asked=asked, source=source, loaded=loaded, program=linked(asked, source, loaded))


def linked(asked: Asked, source: "Source", loaded: "Loaded") -> "Program":
    """Return a tree as a linked program, under settings that hold already."""
    from ..analyzer import scan as scanning  # noqa: PLC0415  as in `opened`
    from ..analyzer import store  # noqa: PLC0415  as in `opened`

    with terminal.Progress(quiet=asked.quiet, every=asked.verbose > 0) as progress:
        held = None if asked.no_cache else store.open_store()
        return scanning.program(source, loaded, jobs=asked.jobs, store=held, progress=progress, more=asked.more)


def scanned(held: Read, source: "Source") -> "Inventory":
    """Return what another tree holds, under the same settings."""
    from ..analyzer import scan as scanning  # noqa: PLC0415  as in `opened`
    from ..analyzer import store  # noqa: PLC0415  as in `opened`

    kept = None if held.asked.no_cache else store.open_store()
    return scanning.scan(source, held.loaded, jobs=held.asked.jobs, store=kept, more=held.asked.more)


def spelling(held: Read, dialect: str | None) -> "Dialect | None":
    """Return how the target spells descriptors; None where nothing says so, and nobody named a dialect.

    Raises:
        NoRegistryError: a dialect was named, and the target is not of it.

    """
    from ..codemods.previewing import NoRegistryError, chosen  # noqa: PLC0415  as in `opened`

    named = dialect or held.loaded.settings.registry.dialect
    if named is None:
        return None
    try:
        return chosen(named, held.source)[0]
    except NoRegistryError as error:
        if dialect is not None:
            raise
        terminal.say(f"no plan: {error}")
        return None


def planned(held: Read, dialect: "Dialect", models: tuple[str, ...] = ()) -> "Migration":
    """Return what would become of the branches of *models*, of all where none is named."""
    from ..codemods.migrating import migration  # noqa: PLC0415  as in `opened`
    from ..codemods.planning.decisions import FILE, Decisions, parsed  # noqa: PLC0415  as in `opened`

    said = held.source.one(FILE)
    return migration(held.program, dialect, models, decisions=Decisions() if said is None else parsed(said))


def incomplete(held: Read) -> bool:
    """Name what could not be read, and return whether there was any."""
    for one in held.program.unread:
        terminal.say(f"{one.path}: NB905 not read: {one.reason}")
    return bool(held.program.unread)


page_file = click.option(
    "--page",
    "page",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="Refresh this page: its fenced sections are made anew, all else stays byte for byte; `-` reads it from stdin.",
)

write = click.option("--write", is_flag=True, help="Write the page to its FILE, which may be new, instead of printing it.")


def text_of(page: Path | None, *, write: bool) -> str | None:
    """Return the page that is to be refreshed; None where a new one is wanted. Bytes that are no UTF-8 come back as they were.

    Raises:
        click.UsageError: it is not there and none is to be written, or there is nowhere to write to.

    """
    if write and (page is None or str(page) == STDIN):
        raise click.UsageError("--write needs a file to write to: add --page FILE")
    if page is None:
        return None
    if str(page) == STDIN:
        return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    if not page.exists():
        if write:
            return None
        raise click.UsageError(f"--page {page}: there is no such file; leave it out for a new page, or add --write to begin it there")
    return page.read_bytes().decode("utf-8", "surrogateescape")


def delivered(page: Path | None, was: str | None, now: str, *, write: bool) -> None:
    """Print a page, or write it to its file, if it is another now."""
    if not write or page is None:
        terminal.put(now.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
    elif now == was:
        terminal.say(f"{page} is as it should be")
    else:
        replace(page, now.encode("utf-8", "surrogateescape"), None if was is None else was.encode("utf-8", "surrogateescape"))
        terminal.say(f"wrote {page}")
