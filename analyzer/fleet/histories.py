"""The histories of many repositories as one, in the order of their commits' dates: what lies in a repository lies below its name."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from heapq import merge

from ..executing import Workers
from ..history.walk import walk
from ..inventory import Unread
from ..judging.drift import By, Delta, Drift, Mark, drift
from ..judging.filters import Filters
from ..judging.verdict import Change, Fate, Known
from ..pool import Crew
from ..reading.log import read_history
from ..reading.revision import Revision
from ..reading.source import TargetError
from ..reading.target import open_target
from ..settings.load import load
from ..store import Store
from .answers import Failed, Told
from .crews import Asked, each
from .inventories import site_below
from .members import Member


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What each step of one repository changed, the oldest first."""

    preset: str
    horizon: str | None
    steps: tuple[tuple[Mark, Delta], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Which steps, which sites, and what to show them by."""

    filters: Filters
    since: str | None = None
    by: By | None = None
    goal: int | None = None


def walked(
    members: Sequence[Member], asked: Asked, question: Question, crew: Crew, *, target: str, progress: Callable[[str], None]
) -> Drift:
    """Return the drift of *members* as one; a repository whose history cannot be told is unread at the last step."""
    told: dict[str, History] = {}
    failed: list[Unread] = []
    for one in each(members, partial(history_of, asked, question.since), crew, progress):
        match one:
            case Told(member=member, answer=answer):
                told[member.name] = answer
            case Failed(member=member, reason=reason):
                failed.append(Unread(path=member.name, reason=reason))
    found = drift(
        merged(told),
        question.filters,
        target=target,
        preset=", ".join(sorted({one.preset for one in told.values()})),
        by=question.by,
        goal=question.goal,
        horizon="; ".join(f"{name}: {one.horizon}" for name, one in told.items() if one.horizon is not None) or None,
    )
    return replace(found, unread=(*failed, *found.unread))


def history_of(asked: Asked, since: str | None, member: Member) -> History:
    """Walk one repository; where its history was entered on the way, nothing happened in the first step.

    Raises:
        TargetError: it is no repository.

    """
    source = open_target(member.target, cwd=asked.cwd)
    if source.revision is None:
        source = open_target(member.target, revision="HEAD", cwd=asked.cwd)
    if not isinstance(source, Revision):
        raise TargetError(f"{member.target} has no history: name a git repository")
    loaded = load(source, asked.config_file)
    history = read_history(source.folder, tip=source.revision, since=since)
    with Store(asked.cache) as store, Workers(asked.inside) as workers:
        steps = [
            (Mark(number=number, id=commit.id, date=commit.date, subject=commit.subject), delta)
            for number, (commit, delta) in enumerate(walk(history, loaded, store, workers, more=asked.more))
        ]
    if steps and (history.base is not None or history.horizon is not None):
        steps[0] = steps[0][0], replace(steps[0][1], changes=())
    return History(preset=loaded.preset.preset, horizon=history.horizon, steps=tuple(steps))


def merged(told: Mapping[str, History]) -> Iterator[tuple[Mark, Delta]]:
    """Yield the steps of all, as they happened; what is unread is told for all of them, and whether anything is registered for none."""
    unread: dict[str, tuple[Unread, ...]] = {}
    lines = (_timed(number, name, one) for number, (name, one) in enumerate(told.items()))
    for at, (_, _, name, mark, delta) in enumerate(merge(*lines, key=lambda step: step[:2])):
        if delta.unread is not None:
            unread[name] = tuple(replace(item, path=f"{name}/{item.path}") for item in delta.unread)
        yield (
            replace(mark, number=at, subject=f"{name}: {mark.subject}"),
            Delta(
                sites={f"{name}/{path}": tuple(site_below(name, site) for site in sites) for path, sites in delta.sites.items()},
                registrations=None,
                unread=None if delta.unread is None else tuple(item for items in unread.values() for item in items),
                changes=tuple(_change(name, change) for change in delta.changes),
            ),
        )


def _timed(number: int, name: str, one: History) -> Iterator[tuple[datetime, int, str, Mark, Delta]]:
    """Yield the steps of one repository, none before the one that it follows, whatever its clock said."""
    latest = datetime.min.replace(tzinfo=UTC)
    for mark, delta in one.steps:
        latest = max(latest, datetime.fromisoformat(mark.date))
        yield latest, number, name, mark, delta


def _change(name: str, change: Change) -> Change:
    was, now = change.was, change.now
    by = tuple(f"{name}/{one}" for one in change.by) if change.fate is Fate.TAKEN_OVER else change.by
    return replace(change, by=by, was=None if was is None else _known(name, was), now=None if now is None else site_below(name, now))


def _known(name: str, known: Known) -> Known:
    return replace(known, path=f"{name}/{known.path}", site=None if known.site is None else site_below(name, known.site))
