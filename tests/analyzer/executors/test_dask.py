"""A real cluster of two workers on this machine: the same bytes come out of it, also where a worker is killed over its work."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cluster_work import deadly, doubled, killed_once, slow, weight
from distributed import Client as UntypedClient
from distributed import LocalCluster as UntypedCluster

from namebranch.analyzer.executing import Died, Workers
from namebranch.analyzer.executors.dask import StrangerError, _of_same_code
from namebranch.analyzer.pool import Crew, ExecutorError
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import scan
from namebranch.analyzer.settings.load import load

Client: Any = UntypedClient
LocalCluster: Any = UntypedCluster
EXAMPLE = Path(__file__).parents[3] / "examples" / "tinytrain"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers, each a process of its own, that come again when they die."""
    with LocalCluster(n_workers=2, threads_per_worker=2, host="127.0.0.1", dashboard_address="127.0.0.1:0") as made:
        yield made


def address(cluster: Any) -> str:
    """Return what a user writes."""
    return str(cluster.scheduler_address).replace("tcp:", "dask:")


def workers(cluster: Any) -> Workers:
    """Return our workers on *cluster*."""
    return Workers(Crew(jobs=2, executor=address(cluster)))


def test_every_task_is_answered_once(cluster: Any) -> None:
    with workers(cluster) as ours:
        assert sorted(one for one in ours.map(doubled, range(50), weight) if isinstance(one, int)) == list(range(0, 100, 2))


def test_what_a_killed_worker_had_is_done_by_another(cluster: Any, tmp_path: Path) -> None:
    files = [tmp_path / str(number) for number in range(12)]
    files[3].touch()
    with workers(cluster) as ours:
        assert sorted(map(str, ours.map(killed_once, files, weight))) == sorted(file.name for file in files)
    assert not files[3].exists()


def test_what_kills_every_worker_is_named_and_the_rest_answered(cluster: Any) -> None:
    with workers(cluster) as ours:
        found = list(ours.map(deadly, [1, 2, -3, 4], weight))
    assert sorted(one for one in found if isinstance(one, int)) == [1, 2, 4]
    assert [one.task for one in found if isinstance(one, Died)] == [-3]


def test_a_scan_is_the_same_as_one_on_this_machine(cluster: Any) -> None:
    source = open_target(str(EXAMPLE), cwd=Path.cwd())
    loaded = load(source, None)
    there = scan(source, loaded, jobs=Crew(executor=address(cluster)))
    assert msgspec.json.encode(there) == msgspec.json.encode(scan(source, loaded, jobs=1))
    assert there.sites


def test_a_worker_with_other_code_refuses_the_work() -> None:
    with pytest.raises(StrangerError, match="has another namebranch"):
        _of_same_code(b"other code", doubled, [1])


@pytest.mark.parametrize(
    ("executor", "words"),
    [
        pytest.param("dask://127.0.0.1:9", "no cluster with a worker answers there", id="nobody answers"),
        pytest.param("ray://x", "there is no 'ray'; known are dask, here, processes", id="an executor that nobody has"),
        pytest.param("here://x", "has no address", id="this process with an address"),
        pytest.param("processes:3", "have no address", id="processes with an address"),
    ],
)
def test_what_cannot_be_used_is_said(executor: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("namebranch.analyzer.executors.dask._PATIENCE", 1)
    with pytest.raises(ExecutorError, match=words), Workers(Crew(jobs=1, executor=executor)) as ours:
        list(ours.map(doubled, [1], weight))


def test_a_cluster_that_goes_away_is_said() -> None:
    made = LocalCluster(n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0")
    with made, Client(made) as client, Workers(Crew(jobs=1, executor=address(made))) as ours:
        found = ours.map(slow, range(8), weight)
        next(found)
        client.shutdown()
        with pytest.raises(ExecutorError, match="went away"):
            list(found)


def test_the_verb_makes_a_cluster_of_its_own() -> None:
    def sites(*more: str) -> bytes:
        command = [sys.executable, "-m", "namebranch", "scan", str(EXAMPLE), "--format", "jsonl", "--no-cache", "-q", *more]
        return subprocess.run(command, capture_output=True, check=True, timeout=120).stdout

    assert sites("--executor", "dask", "--jobs", "2") == sites()
