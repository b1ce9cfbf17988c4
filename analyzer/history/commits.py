"""A revision and what leads up to it, in; how its count of name branches moved, out."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..executing import Workers
from ..judging.drift import By, Delta, Drift, Mark, drift
from ..judging.filters import Filters
from ..pool import Crew
from ..reading.log import Commit, History, read_history
from ..reading.revision import Revision
from ..settings.load import Loaded
from ..store import Store
from .walk import Progress, walk


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which part of a history, which sites, and what to show them by."""

    filters: Filters
    after: str | None = None  # the revision behind which the part begins
    since: str | None = None  # a date, as git reads them
    by: By | None = None
    goal: int | None = None
    more: bytes = b""  # a file of further names


def of_commits(
    source: Revision, loaded: Loaded, asked: Asked, *, jobs: Crew | int | None, store: Store | None, progress: Progress
) -> Drift:
    """Return the drift of the first-parent history that ends at *source*, whose settings govern all of it.

    Raises TargetError where git cannot tell the history.
    """
    progress("reading the history")
    history = read_history(source.folder, tip=source.revision, after=asked.after, since=asked.since)
    with store or Store(None) as kept, Workers(jobs) as workers:
        steps = _marked(history, walk(history, loaded, kept, workers, progress, more=asked.more))
        return drift(
            steps,
            asked.filters,
            target=source.target,
            preset=loaded.preset.preset,
            by=asked.by,
            goal=asked.goal,
            horizon=history.horizon,
            base=history.base is not None or history.horizon is not None,
        )


def _marked(history: History, steps: Iterator[tuple[Commit, Delta]]) -> Iterator[tuple[Mark, Delta]]:
    for number, (commit, delta) in enumerate(steps):
        yield Mark(number=number, id=commit.id, date=commit.date, subject=commit.subject), delta
