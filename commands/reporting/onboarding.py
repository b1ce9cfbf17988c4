"""Write how to add a model: files, what is asked of it with its defaults, one worked example; as a page or as SKILL.md."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import _reporting as reporting
from .. import _terminal as terminal
from .._migrating import dialect as spelled
from ..options import exit_zero, formats

if TYPE_CHECKING:
    from ...codemods.onboarding.guide import Guide

CLEAN, INCOMPLETE = 0, 4
PAGE, SKILL = "page", "skill"


@click.command(name="onboarding")
@reporting.of_a_tree
@spelled
@formats(PAGE, SKILL, default=PAGE)
@click.option("--model", "model", default="my_model", show_default=True, metavar="NAME", help="The model that is added in the example.")
@reporting.page_file
@reporting.write
@exit_zero
def onboarding(asked: reporting.Asked, *, dialect: str | None, format_name: str, model: str, page: Path | None, write: bool) -> int:
    """Write how a contributor, or an agent, adds a model to TARGET without a branch on its name.

    It is made of the dialect and of the target's registry: the files, the hook points and facts with their defaults, the classes of a
    descriptor, one worked example. Of a work tree its last commit is looked at. With --page the fenced sections of an existing page
    are made anew, and what people wrote around them stays. Exits 4 if a file could not be read.
    """
    from ...reports import onboarding as report  # noqa: PLC0415  `--help` needs none of these

    if format_name == SKILL and page is not None:
        raise click.UsageError(f"--page is for people's page: leave it out, and redirect what --format {SKILL} prints")
    text = reporting.text_of(page, write=write)
    held = reporting.read(asked, reporting.opened(asked))
    found = facts(held, dialect, model)
    if format_name == SKILL:
        terminal.put(report.skill(found))
    else:
        reporting.delivered(page, text, report.render(found, text), write=write)
    return INCOMPLETE if reporting.incomplete(held) else CLEAN


def facts(held: reporting.Read, named: str | None, model: str) -> "Guide":
    """Return what the page tells."""
    from ...codemods.onboarding.guiding import guide  # noqa: PLC0415  as in `onboarding`

    target = Path(held.source.target).name.partition("@")[0] or Path.cwd().name
    return guide(held.program, held.loaded.settings, reporting.spelling(held, named), model, target)
