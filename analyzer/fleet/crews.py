"""Runs one function for each repository of a fleet, in a process of its own, and isolates what fails."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from ..executing import Died, Workers
from ..pool import Crew
from ..scanned import Depth
from .answers import Failed, Told
from .members import Member

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is the same for all repositories."""

    cwd: Path  # that targets are relative to
    config_file: Path | None
    cache: Path | None  # the folder of the cache; None for none
    inside: Crew  # how each of them works
    more: bytes = b""  # a file of further names
    depth: Depth = Depth.WHOLE  # how much of models' own files is read


def each(
    members: Sequence[Member], one: Callable[[Member], Answer], crew: Crew, progress: Callable[[str], None]
) -> Iterator[Told[Answer] | Failed]:
    """Yield what *one* answers for each of *members*, in their order; *one* is a function that a worker can import."""
    found: dict[Member, Told[Answer] | Failed] = {}
    with Workers(crew) as workers:
        for result in workers.map(partial(_alone, one), members, lambda _: 1):
            match result:
                case Died(task=member):
                    found[member] = Failed(
                        member=member, reason="the process that looked at it died: too little memory, or a crash of the parser"
                    )
                case Told() | Failed():
                    found[result.member] = result
            progress(f"{len(found)} of {len(members)} repositories")
    yield from (found[member] for member in members)


def _alone(one: Callable[[Member], Answer], members: Sequence[Member]) -> list[Told[Answer] | Failed]:
    return [_asked(one, member) for member in members]


def _asked(one: Callable[[Member], Answer], member: Member) -> Told[Answer] | Failed:
    try:
        return Told(member=member, answer=one(member))
    except Exception as error:  # noqa: BLE001  whatever is wrong with one repository, the others are looked at
        ours = type(error).__module__.partition(".")[0] == __package__.partition(".")[0]
        return Failed(member=member, reason=str(error) if ours else f"{type(error).__name__}: {error}")
