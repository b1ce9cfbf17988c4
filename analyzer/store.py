"""The cache: what is known of bytes seen before, in one sqlite file of the user's cache folder.

Everything in it is keyed by content and by the code that made it; it may be deleted at any time, and a damaged or locked one is
done without or rebuilt, never believed.
"""

import hashlib
import sqlite3
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Self

FORMAT = 2
_BATCH = 500
_SUM = 8  # bytes before each value
_FILE = f"cache-{FORMAT}.sqlite"
TABLES = ("tables", "facts", "screens", "results")


class Store:
    """Four tables of blobs by key: units of files, facts of units, screened lines, whole results."""

    def __init__(self, folder: Path | None) -> None:
        """Open the cache in *folder*; None keeps nothing."""
        self._folder = folder
        self._connection = None if folder is None else _opened(folder)
        self._pending: dict[str, dict[bytes, bytes]] = {name: {} for name in TABLES}

    @property
    def folder(self) -> Path | None:
        """Where the cache lies; None where nothing is kept."""
        return None if self._connection is None else self._folder

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.flush()
        if self._connection is not None:
            self._connection.close()

    def get(self, table: str, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the values of those *keys* that are known."""
        pending = self._pending[table]
        found: dict[bytes, bytes] = {}
        asked: list[bytes] = []
        for key in dict.fromkeys(keys):
            if key in pending:
                found[key] = pending[key]
            else:
                asked.append(key)
        if self._connection is not None:
            for start in range(0, len(asked), _BATCH):
                found |= self._select(table, asked[start : start + _BATCH])
        return found

    def _select(self, table: str, keys: list[bytes]) -> dict[bytes, bytes]:
        assert self._connection is not None
        marks = ",".join("?" * len(keys))
        try:
            rows = self._connection.execute(f"SELECT key, value FROM {table} WHERE key IN ({marks})", keys).fetchall()  # noqa: S608 - own names
        except sqlite3.OperationalError:
            return {}
        except sqlite3.Error:
            self._make_anew()
            return {}
        return {key: value[_SUM:] for key, value in rows if value[:_SUM] == _sum(value[_SUM:])}

    def _make_anew(self) -> None:
        """Throw a damaged database away."""
        assert self._connection is not None
        assert self._folder is not None
        self._connection.close()
        _forget(self._folder)
        self._connection = _opened(self._folder)

    def put(self, table: str, values: Mapping[bytes, bytes]) -> None:
        """Keep *values* until they are written, which `flush` does."""
        if self._connection is not None:
            self._pending[table].update(values)

    def flush(self) -> None:
        """Write what is pending, in one transaction; another writer or a full disk loses it, no more."""
        if self._connection is None:
            return
        with suppress(sqlite3.Error), self._connection:
            for table, values in self._pending.items():
                rows = [(key, _sum(value) + value) for key, value in values.items()]
                self._connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?)", rows)  # noqa: S608 - own names
        for values in self._pending.values():
            values.clear()


def _sum(value: bytes) -> bytes:
    """Return what tells a value from one that was damaged."""
    return hashlib.blake2b(value, digest_size=_SUM).digest()


def _opened(folder: Path) -> sqlite3.Connection | None:
    """Open or make the database; a damaged one is made anew; where there is no place for one, there is none."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    except OSError:
        return None
    for attempt in range(2):
        connection: sqlite3.Connection | None = None
        try:
            connection = sqlite3.connect(folder / _FILE, timeout=5)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            for table in TABLES:
                connection.execute(f"CREATE TABLE IF NOT EXISTS {table} (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID")
        except sqlite3.DatabaseError as problem:
            if connection is not None:
                connection.close()
            if attempt or isinstance(problem, sqlite3.OperationalError):
                return None
            _forget(folder)
        else:
            return connection
    return None


def _forget(folder: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):
            (folder / f"{_FILE}{ending}").unlink()


def open_store() -> Store:
    """Open the user's cache."""
    return Store(default_folder())


def default_folder() -> Path:
    """Return the user's cache folder for this tool."""
    from platformdirs import user_cache_path  # noqa: PLC0415 - `--help` needs no cache

    return user_cache_path("namebranch", appauthor=False)


@cache
def code_digest(*rooms: str) -> bytes:
    """Return the digest of the tool's own source below *rooms* (`analyzer/extracting`, …), of Python's version and of LibCST's."""
    root = Path(__file__).resolve().parent.parent
    sums = hashlib.blake2b(digest_size=16)
    sums.update(f"{FORMAT} {sys.version_info[:3]} {_version('libcst')}".encode())
    for room in rooms:
        at = root / room
        for path in sorted([at] if at.is_file() else at.rglob("*")):
            if path.suffix in {".py", ".toml", ".json"}:
                sums.update(f"{path.relative_to(root).as_posix()}\0".encode())
                sums.update(path.read_bytes())
    return sums.digest()


def _version(package: str) -> str:
    """Return what tells one release of a package from another; the package is not imported."""
    spec = find_spec(package)
    place = Path(spec.origin).parent.parent if spec is not None and spec.origin is not None else Path()
    named = sorted(path.name for path in place.glob(f"{package}-*.dist-info"))
    if len(named) == 1:
        return named[0]
    from importlib.metadata import version  # noqa: PLC0415  a tenth of what an unchanged check takes

    return version(package)
