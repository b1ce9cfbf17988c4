"""The units of a target that have been read so far; each round reads those in which a needle lies."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Protocol

import msgspec

from .executing import Died, Workers
from .extracting.batch import Answer, Pieces, Table, Whole, answer, prepare, weight
from .extracting.bearing import Bearing, Heirs, Members, Uses, holders
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
_FEW_BESIDE = 8  # units that are known beside each task


class Lines(Protocol):
    """A screen."""

    def lines(self, data: bytes) -> Hits: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeds:
    """What is looked for from the outset."""

    subjects: tuple[str, ...]  # attributes that carry names, and what else always leads to a decision
    asked: tuple[str, ...]  # those of them that are looked for in files of which only what bears on shared code is read
    keys: tuple[str, ...]  # members of classes under which registries find names
    families: tuple[str, ...]  # how names begin, in lower case
    names_model: Callable[[str], bool]  # judges lines of defs, classes and imports
    is_read: Callable[[str], bool]  # the same, where a subject may also stand on such a line


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """A screen that is made once a file has to be looked at with it, and what its answers are kept under."""

    way: str
    needles: tuple[str, ...]
    make: Callable[[], Lines]


_tables = msgspec.msgpack.Decoder(Table)
_facts = msgspec.msgpack.Decoder(Facts)
_screens = msgspec.msgpack.Decoder(dict[bytes, Hits])


class Rounds:
    """Reads units round by round, from the cache where they are known, else in the workers."""

    def __init__(self, files: Sequence[Screened], whole: frozenset[str], store: Store, workers: Workers) -> None:
        """Take the files, and the paths of those that are read whole; nothing is read yet."""
        self._files = {file.path: file for file in files}
        self._store, self._workers = store, workers
        self._code = code_digest("analyzer/extracting", "analyzer/reading/decode.py")
        known = store.get("tables", (self._file_key(file) for file in files))
        self._tables = {file.path: _tables.decode(blob) for file in files if (blob := known.get(self._file_key(file))) is not None}
        self._is_edited = bool(self._tables)  # an earlier run knew most of what is in the other files too: it need not be read anew
        self._aside: Callable[[], object] = lambda: None
        self._whole = set(whole)
        self._words: set[str] = set()
        self._heirs: frozenset[str] = frozenset()
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

    def look(self, seeds: Seeds, aside: Callable[[], object] = lambda: None) -> bool:
        """Read the units in which something lies that is looked for from the outset.

        Where nearly all of them are known from an earlier run, *aside* is called while the others are read.
        """
        self._seeds, self._aside = seeds, aside
        shared = (seeds.subjects, seeds.families, seeds.names_model)
        self._opening = self._named("opening", seeds.subjects, lambda: Opening(*shared))
        opened = self._hits(self._opening, self._whole)
        return self._read(lambda: opened, lambda: self._bearing(opened))

    def _bearing(self, opened: Iterable[str]) -> dict[str, Hits]:
        """Return what may bear on shared code; *opened* are the files in which something was found."""
        seeds = self._seeds
        owned = (seeds.asked, seeds.keys, seeds.families, seeds.is_read)
        found = self._hits(self._named("bearing", (*seeds.asked, "\0", *seeds.keys), lambda: Bearing(*owned)), self._lean)
        asked = {name for path in (*opened, *found) for name in holders(self._files[path].data, seeds.asked)} if self._lean else ()
        needles = (*seeds.asked, "\0", *sorted(asked))
        members = self._named("members", needles, lambda: Members(seeds.asked, asked, seeds.is_read))
        return _merged(found, self._hits(members, self._lean)) if asked else found

    @property
    def all_whole(self) -> bool:
        """Whether every file is read whole."""
        return not self._lean

    @property
    def _lean(self) -> set[str]:
        """The files of which only what bears on shared code is read."""
        return self._files.keys() - self._whole

    def _named(self, way: str, needles: Iterable[str], make: Callable[[], Lines]) -> _Look:
        """Return a look whose answers depend on what we know of names."""
        return _Look(way=way, needles=(*self._seeds.families, code_digest("registry/universe").hex(), "\0", *needles), make=make)

    def more(self, words: Iterable[str], lent: Iterable[str] = (), heirs: Iterable[str] = ()) -> bool:
        """Read more; returns whether there was a new unit.

        Args:
            words: the units that one of these lies in are read,
            lent: these files are read whole from now on,
            heirs: where classes set these members to names is read.

        """
        fresh, members = set(words), frozenset(heirs) - self._heirs
        deeper = self._lean & set(lent)
        self._words |= fresh
        self._heirs |= members
        self._whole |= deeper
        named = tuple(sorted(fresh.difference(self._seeds.asked)))
        spelled, opened = ((_spelled(fresh), self._whole - deeper), (_spelled(self._words), deeper)), (self._opening, deeper)
        uses = _Look(way="uses", needles=named, make=lambda: Uses(named)), self._lean if named else ()
        left = self._named("heirs", sorted(members), lambda: Heirs(members, self._seeds.families)), self._lean if members else ()
        return self._read(
            lambda: _merged(*(self._hits(*one) for one in (*spelled, opened))), lambda: _merged(self._hits(*uses), self._hits(*left))
        )

    def _read(self, *screens: Callable[[], Mapping[str, Hits]]) -> bool:
        """Read what is found, each time while the next is looked for; returns whether there was a new unit."""
        before = len(self._placed)
        hits = screens[0]()
        for screen in (*screens[1:], dict):
            following = cache(screen)
            self._fetch(hits, following)
            hits = following()
        self._store.flush()  # what waits there to be written is held in memory
        return len(self._placed) > before

    def _hits(self, look: _Look, paths: Iterable[str]) -> dict[str, Hits]:
        """Return the lines in which a needle lies, by path; what an earlier run found in the same bytes is not searched again."""
        files = [self._files[path] for path in sorted(paths)]
        if not files or not look.needles:
            return {}
        key = hashlib.blake2b("\0".join((look.way, *look.needles)).encode() + self._code, digest_size=16).digest()
        blob = self._store.get("screens", (key,)).get(key)
        known: dict[bytes, Hits] = {} if blob is None else _screens.decode(blob)
        screen: Lines | None = None
        fresh: dict[bytes, Hits] = {}
        for file in files:
            if file.digest not in known and file.digest not in fresh:
                screen = screen or look.make()
                fresh[file.digest] = screen.lines(file.data)
        if fresh:
            here = {file.digest for file in self._files.values()}
            kept = {digest: found for digest, found in known.items() if digest in here} | fresh
            self._store.put("screens", {key: msgspec.msgpack.encode(kept)})
        found = {file.path: known.get(file.digest) or fresh.get(file.digest, _NO_HITS) for file in files}
        return {path: hits for path, hits in found.items() if hits != _NO_HITS}

    # -- reading

    def _fetch(self, hits: Mapping[str, Hits], meanwhile: Callable[[], object]) -> None:
        fresh = [path for path in hits if path not in self._tables]
        tasks: list[Whole | Pieces] = [*self._unknown(hits, hits.keys() - fresh)]
        tasks += [Whole(path, self._files[path].data, *(_NO_HITS if self._is_edited else hits[path])) for path in fresh]
        self._work(tasks, partial(self._step_aside, meanwhile, len(tasks)))
        if self._is_edited and fresh:
            self._work([*self._unknown(hits, fresh)], lambda: None)
        for piece in [*self._wanted(hits, hits)]:
            self._placed[piece] = None  # it was asked for and has not come: it is among the unread, and not asked for again

    def _step_aside(self, meanwhile: Callable[[], object], tasks: int) -> None:
        meanwhile()
        if len(self._placed) > _FEW_BESIDE * tasks:
            aside, self._aside = self._aside, lambda: None
            aside()

    def _work(self, tasks: Sequence[Whole | Pieces], meanwhile: Callable[[], object]) -> None:
        for result in self._workers.map(answer, tasks, weight, meanwhile) if tasks else ():
            match result:
                case Answer():
                    self._take(result)
                case Died(task=task):
                    self.unread.append(Unread(path=task.path, reason="the parser crashed on it, or took too long"))
                    self._tables.setdefault(task.path, Table((), ()))

    def _wanted(self, hits: Mapping[str, Hits], paths: Iterable[str]) -> Iterator[tuple[str, int, int]]:
        """Yield the pieces that are asked for and have not come so far."""
        for path in paths:
            for number, piece in pieces_at(self._tables[path].units, *hits[path]):
                if (path, number, piece) not in self._placed and (path, number, WHOLE) not in self._placed:
                    yield path, number, piece

    def _fact_key(self, path: str, number: int, piece: int) -> bytes:
        return self._tables[path].digests[number] + piece.to_bytes(4, signed=True) + self._code

    def _unknown(self, hits: Mapping[str, Hits], paths: Iterable[str]) -> Iterator[Pieces]:
        """Place the pieces that are asked for of files that are cut, as far as their facts are in the cache; yield the others."""
        keys = {piece: self._fact_key(*piece) for piece in self._wanted(hits, paths)}
        known = self._store.get("facts", keys.values())
        absent: dict[str, list[tuple[int, int]]] = {}
        for (path, number, piece), key in keys.items():
            blob = known.get(key)
            if blob is None:
                absent.setdefault(path, []).append((number, piece))
            else:
                self._place(path, number, piece, _facts.decode(blob))
        for path, pieces in absent.items():
            yield Pieces(path, tuple(texts(self._files[path].data, self._tables[path].units, pieces)))

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


def _spelled(words: Iterable[str]) -> _Look:
    needles = tuple(sorted(words))
    return _Look(way="words", needles=needles, make=lambda: Words(needles))


def _merged(*parts: Mapping[str, Hits]) -> dict[str, Hits]:
    """Return the lines of all parts, by path."""
    found: dict[str, Hits] = {}
    for part in parts:
        for path, (lines, brief) in part.items():
            known, known_brief = found.get(path, _NO_HITS)
            found[path] = tuple(sorted({*known, *lines})), tuple(sorted({*known_brief, *brief}))
    return found
