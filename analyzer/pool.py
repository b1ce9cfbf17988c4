"""What a place to run batches offers, whether its processes are of this machine or of others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


class ExecutorError(Exception):
    """There is no such way to run work, or the cluster cannot be used; the message says what to do."""


class LostError(Exception):
    """A worker died over a batch, or with one."""


class Pool(Protocol):
    """A running pool of workers."""

    @property
    def hands(self) -> int:
        """How many batches it works on at a time."""

    def submit(self, function: Callable[[Sequence[Task]], Sequence[Result]], batch: Sequence[Task]) -> Callable[[], Sequence[Result]]:
        """Begin with a batch; return what waits for its results.

        Waiting raises LostError where a worker died over it, or another did and took it along, and ExecutorError where nobody is there
        any more to work on it.

        Raises:
            LostError: the pool broke, and takes nothing any more.

        """

    def suspects(self, lost: int) -> int:
        """Return how many of *lost* batches, the first ones, may have killed their worker; the others were only taken along."""

    def prepare(self, function: Callable[[int], None]) -> None:
        """Let each worker run *function* ahead of the work, if that is of use."""

    def close(self) -> None:
        """End it; what was not begun is dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """An entry of the shelf: how pools of one sort are opened."""

    name: str
    start: Callable[[str, int], Pool]  # the address behind `name:`, and how many processes are wanted
    is_local: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Crew:
    """How many processes are wanted (None for one a processor), and of which pool: `processes`, `dask`, `dask://HOST:PORT`."""

    jobs: int | None = None
    executor: str = "processes"
