"""`--repos FILE`: the verbs that answer for many repositories at once."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import _terminal as terminal

if TYPE_CHECKING:
    from ..analyzer.fleet import surveys
    from ..analyzer.fleet.answers import Failed, Survey, Told
    from ..analyzer.fleet.crews import Asked
    from ..analyzer.fleet.histories import Question
    from ..analyzer.fleet.members import Member
    from ..analyzer.inventory import Inventory
    from ..analyzer.judging.drift import Drift
    from ..analyzer.pool import Crew

HERE = "here"

repos = click.option(
    "--repos",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Instead of TARGET, all that FILE names, one target a line (or NAME = TARGET); what lies in each is shown below its name.",
)


def scanned(file: Path, asked: "Asked", crew: "Crew", *, quiet: bool) -> "Inventory":
    """Return the inventory of all that *file* names."""
    from ..analyzer.fleet.inventories import scanned as scan_all  # noqa: PLC0415  `--help` needs none of these

    with terminal.Progress(quiet=quiet, every=False) as progress:
        return scan_all(members(file), asked, crew, target=str(file), progress=progress)


def walked(file: Path, asked: "Asked", question: "Question", crew: "Crew", *, quiet: bool) -> "Drift":
    """Return the drift of all that *file* names."""
    from ..analyzer.fleet.histories import walked as walk_all  # noqa: PLC0415  as above

    with terminal.Progress(quiet=quiet, every=False) as progress:
        return walk_all(members(file), asked, question, crew, target=str(file), progress=progress)


def surveyed(file: Path, asked: "Asked", question: "surveys.Question", crew: "Crew", *, quiet: bool) -> "tuple[Told[Survey] | Failed, ...]":
    """Return what all that *file* names are compared by."""
    from ..analyzer.fleet.surveys import surveyed as survey_all  # noqa: PLC0415  as above

    with terminal.Progress(quiet=quiet, every=False) as progress:
        return survey_all(members(file), asked, question, crew, progress)


def members(file: Path) -> "tuple[Member, ...]":
    """Read the file of `--repos`.

    Raises:
        click.BadParameter: it cannot be followed.

    """
    from ..analyzer.fleet import members as fleet  # noqa: PLC0415  as above

    try:
        return fleet.members(file.read_text(encoding="utf-8-sig"))  # some editors begin a file with a mark
    except fleet.FleetError as problem:
        raise click.BadParameter(f"{file}: {problem}", param_hint="--repos") from problem
    except UnicodeDecodeError as problem:
        raise click.BadParameter(f"{file} is no text in UTF-8: write one target a line", param_hint="--repos") from problem
    except OSError as problem:
        raise click.BadParameter(f"{file} cannot be read: {problem.strerror}", param_hint="--repos") from problem


def asking(config_file: Path | None, more: bytes, crew: "Crew", *, no_cache: bool) -> "Asked":
    """Return what is the same for all of them; a worker of a cluster has a cache of its own machine."""
    from ..analyzer.fleet.crews import Asked  # noqa: PLC0415  as above
    from ..analyzer.pool import Crew  # noqa: PLC0415  as above
    from ..analyzer.store import default_folder  # noqa: PLC0415  as above

    inside = Crew(jobs=1) if crew.executor == Crew().executor else Crew(jobs=1, executor=HERE)
    return Asked(cwd=Path.cwd(), config_file=config_file, cache=None if no_cache else default_folder(), inside=inside, more=more)
