"""A scan and a history come out the same whatever works them out, with whatever cache, and wherever an earlier run was cut off."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import pytest
from histories import imported
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from namebranch.analyzer.history.commits import Asked, of_commits
from namebranch.analyzer.judging.filters import Filters
from namebranch.analyzer.pool import Crew
from namebranch.analyzer.reading.revision import Revision
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import scan
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.store import TABLES, Store

EXAMPLE = Path(__file__).parents[2] / "examples" / "first_look"
KINDS = ("gemma3", "llama", "qwen2", "mixtral", "whisper")


class CutOffError(Exception):
    """What ends a run in the middle."""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of twenty commits."""
    dice = random.Random(7)  # noqa: S311  no secret
    commits = [
        {f"pkg/m{dice.randrange(4)}.py": "".join(_function(dice, at) for at in range(dice.randint(1, 4))).encode()} for _ in range(20)
    ]
    return imported(tmp_path_factory.mktemp("grown"), commits)


def _function(dice: random.Random, at: int) -> str:
    kind = dice.choice(KINDS)
    tests = (f"cfg.model_type == {kind!r}", f"cfg.model_type in ({kind!r}, 'phi3')", f"{kind!r} in cfg.model_type", "cfg.wide")
    return f"def f{at}(cfg):\n    if {dice.choice(tests)}:\n        cfg.n = {dice.randrange(9)}\n\n\n"


def scanned(crew: Crew, cache: Path | None, progress: Callable[[str], None] = lambda _: None) -> bytes:
    """Return a scan of the example."""
    source = open_target(str(EXAMPLE), cwd=Path.cwd())
    return msgspec.json.encode(scan(source, load(source), jobs=crew, store=Store(cache), progress=progress))


def walked(folder: Path, crew: Crew, cache: Path | None, progress: Callable[[str], None] = lambda _: None) -> bytes:
    """Return the drift of a repository."""
    source = open_target(f"{folder}@main", cwd=Path.cwd())
    assert isinstance(source, Revision)
    asked = Asked(filters=Filters())
    return msgspec.json.encode(of_commits(source, load(source), asked, jobs=crew, store=Store(cache), progress=progress))


def cut_off(after: int) -> Callable[[str], None]:
    """Return a progress that ends the run at its *after*-th word."""
    left = after

    def progress(_: str) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise CutOffError

    return progress


def spoil(cache: Path, seed: int) -> None:
    """Let rows of the cache be gone, or be others than they were."""
    dice = random.Random(seed)  # noqa: S311  no secret
    for file in cache.glob("*.sqlite"):
        with closing(sqlite3.connect(file)) as connection, connection:
            for table in TABLES:
                for (key,) in connection.execute(f"SELECT key FROM {table}").fetchall():  # noqa: S608  our own names
                    if dice.random() < 0.3:
                        connection.execute(f"DELETE FROM {table} WHERE key = ?", (key,))  # noqa: S608  as above
                    elif dice.random() < 0.3:
                        connection.execute(f"UPDATE {table} SET value = ? WHERE key = ?", (dice.randbytes(40), key))  # noqa: S608  as above


crews = st.builds(Crew, jobs=st.integers(1, 3), executor=st.sampled_from(["processes", "here"]))
everywhere = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@everywhere
@given(crews, crews, st.integers(0, 8), st.integers(0, 99))
def test_a_scan_is_the_same(tmp_path_factory: pytest.TempPathFactory, first: Crew, second: Crew, after: int, seed: int) -> None:
    cache = tmp_path_factory.mktemp("cache")
    with suppress(CutOffError):
        scanned(first, cache, cut_off(after))
    spoil(cache, seed)
    expected = scanned(Crew(jobs=1, executor="here"), None)
    assert scanned(second, cache) == expected
    assert scanned(first, cache) == expected


@everywhere
@given(crews, crews, st.integers(0, 25), st.integers(0, 99))
def test_a_history_is_the_same(
    grown: Path, tmp_path_factory: pytest.TempPathFactory, first: Crew, second: Crew, after: int, seed: int
) -> None:
    cache = tmp_path_factory.mktemp("cache")
    with suppress(CutOffError):
        walked(grown, first, cache, cut_off(after))
    spoil(cache, seed)
    expected = walked(grown, Crew(jobs=1, executor="here"), None)
    assert walked(grown, second, cache) == expected
    assert walked(grown, first, cache) == expected


def test_the_repository_that_is_walked_has_events(grown: Path) -> None:
    assert len(msgspec.json.decode(walked(grown, Crew(jobs=1), None))["events"]) > len(KINDS)
