"""Show which files are shared and which belong to one model, and start a configuration."""

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from . import _terminal as terminal
from . import options

if TYPE_CHECKING:
    from ..analyzer.reading.source import Source
    from ..analyzer.settings.load import Loaded


class Asked(TypedDict):
    """What `init` was asked besides its target."""

    revision: str | None
    config_file: Path | None
    every: bool
    write: bool
    quiet: bool
    verbose: int


@click.command("init")
@options.target
@options.revision
@options.config
@click.option("--all", "every", is_flag=True, help="Every row of the tables, however many.")
@click.option("--write", is_flag=True, help="Write namebranch.toml at the root of TARGET; refused where there are settings already.")
@options.loudness
@options.exit_zero
def init(target: str, **asked: Unpack[Asked]) -> None:
    """Sort the Python files of TARGET into zones and print what was inferred; nothing is written without --write."""
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  the help of all verbs is printed without it
    from ..analyzer.settings.load import load, said, stands_in  # noqa: PLC0415  as above

    source = open_target(target, revision=asked["revision"], cwd=Path.cwd())
    loaded = load(source, asked["config_file"], trusted=stands_in(source.target, source.revision, Path.cwd()))
    if not asked["quiet"]:
        for words in said(loaded):
            terminal.say(words)
    terminal.put(picture(source, loaded, every=asked["every"]))
    if asked["write"]:
        written = write(source, loaded)
        terminal.say(f"wrote {written}; the same tables may stand in pyproject.toml instead, as [tool.namebranch] and below")
    elif not asked["quiet"] and loaded.file is None and source.revision is None and Path(target).is_dir():
        terminal.say(f"`namebranch init {quote(target)} --write` writes this down as namebranch.toml, to be edited")


def picture(source: "Source", loaded: "Loaded", *, every: bool) -> str:
    """Return what is printed on stdout."""
    from ..analyzer.settings.survey import survey  # noqa: PLC0415  as in `init`
    from ..analyzer.settings.zones import Zoning  # noqa: PLC0415  as in `init`
    from ..registry.universe.names import Names  # noqa: PLC0415  as in `init`
    from ..reports.format import View  # noqa: PLC0415  as in `init`
    from ..reports.terminal.printed import printed  # noqa: PLC0415  as in `init`
    from ..reports.terminal.survey import blocks, looked_at  # noqa: PLC0415  as in `init`

    seen = survey(Zoning(loaded.settings, source.paths(), Names.load().family), source.paths())
    able = terminal.terminal()
    view = View(every=every, width=able.width, colour=able.colour, unicode=able.unicode)
    head = looked_at(source.target, source.revision, loaded.preset.preset, seen, view)
    return printed([head], view) + "".join("\n" + printed(block, view) for block in blocks(seen, view))


def write(source: "Source", loaded: "Loaded") -> Path:
    """Write the configuration file and return its path.

    Raises:
        click.UsageError: the target is no folder, or holds settings already.

    """
    from ..analyzer.settings.load import OWN_FILE  # noqa: PLC0415  as in `init`
    from ..analyzer.settings.starter import starter  # noqa: PLC0415  as in `init`

    root = Path.cwd() / source.target
    if source.revision is not None or not root.is_dir():
        raise click.UsageError(f"{source.target} is no folder, so nothing can be written there: leave --write out, or name its work tree")
    held = "; change it by hand, and see what holds with `namebranch config show --origin`"
    if loaded.file is not None:
        raise click.UsageError(f"{loaded.file} holds settings already{held}")
    try:
        with (root / OWN_FILE).open("x", encoding="utf-8", newline="\n") as file:
            file.write(starter(loaded))
    except FileExistsError:
        raise click.UsageError(f"{root / OWN_FILE} exists already{held}") from None
    return root / OWN_FILE
