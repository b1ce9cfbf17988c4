"""`report dashboard --repos FILE`: the repositories of a fleet, each looked at alone, and its page."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import _fleet as fleet
from . import _terminal as terminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..analyzer.fleet.answers import Failed, Survey, Told
    from ..analyzer.fleet.surveys import Question
    from ..reports.fleet.fleet import Fleet
    from ._reporting import Asked

HERE = "."


def of_fleet(file: Path, asked: "Asked", question: "Question", others: "Mapping[str, object]", *, executor: str) -> "Fleet":
    """Return what the page of all is made from that *file* names; *others*: options that only one target has, and their values.

    Raises:
        click.UsageError: a target was named beside the fleet, or an option that only one target has.
        click.BadParameter: the file cannot be followed.

    """
    from .. import __version__  # noqa: PLC0415  `--help` needs none of these
    from ..analyzer.pool import Crew  # noqa: PLC0415  as above
    from ..reports.fleet.fleet import Fleet  # noqa: PLC0415  as above

    if asked.target != HERE or asked.revision:
        raise click.UsageError("--repos names all targets, each with its revision: give no other")
    given = [name for name, value in others.items() if value]
    if given:
        raise click.UsageError(f"{' and '.join(given)}: only a page of one target has it; leave it out, or leave --repos out")
    crew = Crew(jobs=asked.jobs, executor=executor)
    whole = fleet.asking(asked.config_file, asked.more, crew, no_cache=asked.no_cache)
    answers = fleet.surveyed(file, whole, question, crew, quiet=asked.quiet)
    return Fleet(file=str(file), answers=answers, version=__version__)


def incomplete(held: "Fleet") -> bool:
    """Name what could not be read, and return whether there was any."""
    missing = [words for one in held.answers for words in missing_of(one)]
    for words in missing:
        terminal.say(words)
    return bool(missing)


def missing_of(one: "Told[Survey] | Failed") -> "Iterator[str]":
    """Yield a line for all that could not be read of one repository."""
    from ..analyzer.fleet.answers import Failed, Told, Untold  # noqa: PLC0415  as in `of_fleet`
    from ..analyzer.judging.drift import Drift  # noqa: PLC0415  as above

    name = one.member.name
    match one:
        case Failed(reason=reason):
            yield f"{name}: NB905 not read: {reason}"
        case Told(answer=answer):
            yield from (f"{name}/{unread.path}: NB905 not read: {unread.reason}" for unread in answer.cost.unread)
            match answer.history:
                case Untold(reason=reason, is_failure=True):
                    yield f"incomplete: {name}: its history: {reason}"
                case Untold():
                    pass
                case Drift(horizon=horizon, gaps=gaps):
                    yield from () if horizon is None else (f"incomplete: {name}: {horizon}",)
                    yield from (f"{unread.path}: NB905 not read at {mark.id[:9]}: {unread.reason}" for mark, unread in gaps)
