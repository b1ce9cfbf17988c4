"""Move a package of models, and all that refers to it; its old dotted names still import."""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from . import _terminal as terminal
from .options import config, exit_zero, loudness, revision, target

if TYPE_CHECKING:
    from ..analyzer.reading.source import Source
    from ..codemods.moving.move import PackageMove

CLEAN, INCOMPLETE = 0, 4


class Options(TypedDict):
    """What `move-models` was asked besides its target."""

    revision: str | None
    config_file: Path | None
    write: bool
    allow_dirty: bool
    quiet: bool
    verbose: int


@click.command(name="move-models")
@click.argument("old")
@click.argument("new")
@target
@revision
@config
@click.option("--write", is_flag=True, help="Move the files. Without it nothing is written, and the diff is printed.")
@click.option("--allow-dirty", is_flag=True, help="Write also where the work tree holds changes that are not committed.")
@exit_zero
@loudness
def move_models(old: str, new: str, target: str, **options: Unpack[Options]) -> int:
    """Move the package OLD to NEW: its files, and what imports or names it, in code, tests, settings and documents.

    OLD and NEW are dotted names, or folders. A shim stays at the old place, so that old dotted names still import, and give the same modules.
    Prints a diff that `git apply` reads; with --write all files are moved, or none. Exits 4 if a file could not be read.
    """
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  `--help` needs none of these

    source = open_target(target, revision=options["revision"], cwd=Path.cwd())
    move = _planned(source, old, new, options["config_file"])
    if options["write"]:
        _written(source, move, target, allow_dirty=options["allow_dirty"])
    else:
        from ..reports.move_diff import diff  # noqa: PLC0415  as above

        for text in diff(move):
            terminal.put(text)
    if not options["quiet"]:
        _said(move, verbose=options["verbose"])
    return INCOMPLETE if move.unread else CLEAN


def _planned(source: "Source", old: str, new: str, config_file: Path | None) -> "PackageMove":
    from ..analyzer.inventory import Zone  # noqa: PLC0415  as in `move_models`
    from ..analyzer.settings.load import load  # noqa: PLC0415  as in `move_models`
    from ..analyzer.settings.zones import Zoning  # noqa: PLC0415  as in `move_models`
    from ..codemods.moving.packages import package_move  # noqa: PLC0415  as in `move_models`
    from ..registry.universe.names import Names  # noqa: PLC0415  as in `move_models`

    zoning = Zoning(load(source, config_file).settings, source.paths(), Names.load().family)
    return package_move(source, old, new, lambda path: zoning.zone_of(path) is Zone.FROZEN)


def _written(source: "Source", move: "PackageMove", target: str, *, allow_dirty: bool) -> None:
    from ..analyzer.reading.folder import Folder  # noqa: PLC0415  only a run that writes needs it
    from ..codemods.applying.dirty import uncommitted  # noqa: PLC0415  as above
    from ..codemods.applying.writing import write  # noqa: PLC0415  as above
    from ..codemods.moving.packages import writings  # noqa: PLC0415  as above

    if not isinstance(source, Folder):
        raise click.ClickException(f"{target} is no folder, so nothing can be written there: name the work tree itself")
    files = writings(move)
    changed = uncommitted(source, files)
    if changed and not allow_dirty:
        raise click.ClickException(f"{changed[0]} holds changes that are not committed: commit them, or add --allow-dirty")
    write(source.root, files)


def _said(move: "PackageMove", *, verbose: int) -> None:
    if not move.files:
        terminal.say(f"{move.old} is {move.new} already")
        return
    changed = sum(file.old is not None and file.old == file.new for file in move.files)
    terminal.say(f"{move.old} → {move.new}: {move.moved} files move, {changed} others change")
    for words in move.looks:
        terminal.say(f"look: {words}")
    for words in move.unread:
        terminal.say(f"NB905 not read: {words}")
    if verbose:
        for file in move.files:
            terminal.say(f"{file.old or 'new'} → {file.new}")
