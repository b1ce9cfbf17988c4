"""The cache: what was put is got, by every process; what is damaged, locked or forbidden costs time and nothing else."""

import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer import store
from namebranch.analyzer.store import TABLES, Store, code_digest

blobs = st.dictionaries(st.binary(min_size=1, max_size=9), st.binary(max_size=20), max_size=12)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "cache"


def database(folder: Path) -> Path:
    """Return the one file that everything is in."""
    (file,) = folder.glob("*.sqlite")
    return file


def filled(folder: Path, count: int = 1) -> dict[bytes, bytes]:
    """Fill a cache; returns what was put."""
    values = {f"key {at}".encode(): bytes([at % 256]) * 300 for at in range(count)}
    with Store(folder) as kept:
        kept.put("facts", values)
    return values


def got(folder: Path | None, keys: Iterable[bytes]) -> dict[bytes, bytes]:
    """Return what a new process would get."""
    with Store(folder) as kept:
        return kept.get("facts", keys)


@given(blobs, blobs)
def test_what_was_put_is_got_before_and_after_it_is_written(
    tmp_path_factory: pytest.TempPathFactory, one: dict[bytes, bytes], two: dict[bytes, bytes]
) -> None:
    folder = tmp_path_factory.mktemp("store")
    with Store(folder) as kept:
        kept.put("facts", one)
        kept.put("tables", two)
        assert (kept.get("facts", one), kept.get("tables", two)) == (one, two)
    assert got(folder, one) == one
    assert got(folder, [key + b"x" for key in one if key + b"x" not in one]) == {}


def test_thousands_of_keys_are_asked_for_at_once(folder: Path) -> None:
    values = filled(folder, 1300)
    assert got(folder, values) == values


def test_nobody_else_may_look_into_it(folder: Path) -> None:
    folder.mkdir(parents=True, mode=0o755)
    folder.chmod(0o755)
    filled(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_no_folder_keeps_nothing_beyond_the_run() -> None:
    with Store(None) as kept:
        kept.put("facts", {b"k": b"v"})
        assert kept.get("facts", [b"k"]) == {}


DAMAGE = [
    pytest.param(lambda file: file.write_bytes(b"no database at all" * 99), id="another file lies there"),
    pytest.param(lambda file: file.write_bytes(b""), id="it is empty"),
    pytest.param(lambda file: file.write_bytes(file.read_bytes()[: len(file.read_bytes()) // 2]), id="it was cut off"),
    pytest.param(
        lambda file: file.write_bytes(file.read_bytes()[:4096] + b"\xff" * (len(file.read_bytes()) - 4096)), id="its pages were overwritten"
    ),
    pytest.param(lambda file: file.unlink(), id="it is gone"),
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_it_is_made_anew_where(damage: object, folder: Path) -> None:
    assert callable(damage)
    values = filled(folder, 200)
    damage(database(folder))
    assert got(folder, values) == {}
    assert filled(folder, 200) == values
    assert got(folder, values) == values


def test_a_value_that_was_damaged_is_not_believed(folder: Path) -> None:
    values = filled(folder, 3)
    with sqlite3.connect(database(folder)) as connection:
        (value,) = connection.execute("SELECT value FROM facts WHERE key = ?", (b"key 1",)).fetchone()
        connection.execute("UPDATE facts SET value = ? WHERE key = ?", (value[:-1] + b"?", b"key 1"))
    connection.close()
    assert got(folder, values) == {key: value for key, value in values.items() if key != b"key 1"}


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    filled(tmp_path / "file" / "cache")
    assert got(tmp_path / "file" / "cache", {b"key 0": b""}) == {}


def test_a_database_that_cannot_be_written_is_done_without(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(folder)

    def refused(*_: object, **__: object) -> sqlite3.Connection:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(sqlite3, "connect", refused)
    assert got(folder, filled(folder)) == {}


def test_a_full_disk_loses_what_is_pending_and_no_more(folder: Path) -> None:
    values = filled(folder)
    with Store(folder) as kept:
        kept._connection.execute("PRAGMA max_page_count = 1")  # type: ignore[union-attr]  # noqa: SLF001 - a disk is not easily filled
        kept.put("facts", {bytes([at]): b"x" * 5000 for at in range(200)})
        kept.flush()
        assert kept.get("facts", values) == values
    assert got(folder, values) == values


def test_while_another_writes_nothing_is_lost_but_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = filled(folder)
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, timeout: connect(path, timeout=min(timeout, 0.1)))
    with connect(database(folder)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert got(folder, values) == values
        with Store(folder) as kept:
            kept.put("facts", {b"new": b"1"})
    other.close()
    assert got(folder, {b"new": b""}) == {}


WRITER = """
import sys
from pathlib import Path
from namebranch.analyzer.store import Store

for at in range(5):
    with Store(Path(sys.argv[1])) as kept:
        kept.put("facts", {f"{sys.argv[2]} {at} {part}".encode(): b"v" * 50 for part in range(50)})
"""


def test_four_processes_write_at_once(folder: Path) -> None:
    filled(folder)
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(folder), str(number)]) for number in range(4)]
    assert [writer.wait() for writer in writers] == [0, 0, 0, 0]
    keys = [f"{number} {at} {part}".encode() for number in range(4) for at in range(5) for part in range(50)]
    assert len(got(folder, keys)) == len(keys)


def test_what_our_code_says_changes_with_our_code_and_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    code_digest.cache_clear()
    found = code_digest("analyzer/extracting")
    assert found != code_digest("analyzer/reading/decode.py")
    assert code_digest("analyzer/extracting") == found
    monkeypatch.setattr(f"{store.__name__}._version", lambda _: "99.0")
    code_digest.cache_clear()
    assert code_digest("analyzer/extracting") != found
    code_digest.cache_clear()


def test_there_is_a_table_for_each_thing_that_is_kept() -> None:
    assert set(TABLES) == {"tables", "facts", "screens", "results"}
