"""Processes of this machine, the default."""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial

from ..pool import ExecutorError, LostError, Pool, Result, Task, Way

_MEMORY = 6 << 30  # bytes of address space that a worker may take


@dataclass(frozen=True, slots=True, kw_only=True)
class _Processes:
    """A pool of the standard library; if one of its processes dies, all that was handed to it is lost."""

    executor: ProcessPoolExecutor
    hands: int

    def submit(self, function: Callable[[Sequence[Task]], Sequence[Result]], batch: Sequence[Task]) -> Callable[[], Sequence[Result]]:
        try:
            return partial(_result, self.executor.submit(function, batch))
        except BrokenProcessPool as broken:
            raise LostError from broken

    def suspects(self, lost: int) -> int:
        return min(lost, self.hands + 1)  # a pool hands out work in order: each worker held one batch, and one more was on its way

    def prepare(self, function: Callable[[int], None]) -> None:
        for number in range(self.hands):
            self.executor.submit(function, number)

    def close(self) -> None:
        workers = tuple((self.executor._processes or {}).values())  # noqa: SLF001  Python 3.14 is the first that can end them itself
        try:
            self.executor.shutdown(wait=True, cancel_futures=True)
        finally:
            for worker in workers:  # the executor forgets those whose start, or whose end, was interrupted
                worker.kill()


def _result(future: Future[Sequence[Result]]) -> Sequence[Result]:
    try:
        return future.result()
    except BrokenProcessPool as broken:
        raise LostError from broken


def _start(address: str, jobs: int) -> Pool:
    if address:
        raise ExecutorError(f"--executor processes:{address}: processes of this machine have no address; write `processes`")
    # Forking is safe here: this program has started no thread yet, and a child inherits the parser it would have to import.
    way = "fork" if sys.platform == "linux" else "spawn"
    return _Processes(executor=ProcessPoolExecutor(jobs, multiprocessing.get_context(way), _restrain), hands=jobs)


def _restrain() -> None:
    """Let a worker die of want rather than take the machine's memory with it, and leave Ctrl-C to the process that it works for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - there is none on Windows

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY if hard == resource.RLIM_INFINITY else min(_MEMORY, hard), hard))


processes = Way(name="processes", start=_start, is_local=True)
