"""The units of a target that have been read so far; each round reads those in which a needle lies."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from .executing import Died, Workers
from .extracting.batch import Answer, Pieces, Table, Whole, answer, prepare, weight
from .extracting.facts import Facts
from .extracting.screening import Hits, Opening, Words
from .extracting.texts import WHOLE, pieces_at, texts
from .inventory import Unread, Zone
from .linking.meaning import PlacedUnit, unit_at
from .store import Store, code_digest


class Screened(Protocol):
    """A file and where it belongs."""

    @property
    def path(self) -> str: ...
    @property
    def data(self) -> bytes: ...
    @property
    def digest(self) -> bytes: ...
    @property
    def zone(self) -> Zone: ...
    @property
    def subsystem(self) -> str: ...


_NO_HITS: Hits = ((), ())


class Lines(Protocol):
    """A screen."""

    def lines(self, data: bytes) -> Hits: ...


_tables = msgspec.msgpack.Decoder(Table)
_facts = msgspec.msgpack.Decoder(Facts)
_screens = msgspec.msgpack.Decoder(dict[bytes, Hits])


class Rounds:
    """Reads units round by round, from the cache where they are known, else in the workers."""

    def __init__(self, files: Sequence[Screened], store: Store, workers: Workers) -> None:
        """Take the files; nothing is read yet."""
        self._files = {file.path: file for file in files}
        self._store, self._workers = store, workers
        self._code = code_digest("analyzer/extracting", "analyzer/reading/decode.py")
        known = store.get("tables", (self._file_key(file) for file in files))
        self._tables = {file.path: _tables.decode(blob) for file in files if (blob := known.get(self._file_key(file))) is not None}
        self._placed: dict[tuple[str, int, int], PlacedUnit | None] = {}
        self.unread: list[Unread] = []

        if len(self._tables) < len(files):
            workers.prepare(prepare)

    def _file_key(self, file: Screened) -> bytes:
        return file.digest + self._code

    @property
    def read(self) -> int:
        """How many units have been read."""
        return sum(1 for unit in self._placed.values() if unit is not None)

    def units(self) -> tuple[PlacedUnit, ...]:
        """Return the units read so far, by path and place."""
        return tuple(
            unit
            for path, number, piece in sorted(self._placed)
            if (unit := self._placed[path, number, piece]) is not None and (piece == WHOLE or (path, number, WHOLE) not in self._placed)
        )

    # -- rounds

    def look(self, subjects: Sequence[str], families: Sequence[str], names_model: Callable[[str], bool]) -> bool:
        """Read the units that a subject or the name of a family lies in; *names_model* judges lines of defs, classes and imports."""
        needles = (*subjects, "\0", *families, code_digest("registry/universe").hex())
        return self._round("opening", needles, lambda: Opening(subjects, families, names_model))

    def more(self, words: Sequence[str]) -> bool:
        """Read the units that one of *words* lies in; returns whether there was a new one."""
        return self._round("words", words, lambda: Words(words))

    def _round(self, way: str, needles: Sequence[str], make: object) -> bool:
        assert callable(make)
        lines = self._screen(way, needles, make)
        before = len(self._placed)
        self._fetch({path: found for path, found in lines.items() if found != _NO_HITS})
        return len(self._placed) > before

    def _screen(self, way: str, needles: Sequence[str], make: object) -> dict[str, Hits]:
        """Return the lines in which a needle lies, by path; what an earlier run found in the same bytes is not searched again."""
        assert callable(make)
        key = hashlib.blake2b("\0".join((way, *needles)).encode() + self._code, digest_size=16).digest()
        blob = self._store.get("screens", (key,)).get(key)
        known: dict[bytes, Hits] = {} if blob is None else _screens.decode(blob)
        screen: Lines | None = None
        fresh: dict[bytes, Hits] = {}
        for file in self._files.values():
            if file.digest not in known and file.digest not in fresh:
                screen = screen or make()
                fresh[file.digest] = screen.lines(file.data)
        if fresh:
            here = {file.digest for file in self._files.values()}
            kept = {digest: found for digest, found in known.items() if digest in here} | fresh
            self._store.put("screens", {key: msgspec.msgpack.encode(kept)})
        return {path: known.get(file.digest) or fresh.get(file.digest, _NO_HITS) for path, file in self._files.items()}

    # -- reading

    def _fetch(self, hits: dict[str, Hits]) -> None:
        missing: list[tuple[str, int, int]] = []
        tasks: list[Whole | Pieces] = []
        for path, (lines, brief) in hits.items():
            table = self._tables.get(path)
            if table is None:
                tasks.append(Whole(path, self._files[path].data, lines, brief))
            else:
                wanted = ((path, number, piece) for number, piece in pieces_at(table.units, lines, brief))
                missing += [piece for piece in wanted if piece not in self._placed and (*piece[:2], WHOLE) not in self._placed]
        self._from_cache(missing, tasks)
        for result in self._workers.map(answer, tasks, weight) if tasks else ():
            match result:
                case Answer():
                    self._take(result)
                case Died(task=task):
                    self.unread.append(Unread(path=task.path, reason="the parser crashed on it, or took too long"))
                    self._tables.setdefault(task.path, Table((), ()))
        self._give_up(tasks, hits)

    def _give_up(self, tasks: Iterable[Whole | Pieces], hits: dict[str, Hits]) -> None:
        """Do not ask again for what was asked for and has not come: it is among the unread."""
        for task in tasks:
            pieces = pieces_at(self._tables[task.path].units, *hits[task.path])
            for number, piece in pieces:
                self._placed.setdefault((task.path, number, piece), None)

    def _fact_key(self, path: str, number: int, piece: int) -> bytes:
        return self._tables[path].digests[number] + piece.to_bytes(4, signed=True) + self._code

    def _from_cache(self, missing: Iterable[tuple[str, int, int]], tasks: list[Whole | Pieces]) -> None:
        keys = {piece: self._fact_key(*piece) for piece in missing}
        known = self._store.get("facts", keys.values())
        absent: dict[str, list[tuple[int, int]]] = {}
        for (path, number, piece), key in keys.items():
            blob = known.get(key)
            if blob is None:
                absent.setdefault(path, []).append((number, piece))
            else:
                self._place(path, number, piece, _facts.decode(blob))
        for path, pieces in absent.items():
            tasks.append(Pieces(path, tuple(texts(self._files[path].data, self._tables[path].units, pieces))))

    def _take(self, result: Answer) -> None:
        path = result.path
        if result.table is not None:
            self._tables[path] = result.table
            if result.table.units or not result.unread:  # what cannot be cut is looked at again each time: it must stay unread
                self._store.put("tables", {self._file_key(self._files[path]): msgspec.msgpack.encode(result.table)})
        for number, piece, blob in result.facts:
            self._store.put("facts", {self._fact_key(path, number, piece): blob})
            self._place(path, number, piece, _facts.decode(blob))
        self.unread += [Unread(path=path, reason=reason) for reason in result.unread]

    def _place(self, path: str, number: int, piece: int, facts: Facts) -> None:
        file, table = self._files[path], self._tables[path]
        unit = unit_at(path, table.units[number], piece, table.digests[number], file.zone, file.subsystem, facts)
        self._placed[path, number, piece] = unit
