"""Work for the workers of a cluster: they can import this file, and no file of tests."""

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path


def doubled(tasks: Sequence[int]) -> list[int]:
    """Double each number."""
    return [2 * task for task in tasks]


def killed_once(tasks: Sequence[Path]) -> list[str]:
    """Kill the worker that gets a file that is there, which is then gone."""
    for task in tasks:
        if task.exists():
            task.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
    return [task.name for task in tasks]


def deadly(tasks: Sequence[int]) -> list[int]:
    """Kill every worker that gets a negative number."""
    if min(tasks) < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return list(tasks)


def weight(_: object) -> int:
    """Return that all tasks weigh the same."""
    return 1


def slow(tasks: Sequence[int]) -> list[int]:
    """Take a while."""
    time.sleep(0.3)
    return list(tasks)
