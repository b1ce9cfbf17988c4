"""Maps pure functions over batches in worker processes; a worker that dies costs only what killed it."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, Self

from ..registry import shelf
from .pool import Crew, ExecutorError, LostError, Pool, Result, Task, Way

_BATCHES_EACH = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Died(Generic[Task]):
    """A task that killed its worker."""

    task: Task


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _nothing() -> None:
    pass


class Workers:
    """Workers that start when there is work, and end with the `with` block."""

    def __init__(self, crew: Crew | int | None = None) -> None:
        """Take how many processes, of what; None for as many of this machine as it has processors.

        Raises:
            ExecutorError: there is no such way to run work.

        """
        asked = crew if isinstance(crew, Crew) else Crew(jobs=crew)
        self.jobs = asked.jobs or processors()
        self._way, self._address = _way(asked.executor)
        self._pool: Pool | None = None

    @property
    def is_local(self) -> bool:
        """Whether the workers see the files of this machine, its cache among them."""
        return self._way.is_local

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop()

    def _start(self) -> Pool:
        if self._pool is None:
            self._pool = self._way.start(self._address, self.jobs)
        return self._pool

    def _stop(self) -> None:
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def prepare(self, function: Callable[[int], None]) -> None:
        """Start the workers and let each run *function*, while the caller goes on."""
        self._start().prepare(function)

    def map(
        self,
        function: Callable[[Sequence[Task]], Sequence[Result]],
        tasks: Sequence[Task],
        weight: Callable[[Task], int],
        meanwhile: Callable[[], object] = _nothing,
    ) -> Iterator[Result | Died[Task]]:
        """Yield the results of *tasks* as they come, in no order; heavy tasks first. Once they are under way, *meanwhile* is called."""
        if tasks:
            yield from self._batches(function, _dealt(tasks, weight, self._start().hands * _BATCHES_EACH), meanwhile)

    def _batches(
        self, function: Callable[[Sequence[Task]], Sequence[Result]], batches: Sequence[Sequence[Task]], meanwhile: Callable[[], object]
    ) -> Iterator[Result | Died[Task]]:
        """Run batches until one kills its worker; then run those alone that can have been it, and go on with the others."""
        while batches:
            pool = self._start()
            lost: list[Sequence[Task]] = []
            waiting = _submitted(pool, function, batches)
            meanwhile()
            for batch, results in waiting:
                found = _waited(results)
                if found is None:
                    lost.append(batch)
                else:
                    yield from found
            if lost:
                self._stop()
            meanwhile = _nothing
            suspects = pool.suspects(len(lost))
            batches = lost[suspects:]
            yield from self._alone(function, [task for batch in lost[:suspects] for task in batch])

    def _alone(self, function: Callable[[Sequence[Task]], Sequence[Result]], tasks: Sequence[Task]) -> Iterator[Result | Died[Task]]:
        for task in tasks:
            pool = self._start()
            try:
                yield from pool.submit(function, (task,))()
            except LostError:
                self._stop()
                yield Died(task=task)


def _way(executor: str) -> tuple[Way, str]:
    """Return how pools of an executor are opened, and its address."""
    name, _, address = executor.partition(":")
    from . import executors  # noqa: PLC0415  `--help` needs none of them

    if name not in shelf.names(executors):
        raise ExecutorError(f"--executor {executor}: there is no {name!r}; known are {', '.join(shelf.names(executors))}")
    return shelf.take(executors, name, Way), address


def _waited(results: Callable[[], Sequence[Result]] | None) -> Sequence[Result] | None:
    try:
        return None if results is None else results()
    except LostError:
        return None


def _submitted(
    pool: Pool, function: Callable[[Sequence[Task]], Sequence[Result]], batches: Sequence[Sequence[Task]]
) -> list[tuple[Sequence[Task], Callable[[], Sequence[Result]] | None]]:
    """Submit batches; None for those that a pool which broke meanwhile does not take."""
    waiting: list[tuple[Sequence[Task], Callable[[], Sequence[Result]] | None]] = []
    for batch in batches:
        try:
            waiting.append((batch, pool.submit(function, batch)))
        except LostError:
            waiting.append((batch, None))
    return waiting


def _dealt(tasks: Sequence[Task], weight: Callable[[Task], int], hands: int) -> list[list[Task]]:
    """Deal tasks into batches of about equal weight, the heaviest batch first."""
    batches: list[tuple[int, list[Task]]] = [(0, []) for _ in range(max(1, min(hands, len(tasks))))]
    for task in sorted(tasks, key=weight, reverse=True):
        lightest = min(range(len(batches)), key=lambda number: batches[number][0])
        total, members = batches[lightest]
        members.append(task)
        batches[lightest] = (total + weight(task) + 1, members)
    return [members for _, members in sorted(batches, key=lambda batch: -batch[0]) if members]
