"""What a worker process does: files and units in, unit tables and facts out. A pure function of its input."""

import hashlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import TypeVar

import msgspec
from msgspec import Struct

from ..reading.decode import Undecodable, decode
from ..reading.decode import lines as split
from .cutting import Uncuttable, Unit, cut
from .texts import pieces_at, source

_STACK = 512 * 1024 * 1024  # bytes of address space for the parser's recursion
_RECURSION = 400_000
_SECONDS, _SECONDS_PER_BYTE = 10.0, 40e-6  # of processor time: LibCST needs the square of how deeply some expressions are nested
Result = TypeVar("Result")


class Whole(Struct, frozen=True, array_like=True, tag=True):
    """A file that has not been cut yet, and the lines that are asked for."""

    path: str
    data: bytes
    lines: tuple[int, ...]
    brief: tuple[int, ...]  # lines of which only the def, class or import is asked for


class Pieces(Struct, frozen=True, array_like=True, tag=True):
    """Pieces of a file that was cut before: number of the unit, which piece of it, and its text."""

    path: str
    units: tuple[tuple[int, int, str], ...]


class Table(Struct, frozen=True, array_like=True):
    """A file's units, and the digest of each."""

    units: tuple[Unit, ...]
    digests: tuple[bytes, ...]


class Answer(Struct, frozen=True, array_like=True):
    """What is known of one file now; facts are msgpack by the number of the unit and of the piece."""

    path: str
    table: Table | None
    facts: tuple[tuple[int, int, bytes], ...]
    unread: tuple[str, ...]  # reasons


def digest(text: str) -> bytes:
    """Return the digest of a unit's text."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def answer(tasks: Sequence[Whole | Pieces]) -> list[Answer]:
    """Cut and read, on a thread with a stack that deep trees fit on."""
    with _parser().unchecked():
        return _on_deep_stack(lambda: [_one(task) for task in tasks])


def prepare(_: int) -> None:
    """Import the parser, so that a worker has it when the first task comes."""
    _parser()


def _parser() -> ModuleType:
    from . import unit  # noqa: PLC0415 - LibCST is imported in the workers, never in their parent

    return unit


def _on_deep_stack(work: Callable[[], Result]) -> Result:
    results: list[Result] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as failure:  # noqa: BLE001 - handed to the caller's thread
            failures.append(failure)

    before, limit = threading.stack_size(_STACK), sys.getrecursionlimit()
    sys.setrecursionlimit(_RECURSION)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
        sys.setrecursionlimit(limit)
    if failures:
        raise failures[0]
    return results[0]


def weight(task: Whole | Pieces) -> int:
    """Return how many bytes or characters a task has."""
    match task:
        case Whole(_, data, _, _):
            return len(data)
        case Pieces(_, units):
            return sum(len(text) for _, _, text in units)


def _one(task: Whole | Pieces) -> Answer:
    with _limited(_SECONDS + _SECONDS_PER_BYTE * weight(task)):
        match task:
            case Pieces(path, units):
                facts, unread = _facts(units)
                return Answer(path, None, facts, unread)
            case Whole(path, data, lines, brief):
                return _whole(path, data, lines, brief)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """End this process if the block takes longer than so much processor time: nothing less stops a native parser."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _whole(path: str, data: bytes, lines: tuple[int, ...], brief: tuple[int, ...]) -> Answer:
    try:
        text = decode(data)
        rows = split(text)
        units = cut(text, rows)
    except (Undecodable, Uncuttable) as problem:
        return Answer(path, Table((), ()), (), (str(problem),))
    table = Table(units, tuple(digest(source(rows, unit)) for unit in units))
    facts, unread = _facts([(number, piece, source(rows, units[number], piece)) for number, piece in pieces_at(units, lines, brief)])
    return Answer(path, table, facts, unread)


def _facts(pieces: Sequence[tuple[int, int, str]]) -> tuple[tuple[tuple[int, int, bytes], ...], tuple[str, ...]]:
    reading = _parser()
    encoder = msgspec.msgpack.Encoder()
    found: list[tuple[int, int, bytes]] = []
    unread: list[str] = []
    for number, piece, text in pieces:
        try:
            found.append((number, piece, encoder.encode(reading.extract(text))))
        except (reading.Unreadable, MemoryError, RecursionError) as problem:
            unread.append(str(problem) or type(problem).__name__)
    return tuple(found), tuple(unread)
