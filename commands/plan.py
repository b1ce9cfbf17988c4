"""Say what becomes of each branch of a model: which rule moves it where, or why it stays."""

from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

import click

from ..reports import plan_rendering
from . import _migrating as migrating
from . import _terminal as terminal
from .options import at, config, exit_zero, formats, jobs, loudness, names, no_cache, order, revision, target

if TYPE_CHECKING:
    from ..analyzer.analysis import Program
    from ..codemods.preview import Preview
    from ..registry.dialects.dialect import Dialect
    from ..reports.format import View

CLEAN, INCOMPLETE = 0, 4


class Options(migrating.Options):
    """What `plan` was asked besides its target."""

    order: tuple[str, ...]
    moves: bool
    templates: bool


@click.command(name="plan")
@target
@revision
@config
@at
@migrating.models
@migrating.dialect
@order
@migrating.moves
@click.option("--templates", is_flag=True, help="Say also which models say at least three facts or hooks alike, and who says otherwise.")
@formats(*plan_rendering.known(), default="text")
@names
@exit_zero
@jobs
@no_cache
@loudness
def plan(target: str, **options: Unpack[Options]) -> int:
    """Say what becomes of each branch of a model: which rule moves it to which hook point, or why it stays, and what to do next.

    And in which order: which pull request stands on which, and why. Nothing is written. Exits 4 if a file could not be read.
    """
    asked = migrating.asked_of(target, options)
    found = _previewed(asked, options["order"], moves=options["moves"] and not asked.at, templates=options["templates"])
    for text in plan_rendering.find(options["format_name"]).render(found, view()):
        terminal.put(text)
    for words in found.unread:
        terminal.say(f"NB905 not read: {words}")
    return INCOMPLETE if found.unread else CLEAN


def _previewed(asked: migrating.Asked, order: tuple[str, ...], *, moves: bool, templates: bool) -> "Preview":
    from ..codemods import previewing  # noqa: PLC0415  `--help` needs none of these
    from ..codemods.ordered import ordered  # noqa: PLC0415  as above
    from ..codemods.templated import families_of  # noqa: PLC0415  as above

    source = migrating.opened(asked)

    def plan(program: "Program", words: "Dialect", base: str) -> "Preview":
        sites = migrating.sites(asked, source, tuple(site for site, _ in program.sites))
        found = previewing.previewed(source, program, words, base, asked.models, sites)
        whole = ordered(found, source, program, words, base, order, moves=moves)
        return replace(whole, families=families_of(whole, program)) if templates else whole

    return migrating.planned(asked, source, plan)


def view() -> "View":
    """Return how to show the answer."""
    from ..reports.format import View  # noqa: PLC0415  `--help` needs none of these

    able = terminal.terminal()
    return View(width=able.width, colour=able.colour, unicode=able.unicode)
