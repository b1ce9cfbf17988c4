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
_MEMORY = 6 << 30  # bytes of address space that a worker may take


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
            self._executor = ProcessPoolExecutor(self.jobs, multiprocessing.get_context(way), _restrain)
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
        """Run batches until one kills its worker; then run those alone that can have been it, and go on with the others."""
        while batches:
            lost: list[Sequence[Task]] = []
            for batch, future in self._submitted(function, batches):
                try:
                    results = future.result() if future is not None else None
                except BrokenProcessPool:
                    results = None
                if results is None:
                    lost.append(batch)
                else:
                    yield from results
            if lost:
                self._stop()
            # A pool hands out work in order: each worker held one batch, and one more was on its way.
            suspects = [task for batch in lost[: self.jobs + 1] for task in batch]
            batches = lost[self.jobs + 1 :]
            yield from self._alone(function, suspects)

    def _submitted(
        self, function: Callable[[Sequence[Task]], Sequence[Result]], batches: Sequence[Sequence[Task]]
    ) -> list[tuple[Sequence[Task], Future[Sequence[Result]] | None]]:
        """Submit batches; None for those that a pool which broke meanwhile does not take."""
        executor = self._start()
        waiting: list[tuple[Sequence[Task], Future[Sequence[Result]] | None]] = []
        for batch in batches:
            try:
                waiting.append((batch, executor.submit(function, batch)))
            except BrokenProcessPool:
                waiting.append((batch, None))
        return waiting

    def _alone(self, function: Callable[[Sequence[Task]], Sequence[Result]], tasks: Sequence[Task]) -> Iterator[Result | Died[Task]]:
        for task in tasks:
            try:
                yield from self._start().submit(function, (task,)).result()
            except BrokenProcessPool:
                self._stop()
                yield Died(task=task)


def _restrain() -> None:
    """Let a worker die of want rather than take the machine's memory with it."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - there is none on Windows

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY if hard == resource.RLIM_INFINITY else min(_MEMORY, hard), hard))


def _dealt(tasks: Sequence[Task], weight: Callable[[Task], int], hands: int) -> list[list[Task]]:
    """Deal tasks into batches of about equal weight, the heaviest batch first."""
    batches: list[tuple[int, list[Task]]] = [(0, []) for _ in range(max(1, min(hands, len(tasks))))]
    for task in sorted(tasks, key=weight, reverse=True):
        lightest = min(range(len(batches)), key=lambda number: batches[number][0])
        total, members = batches[lightest]
        members.append(task)
        batches[lightest] = (total + weight(task) + 1, members)
    return [members for _, members in sorted(batches, key=lambda batch: -batch[0]) if members]
