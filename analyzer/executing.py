"""Maps pure functions over batches in worker processes; a worker that dies costs only what killed it."""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, Self, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
_BATCHES_EACH = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Died(Generic[Task]):
    """A task that killed its worker."""

    task: Task


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers:
    """Worker processes that start when there is work, and end with the `with` block."""

    def __init__(self, jobs: int | None = None) -> None:
        """Use *jobs* processes; None for as many as there are processors."""
        self.jobs = jobs or processors()
        self._executor: Executor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop()

    def _start(self) -> Executor:
        if self._executor is None:
            # Forking is safe here: this program has started no thread yet, and a child inherits the parser it would have to import.
            way = "fork" if sys.platform == "linux" else "spawn"
            self._executor = ProcessPoolExecutor(self.jobs, mp_context=multiprocessing.get_context(way))
        return self._executor

    def _stop(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None

    def prepare(self, function: Callable[[int], None]) -> None:
        """Start the workers and let each run *function*, while the caller goes on."""
        executor = self._start()
        for number in range(self.jobs):
            executor.submit(function, number)

    def map(
        self, function: Callable[[Sequence[Task]], Sequence[Result]], tasks: Sequence[Task], weight: Callable[[Task], int]
    ) -> Iterator[Result | Died[Task]]:
        """Yield the results of *tasks* as they come, in no order; heavy tasks first."""
        yield from self._batches(function, _dealt(tasks, weight, self.jobs * _BATCHES_EACH))

    def _batches(
        self, function: Callable[[Sequence[Task]], Sequence[Result]], batches: Sequence[Sequence[Task]]
    ) -> Iterator[Result | Died[Task]]:
        executor = self._start()
        waiting: list[tuple[Sequence[Task], Future[Sequence[Result]]]] = []
        broken: list[Sequence[Task]] = []
        for position, batch in enumerate(batches):
            try:
                waiting.append((batch, executor.submit(function, batch)))
            except BrokenProcessPool:
                broken.extend(batches[position:])
                break
        for batch, future in waiting:
            try:
                yield from future.result()
            except BrokenProcessPool:
                broken.append(batch)
        if broken:
            self._stop()
            yield from self._narrowed(function, broken)

    def _narrowed(
        self, function: Callable[[Sequence[Task]], Sequence[Result]], broken: Sequence[Sequence[Task]]
    ) -> Iterator[Result | Died[Task]]:
        """Run what was lost again, alone and in halves, until the tasks that kill are found."""
        for batch in broken:
            try:
                yield from self._start().submit(function, batch).result()
            except BrokenProcessPool:
                self._stop()
                if len(batch) == 1:
                    yield Died(task=batch[0])
                else:
                    middle = len(batch) // 2
                    yield from self._narrowed(function, (batch[:middle], batch[middle:]))


def _dealt(tasks: Sequence[Task], weight: Callable[[Task], int], hands: int) -> list[list[Task]]:
    """Deal tasks into batches of about equal weight, the heaviest batch first."""
    batches: list[tuple[int, list[Task]]] = [(0, []) for _ in range(max(1, min(hands, len(tasks))))]
    for task in sorted(tasks, key=weight, reverse=True):
        lightest = min(range(len(batches)), key=lambda number: batches[number][0])
        total, members = batches[lightest]
        members.append(task)
        batches[lightest] = (total + weight(task) + 1, members)
    return [members for _, members in sorted(batches, key=lambda batch: -batch[0]) if members]
