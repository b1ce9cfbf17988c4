"""Worker processes: every task is answered once, whoever dies."""

import os
import signal
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namebranch.analyzer.executing import Died, Workers, processors

DEADLY = 1000


def doubled(tasks: Sequence[int]) -> list[int]:
    """Double each number; a deadly one kills the process."""
    for task in tasks:
        if task >= DEADLY:
            os.kill(os.getpid(), signal.SIGKILL)
    return [2 * task for task in tasks]


def failing(_: Sequence[int]) -> list[int]:
    """Raise what is no death: a fault of our own."""
    raise ZeroDivisionError


def weight(task: int) -> int:
    """Return how heavy a task is."""
    return task % 7


def outcome(jobs: int, tasks: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the results and the tasks that died, each sorted."""
    with Workers(jobs) as workers:
        answers = list(workers.map(doubled, tasks, weight))
    died = sorted(answer.task for answer in answers if isinstance(answer, Died))
    return sorted(answer for answer in answers if isinstance(answer, int)), died


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_every_task_is_answered_once(jobs: int, count: int) -> None:
    assert outcome(jobs, range(count)) == ([2 * number for number in range(count)], [])


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(0, 50) | st.integers(DEADLY, DEADLY + 3), max_size=25), st.integers(1, 3))
def test_those_that_kill_are_named_and_the_others_answered(tasks: list[int], jobs: int) -> None:
    harmless = sorted(2 * task for task in tasks if task < DEADLY)
    assert outcome(jobs, tasks) == (harmless, sorted(task for task in tasks if task >= DEADLY))


@pytest.mark.parametrize(("tasks", "calls"), [([], 0), ([1, 2, 3], 1), ([1, DEADLY, 3], 1)], ids=["nothing to do", "work", "a death"])
def test_what_is_done_meanwhile_is_done_once(tasks: list[int], calls: int) -> None:
    done: list[str] = []
    with Workers(2) as workers:
        answers = workers.map(doubled, tasks, weight, lambda: done.append("meanwhile"))
        assert done == []
        assert len(list(answers)) == len(tasks)
    assert done == ["meanwhile"] * calls


def test_work_goes_on_after_a_death() -> None:
    with Workers(2) as workers:
        assert [type(answer) for answer in workers.map(doubled, [DEADLY], weight)] == [Died]
        assert list(workers.map(doubled, [4], weight)) == [8]


def test_a_fault_of_our_own_is_no_death() -> None:
    with Workers(1) as workers, pytest.raises(ZeroDivisionError):
        list(workers.map(failing, [1], weight))


def test_workers_that_had_nothing_to_do_never_start() -> None:
    with Workers(2) as workers:
        assert list(workers.map(doubled, [], weight)) == []


def test_there_is_at_least_one_processor() -> None:
    assert Workers().jobs == processors() >= 1
