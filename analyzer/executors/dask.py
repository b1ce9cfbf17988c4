"""Workers of a Dask cluster: one that runs (`dask://HOST:PORT`), or one of this machine made for the run (`dask`).

A task carries the digest of our own code, and a worker whose code is another one refuses it: the same bytes come out wherever work runs.
A worker that dies is no loss, for the scheduler hands its work to another one, until a batch has killed several.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from threading import Lock
from typing import Any

from ..pool import ExecutorError, LostError, Pool, Result, Task, Way
from ..store import code_digest

_PATIENCE = 10  # seconds to find the cluster, and its first worker
_ALONE = Lock()  # a worker may have several threads, and Python 3.11 must not parse in two at a time
_LEFT = "the Dask cluster went away; start it again, and run the same command: what was worked out is in the cache"


class StrangerError(Exception):
    """A worker has other code than we."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cluster:
    """A client of a cluster, as an executor of the standard library; `distributed` has no types to speak of."""

    client: Any
    executor: Any
    hands: int

    def submit(self, function: Callable[[Sequence[Task]], Sequence[Result]], batch: Sequence[Task]) -> Callable[[], Sequence[Result]]:
        return partial(_result, self.executor.submit(_of_same_code, code_digest("analyzer", "registry"), function, batch))

    def suspects(self, lost: int) -> int:
        return lost  # each batch that is lost killed its workers itself

    def prepare(self, function: Callable[[int], None]) -> None:
        """Do nothing: the workers run already."""

    def close(self) -> None:
        self.executor.shutdown(wait=False)
        self.client.close()


def _result(future: Future[Sequence[Result]]) -> Sequence[Result]:
    from distributed.scheduler import KilledWorker  # noqa: PLC0415  an extra, and 0.4 s

    try:
        return future.result()
    except KilledWorker as killed:
        raise LostError from killed
    except CancelledError as gone:
        raise ExecutorError(_LEFT) from gone
    except StrangerError as stranger:
        raise ExecutorError(str(stranger)) from stranger


def _of_same_code(digest: bytes, function: Callable[[Sequence[Task]], Sequence[Result]], batch: Sequence[Task]) -> Sequence[Result]:
    if code_digest("analyzer", "registry") != digest:
        raise StrangerError("a worker of the cluster has another namebranch, Python or LibCST; install there what is here")
    with _ALONE:
        return function(batch)


def _start(address: str, jobs: int) -> Pool:
    try:
        from distributed import Client  # noqa: PLC0415  as above
    except ImportError as missing:
        raise ExecutorError("--executor dask needs the extra: pip install 'namebranch[dask]'") from missing
    connect = partial(Client, f"tcp:{address}", timeout=_PATIENCE) if address else partial(_own, Client, jobs)
    try:
        client: Any = connect()
        client.wait_for_workers(1, timeout=_PATIENCE)
    except (OSError, TimeoutError, ValueError) as problem:
        raise ExecutorError(
            f"--executor dask:{address}: no cluster with a worker answers there ({problem}); start `dask scheduler`"
        ) from problem
    without = [worker for worker, spec in client.run(find_spec, "namebranch").items() if spec is None]
    if without:
        client.close()
        raise ExecutorError(
            f"--executor dask:{address}: {len(without)} of its workers have no namebranch, {without[0]} among them; install it there"
        )
    hands = len(client.nthreads())
    return _Cluster(client=client, executor=client.get_executor(pure=False), hands=hands)


def _own(client: Any, jobs: int) -> Any:
    """Make a cluster of this machine; nobody from elsewhere is let in."""
    return client(n_workers=jobs, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0")


dask = Way(name="dask", start=_start, is_local=False)
