"""Move a model's branches into its descriptor: a diff, or with --write the files themselves."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from ..reports import plan_rendering
from . import _migrating as migrating
from . import _terminal as terminal
from .options import at, config, exit_zero, formats, jobs, loudness, names, no_cache, order, reviewed, revision, target
from .plan import CLEAN, INCOMPLETE, view

if TYPE_CHECKING:
    from ..analyzer.reading.source import Source
    from ..codemods.preview import Preview


class Options(migrating.Options):
    """What `migrate` was asked besides its target."""

    plan: bytes | None
    order: tuple[str, ...]
    moves: bool
    plumbing: bool
    branch: str | None
    deprecate: str | None
    pr_text: Path | None
    write: bool
    allow_dirty: bool


@click.command(name="migrate")
@target
@revision
@config
@at
@migrating.models
@migrating.dialect
@formats(*plan_rendering.known(), default="diff")
@reviewed("Do what a plan says that was reviewed: what `namebranch plan --format json` printed.")
@click.option("--plumbing", is_flag=True, help="Only what must be there first, once, before any model moves; it changes no answer.")
@click.option(
    "--branch",
    metavar="NAME",
    help="Make a branch of the commit instead, with one commit a step: first the plumbing, then one model after the other (all, where none "
    "is named), its definitions before its branches. HEAD, index and work tree stay what they are.",
)
@click.option(
    "--pr-text", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), help="With --branch: write the text of each pull request."
)
@click.option(
    "--deprecate",
    metavar="CONTEXT.OLD=NEW",
    help="Instead, let all hooks read the field NEW of what they are handed where they read OLD, and list those that cannot.",
)
@order
@migrating.moves
@click.option("--write", is_flag=True, help="Write the files. Without it nothing is written, and the diff is printed.")
@click.option("--allow-dirty", is_flag=True, help="Write also where the work tree holds changes that are not committed.")
@names
@exit_zero
@jobs
@no_cache
@loudness
def migrate(target: str, **options: Unpack[Options]) -> int:
    """Move the branches of a model into its descriptor, and leave alone what cannot move safely.

    Prints a diff; `namebranch plan` says what it does and why. With --write all files of the step are written, or none.
    Exits 4 if a file could not be read.
    """
    asked = _asked(target, options)
    source = migrating.opened(asked)
    if options["branch"] is not None:
        from ._branching import branched  # noqa: PLC0415  `--help` needs none of these

        unread = branched(asked, source, options["branch"], options["pr_text"])
    else:
        unread = _previewed(asked, source, options).unread
    for words in unread:
        terminal.say(f"NB905 not read: {words}")
    return INCOMPLETE if unread else CLEAN


def _asked(target: str, options: Options) -> migrating.Asked:
    """Return what was asked.

    Raises:
        click.UsageError: some of it does not go together, or nothing is to move.

    """
    chosen = bool(options["models"] or options["at"])
    if options["plan"] is not None and (chosen or options["plumbing"]):
        raise click.UsageError("a plan says itself what moves: leave --model, --at and --plumbing out")
    if options["branch"] is not None and (options["write"] or options["at"] or options["plumbing"] or options["plan"] is not None):
        raise click.UsageError("--branch makes all steps of some models: leave --write, --at, --plan and --plumbing out")
    if options["pr_text"] is not None and options["branch"] is None:
        raise click.UsageError("--pr-text goes with --branch")
    others = chosen or options["plumbing"] or options["plan"] is not None or options["branch"] is not None
    if options["deprecate"] is not None and others:
        raise click.UsageError("--deprecate is a change of its own: leave what moves models out")
    if not (
        options["deprecate"] is not None or chosen or options["plumbing"] or options["branch"] is not None or options["plan"] is not None
    ):
        raise click.UsageError("say what to move: --model NAME, --at PATH:LINE or --plan FILE; `namebranch plan` shows what there is")
    return replace(
        migrating.asked_of(target, options),
        formats=True,
        plan=options["plan"],
        order=options["order"],
        moves=options["moves"],
        plumbing=options["plumbing"],
        deprecate=options["deprecate"],
    )


def _previewed(asked: migrating.Asked, source: "Source", options: Options) -> "Preview":
    found = migrating.previewed(asked, source)
    if options["write"]:
        written(asked, source, found, allow_dirty=options["allow_dirty"])
    else:
        for text in plan_rendering.find(options["format_name"]).render(found, view()):
            terminal.put(text)
    if options["deprecate"] is not None and not options["quiet"]:
        terminal.say(f"{len(found.files)} files change, {len(found.migration.refused)} places are left")
    elif not options["quiet"]:
        terminal.say(told(found))
    for note in found.notes:
        terminal.say(note)
    for one in () if options["quiet"] else found.migration.refused:
        terminal.say(f"{one.path}:{one.line}: {one.code} {one.reason}; {one.step}")
    return found


def told(found: "Preview") -> str:
    """Return how much moves, and how much stays."""
    made = found.migration
    return f"{len(made.plans)} decisions move, {len(made.refused)} tests stay; {len(found.files)} files change"


def written(asked: migrating.Asked, source: "Source", found: "Preview", *, allow_dirty: bool) -> None:
    """Write the files.

    Raises:
        click.ClickException: the target is no folder, or holds changes that are not committed.
        UnwritableError: it is not what was read.

    """
    from ..analyzer.reading.folder import Folder  # noqa: PLC0415  only a run that writes needs it
    from ..codemods.applying.dirty import uncommitted  # noqa: PLC0415  as above
    from ..codemods.applying.writing import Writing, write  # noqa: PLC0415  as above

    if not isinstance(source, Folder):
        raise click.ClickException(f"{asked.target} is no folder, so nothing can be written there: name the work tree itself")
    files = tuple(Writing(path=file.path, before=file.before, after=file.after) for file in found.files)
    changed = uncommitted(source, files)
    if changed and not allow_dirty:
        raise click.ClickException(f"{changed[0]} holds changes that are not committed: commit them, or add --allow-dirty")
    write(source.root, files)
