"""Processes of this machine: Ctrl-C is for the one that started them, and none of them outlives it."""

import multiprocessing
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import pytest

from namebranch.analyzer.executors.processes import processes


def _answers_to_interrupts(batch: Sequence[int]) -> Sequence[bool]:
    return [signal.getsignal(signal.SIGINT) is not signal.SIG_IGN for _ in batch]


def test_a_worker_leaves_an_interrupt_to_the_process_that_it_works_for() -> None:
    pool = processes.start("", 1)
    try:
        assert pool.submit(_answers_to_interrupts, [0])() == [False]
    finally:
        pool.close()


def test_no_worker_outlives_an_end_that_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {child.pid for child in multiprocessing.active_children()}
    pool = processes.start("", 1)
    pool.submit(_answers_to_interrupts, [0])()
    workers = [child for child in multiprocessing.active_children() if child.pid not in before]
    with monkeypatch.context() as patched:
        patched.setattr(ProcessPoolExecutor, "shutdown", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            pool.close()
    for worker in workers:
        worker.join(timeout=10)
    assert workers
    assert not any(worker.is_alive() for worker in workers)


def _interrupted(_: ProcessPoolExecutor, *, wait: bool, cancel_futures: bool) -> None:
    assert wait
    assert cancel_futures
    raise KeyboardInterrupt
