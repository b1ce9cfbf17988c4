"""The units of a history by their bytes: what the first look finds in each, and the facts of those that are read, each read once ever."""

from collections.abc import Iterable, Sequence

import msgspec

from ..executing import Died, Workers
from ..extracting.batch import Answer, Pieces, Table, Whole, answer
from ..extracting.cutting import Unit
from ..extracting.facts import Facts
from ..extracting.screening import Opening, Words
from ..extracting.texts import WHOLE, pieces_at, source
from ..store import Store, code_digest
from .shapes import Shape, whole

_facts = msgspec.msgpack.Decoder(Facts)
_tables = msgspec.msgpack.Decoder(Table)
_CRASHED = "the parser crashed on it"
_PIECES_A_TASK = 8


class Readings:
    """Everything that has been read of a history so far. Nothing in it depends on where a unit lies."""

    def __init__(self, opening: Opening, store: Store, workers: Workers) -> None:
        """Take the first look, the cache and the workers."""
        self._opening, self._store, self._workers = opening, store, workers
        self._code = code_digest("analyzer/extracting", "analyzer/reading/decode.py")
        self._texts: dict[bytes, str] = {}
        self._opened: dict[bytes, tuple[int, ...]] = {}
        self._facts: dict[tuple[bytes, int], Facts] = {}
        self._unread: dict[tuple[bytes, int], str] = {}
        self._needles: set[str] = set()
        self._heard: dict[bytes, bool] = {}
        self._words: Words | None = None

    # -- files

    def cut(self, files: Iterable[tuple[bytes, bytes]]) -> dict[bytes, Shape]:
        """Return the shapes of files, each a digest and its bytes, that have to be cut whole."""
        wanted = dict(files)
        known = self._store.get("tables", (digest + self._code for digest in wanted))
        shapes: dict[bytes, Shape] = {}
        tasks: list[Whole | Pieces] = []
        for digest, data in wanted.items():
            blob = known.get(digest + self._code)
            table = None if blob is None else _tables.decode(blob)
            if table is None or not table.units:
                tasks.append(Whole(digest.hex(), data, (), ()))
            else:
                shapes[digest] = whole(data, table, None)
        for result in self._workers.map(answer, tasks, _weight) if tasks else ():
            match result:
                case Answer(path, Table() as table, _, unread):
                    digest = bytes.fromhex(path)
                    if not unread:
                        self._store.put("tables", {digest + self._code: msgspec.msgpack.encode(table)})
                    shapes[digest] = whole(wanted[digest], table, unread[0] if unread else None)
                case Died(task=task):
                    digest = bytes.fromhex(task.path)
                    shapes[digest] = whole(wanted[digest], Table((), ()), _CRASHED)
                case _:
                    pass
        return shapes

    # -- screening

    def listen(self, words: Iterable[str]) -> frozenset[bytes]:
        """Read from now on also the units in which one of *words* lies; return the digests of those that are to be read newly."""
        fresh = sorted(set(words) - self._needles)
        self._needles.update(fresh)
        self._words = None
        screen = Words(fresh)
        newly = [
            digest
            for digest, heard in self._heard.items()
            if not heard and any(word in self._texts[digest] for word in fresh) and screen.offsets(self._texts[digest])
        ]
        self._heard |= dict.fromkeys(newly, True)
        return frozenset(digest for digest in newly if self._opened[digest] != (WHOLE,))

    def _screen(self) -> Words:
        if self._words is None:
            self._words = Words(sorted(self._needles))
        return self._words

    @property
    def needles(self) -> frozenset[str]:
        """The words that are listened to."""
        return frozenset(self._needles)

    def wanted(self, shape: Shape, number: int) -> tuple[int, ...]:
        """Return the pieces of a unit that are to be read."""
        digest = shape.digests[number]
        heard = self._heard.get(digest)
        if heard is None:
            heard = self._enter(shape.rows, shape.units[number], digest)
        return (WHOLE,) if heard else self._opened[digest]

    def missed(self, shape: Shape) -> str | None:
        """Return why a file could not be cut, if something that is looked for lies in it."""
        if shape.unread is None:
            return None
        heard = bool(self._needles) and bool(self._screen().offsets(shape.data.decode("latin-1")))
        return shape.unread if heard or any(self._opening.lines(shape.data)) else None

    def _enter(self, rows: Sequence[str], unit: Unit, digest: bytes) -> bool:
        text = "".join(rows[unit.first - 1 : unit.last])
        lines, brief = self._opening.lines(text.encode("utf-8", "surrogatepass"))
        above = unit.first - 1
        found = pieces_at((unit,), [line + above for line in lines], [line + above for line in brief])
        pieces = tuple(sorted(piece for _, piece in found))
        self._opened[digest] = (WHOLE,) if WHOLE in pieces else pieces
        self._texts[digest] = text
        heard = bool(self._needles) and bool(self._screen().offsets(text))
        self._heard[digest] = heard
        return heard

    # -- reading

    def facts(self, digest: bytes, piece: int) -> Facts | None:
        """Return the facts of a piece that was read, or None where LibCST could not."""
        return self._facts.get((digest, piece))

    def knows(self, digest: bytes, piece: int) -> bool:
        """Whether a piece was read, or could not be."""
        return (digest, piece) in self._facts or (digest, piece) in self._unread

    def unread(self, digest: bytes, piece: int) -> str | None:
        """Return why a piece could not be read."""
        return self._unread.get((digest, piece))

    def read(self, shapes: Iterable[Shape]) -> None:
        """Read all wanted pieces of *shapes*: from the cache, else in the workers."""
        texts: dict[tuple[bytes, int], str] = {}
        for shape in shapes:
            for number, digest in enumerate(shape.digests):
                for piece in self.wanted(shape, number):
                    key = digest, piece
                    if key not in self._facts and key not in self._unread and key not in texts:
                        texts[key] = source(shape.rows, shape.units[number], piece)
        known = self._store.get("facts", map(self._fact_key, texts))
        for key in list(texts):
            blob = known.get(self._fact_key(key))
            if blob is not None:
                self._facts[key] = _facts.decode(blob)
                del texts[key]
        if texts:
            self._extract(texts)

    def _fact_key(self, key: tuple[bytes, int]) -> bytes:
        return key[0] + key[1].to_bytes(2, signed=True) + self._code

    def _extract(self, texts: dict[tuple[bytes, int], str]) -> None:
        keys = list(texts)
        numbered = [(number, 0, text) for number, text in enumerate(texts.values())]
        tasks: list[Whole | Pieces] = [
            Pieces(str(start), tuple(numbered[start : start + _PIECES_A_TASK])) for start in range(0, len(keys), _PIECES_A_TASK)
        ]
        for result in self._workers.map(answer, tasks, _weight):
            match result:
                case Answer(_, _, facts, _):
                    for number, _, blob in facts:
                        self._store.put("facts", {self._fact_key(keys[number]): blob})
                        self._facts[keys[number]] = _facts.decode(blob)
                    reason = result.unread[0] if result.unread else _CRASHED
                    start = int(result.path)
                    for key in keys[start : start + _PIECES_A_TASK]:
                        if key not in self._facts:
                            self._unread[key] = reason
                case Died(task=Pieces(_, ((number, _, _),))):
                    self._unread[keys[number]] = _CRASHED
                case Died(task=Pieces(_, units)):
                    for number, _, text in units:
                        self._extract({keys[number]: text})
                case _:
                    pass


def _weight(task: Whole | Pieces) -> int:
    match task:
        case Whole(_, data, _, _):
            return len(data)
        case Pieces(_, units):
            return sum(len(text) for _, _, text in units)
