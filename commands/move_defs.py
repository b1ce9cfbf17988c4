"""Move the functions and classes of a model out of shared code, into files of the model's own; old dotted names still import."""

from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

import click

from ..reports import plan_rendering
from . import _migrating as migrating
from . import _terminal as terminal
from .migrate import written
from .options import at, config, exit_zero, formats, jobs, loudness, names, no_cache, revision, target
from .plan import CLEAN, INCOMPLETE, view

if TYPE_CHECKING:
    from ..analyzer.analysis import Program
    from ..analyzer.reading.source import Source
    from ..codemods.preview import Preview
    from ..registry.dialects.dialect import Dialect


class Options(migrating.Options):
    """What `move-defs` was asked besides its target."""

    to: str | None
    write: bool
    allow_dirty: bool


@click.command(name="move-defs")
@target
@revision
@config
@at
@migrating.models
@migrating.dialect
@click.option(
    "--to", metavar="PACKAGE", help="The package of the model that owns what --at selects; by default what its name and its keys say."
)
@formats(*plan_rendering.known(), default="diff")
@click.option("--write", is_flag=True, help="Write the files. Without it nothing is written, and the diff is printed.")
@click.option("--allow-dirty", is_flag=True, help="Write also where the work tree holds changes that are not committed.")
@names
@exit_zero
@jobs
@no_cache
@loudness
def move_defs(target: str, **options: Unpack[Options]) -> int:
    """Move the functions and classes of each model out of shared code, into the files that the dialect keeps for the model.

    A step of its own, before the branches move. What nothing else uses goes along; old dotted names still import; strings and documents
    that spell one are listed. Prints a diff; with --write all files are written, or none. Exits 4 if a file could not be read.
    """
    asked = replace(migrating.asked_of(target, options), formats=True)
    if options["to"] is not None and not asked.at:
        raise click.UsageError("--to says whose the definitions at some places are: add --at PATH:LINE")
    source = migrating.opened(asked)
    found = _previewed(asked, source, options["to"])
    if options["write"]:
        written(asked, source, found, allow_dirty=options["allow_dirty"])
    else:
        for text in plan_rendering.find(options["format_name"]).render(found, view()):
            terminal.put(text)
    for note in found.notes:
        terminal.say(note)
    if not options["quiet"]:
        _said(found)
    return INCOMPLETE if found.unread else CLEAN


def _previewed(asked: migrating.Asked, source: "Source", to: str | None) -> "Preview":
    from ..codemods.moving import previewing  # noqa: PLC0415  `--help` needs none of these

    def plan(program: "Program", words: "Dialect", base: str) -> "Preview":
        sites = migrating.sites(asked, source, tuple(site for site, _ in program.sites))
        wanted = previewing.Wanted(models=asked.models, sites=sites, to=to)
        return previewing.previewed(source, program, words, base, wanted)

    return migrating.planned(asked, source, plan)


def _said(found: "Preview") -> None:
    made = found.migration
    terminal.say(f"{len(made.plans)} definitions move, {len(made.refused)} stay; {len(found.files)} files change")
    places = (f"{each.kind}: {each.evidence}" for plan in made.plans for each in plan.obligations)
    accepted = (f"to be accepted: {each.kind}: {each.detail}" for plan in made.plans for each in plan.differences)
    for words in dict.fromkeys([*places, *accepted]):
        terminal.say(words)
    for one in made.refused:
        terminal.say(f"{one.path}:{one.line}: {one.code} {one.reason}; {one.step}")
    for words in found.unread:
        terminal.say(f"NB905 not read: {words}")
