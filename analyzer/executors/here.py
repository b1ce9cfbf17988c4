"""This process itself: for work that runs in a worker already."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ..pool import ExecutorError, Pool, Result, Task, Way


@dataclass(frozen=True, slots=True, kw_only=True)
class _Here:
    """Works on a batch when its results are waited for; what kills a worker kills this process."""

    hands: int = 1

    def submit(self, function: Callable[[Sequence[Task]], Sequence[Result]], batch: Sequence[Task]) -> Callable[[], Sequence[Result]]:
        return partial(function, batch)

    def suspects(self, lost: int) -> int:
        return lost

    def prepare(self, function: Callable[[int], None]) -> None:
        """Do nothing: it would only take the time that it saves."""

    def close(self) -> None:
        """Do nothing: there is nothing to end."""


def _start(address: str, _jobs: int) -> Pool:
    if address:
        raise ExecutorError(f"--executor here:{address}: this process has no address; write `here`")
    return _Here()


here = Way(name="here", start=_start, is_local=True)
