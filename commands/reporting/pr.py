"""Write the text of a migration's pull requests: what moves where, why, what differs, what was measured, how large it is."""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from .. import _reporting as reporting
from .. import _terminal as terminal
from .._migrating import dialect as spelled
from .._migrating import models, moves
from .._series import start, taken
from ..options import exit_zero

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...analyzer.analysis import Program
    from ...analyzer.reading.source import Source
    from ...codemods.describing.series import Series
    from ...codemods.preview import Preview
    from ...parity.evidence import Evidence

CLEAN, INCOMPLETE = 0, 4


class Options(TypedDict):
    """What `report pr` was asked besides its target and its evidence."""

    models: tuple[str, ...]
    dialect: str | None
    moves: bool
    part: int | None
    plan: Path | None


@click.command(name="pr")
@reporting.of_a_tree
@models
@spelled
@moves
@click.option(
    "--evidence",
    "evidence",
    multiple=True,
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What `namebranch prove OLD NEW --format json` printed, of the whole series or of a part; repeatable.",
)
@click.option("--part", type=click.IntRange(min=1), metavar="N", help="The text of part N of the series alone.")
@click.option(
    "--plan",
    "plan",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The text of one pull request, of a plan that was reviewed: what `namebranch plan --format json` printed.",
)
@exit_zero
def pr(asked: reporting.Asked, *, evidence: tuple[Path, ...], **wanted: Unpack[Options]) -> int:
    """Write the text of the pull requests that move the branches of models, as Markdown: one page for the whole series, or for a --part.

    The steps are those of `namebranch migrate --branch`: what must be there first, then one model after the other, its definitions before its branches. With one --model
    and nothing to be put there first it is the text of one pull request. Evidence is taken for what it is of: what ran on other trees
    is told as an earlier form, and what did not run as not run. Exits 4 where a file could not be read.
    """
    from ...reports import pull_request  # noqa: PLC0415  `--help` needs none of these

    if wanted["plan"] is not None and (wanted["models"] or wanted["part"] is not None):
        raise click.UsageError("a plan says itself what moves, in one pull request: leave --model and --part out")
    measured = tuple(decoded(file) for file in evidence)
    found, unread = series(asked, reporting.opened(asked), wanted)
    terminal.put(pull_request.render(found, measured))
    for words in unread:
        terminal.say(f"NB905 not read: {words}")
    return INCOMPLETE if unread else CLEAN


def decoded(file: Path) -> "Evidence":
    """Return the evidence of a file.

    Raises:
        click.BadParameter: it holds none.

    """
    import msgspec  # noqa: PLC0415  as in `pr`

    from ...parity.evidence import Evidence  # noqa: PLC0415  as in `pr`

    try:
        return msgspec.json.decode(file.read_bytes(), type=Evidence)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"--evidence {file}: not the evidence of `prove --format json`: {error}") from error


def series(asked: reporting.Asked, source: "Source", wanted: Options) -> "tuple[Series, tuple[str, ...]]":
    """Return what is to be said of the migration, and what could not be read.

    Raises:
        NoRegistryError: the target has none that the dialect knows.
        NoPartError: the series does not have that part.
        MovedOnError: the plan is not of this tree any more.

    """
    from ...codemods.branching.overlaid import Overlaid  # noqa: PLC0415  as in `pr`
    from ...codemods.describing.describing import described  # noqa: PLC0415  as in `pr`
    from ...codemods.previewing import chosen  # noqa: PLC0415  as in `pr`

    held = reporting.read(asked, source)
    name, models = wanted["dialect"] or held.loaded.settings.registry.dialect, wanted["models"]
    found = list(stepped(held, name, wanted))
    tree = Overlaid(below=source).over({file.path: file.after for preview, _ in found for file in preview.files})
    words = chosen(name, tree)[0]
    refused = () if wanted["plan"] else reporting.planned(held, chosen(name, source)[0], models).refused
    parts = taken(found, reporting.linked(asked, tree, held.loaded))
    told = described(start(source, held.program, words, refused), parts, held.loaded.settings, words, wanted["part"])
    return told, tuple(f"{one.path}: {one.reason}" for one in held.program.unread)


def stepped(held: reporting.Read, dialect: str | None, wanted: Options) -> "Iterator[tuple[Preview, Program]]":
    """Yield each step with the tree that it was made of: those of the models, or the one of the plan."""
    from ...codemods.branching.steps import Asked, steps  # noqa: PLC0415  as in `pr`
    from ...codemods.planning.plan import decoded as plan_of  # noqa: PLC0415  as in `pr`
    from ...codemods.previewing import chosen, replayed  # noqa: PLC0415  as in `pr`

    if wanted["plan"] is not None:
        words, base = chosen(dialect, held.source)
        yield replayed(held.source, held.program, words, base, plan_of(wanted["plan"].read_bytes())), held.program
        return
    programs = [held.program]

    def link(tree: "Source") -> "Program":
        programs.append(reporting.linked(held.asked, tree, held.loaded))
        return programs[-1]

    for preview in steps(held.source, Asked(link=link, dialect=dialect, models=wanted["models"], moves=wanted["moves"])):
        yield preview, programs[-1]
