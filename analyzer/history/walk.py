"""The commits of a history, one by one, each with what it changed: known ones from the cache, the others from their blobs."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path

import msgspec

from ...registry.universe.overlay import names_with
from ..executing import Workers
from ..judging.drift import Delta
from ..reading.log import Commit, History
from ..settings.load import Loaded
from ..store import Store, code_digest
from .walker import Walker

Progress = Callable[[str], None]
_FLUSHED = 50  # commits after which what was worked out is written
_FEWEST = 200  # commits, from which on several processes share the work
_decoder = msgspec.msgpack.Decoder(Delta)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """What is walked, and the key of each step in the cache."""

    folder: Path
    loaded: Loaded
    more: bytes  # a file of further names
    steps: tuple[Commit, ...]
    keys: tuple[bytes, ...]


def walk(
    history: History, loaded: Loaded, store: Store, workers: Workers, progress: Progress = lambda _: None, *, more: bytes = b""
) -> Iterator[tuple[Commit, Delta]]:
    """Yield the base of the history, where it has one, and then its commits, each with what it changed; the first with all it holds.

    What was worked out is in the cache after every few commits, so that a run that is ended early goes on where it was.
    """
    steps = (*([history.base] if history.base is not None else []), *history.commits)
    line = _Line(folder=history.folder, loaded=loaded, steps=steps, more=more, keys=tuple(_keys(loaded, more, steps)))
    known = store.get("results", line.keys)
    at, alone = 0, store.folder is None or workers.jobs == 1 or not workers.is_local
    while at < len(steps):
        blob = known.get(line.keys[at])
        if blob is not None:
            yield steps[at], _decoder.decode(blob)
            at += 1
            continue
        end = next((later for later in range(at, len(steps)) if line.keys[later] in known), len(steps))
        bounds = [end] if alone or end - at < _FEWEST else _bounds(at, end, workers.jobs)
        alone = True  # processes are started once, before there are threads
        with Workers(max(1, len(bounds) - 1)) as others:
            if bounds[1:] and store.folder is not None:
                others.prepare(partial(_ahead, line, bounds, store.folder))
            yield from _worked_out(line, (at, bounds[0]), store, workers, progress)
            progress("waiting for the other processes")
        at = bounds[0]
        known |= store.get("results", line.keys[at:end])  # what another process could not write is worked out here


def _bounds(start: int, end: int, parts: int) -> list[int]:
    """Return where each of *parts* ends, the later ones being shorter: programs grow."""
    return [start + round((end - start) * sqrt(part / parts)) for part in range(1, parts + 1)]


def _worked_out(line: _Line, part: tuple[int, int], store: Store, workers: Workers, progress: Progress) -> Iterator[tuple[Commit, Delta]]:
    start, end = part
    walker = Walker(line.folder, line.loaded, names_with(line.more), store, workers, progress)
    deltas = walker.deltas(line.steps[start - 1] if start else None, line.steps[start:end])
    for number, delta in enumerate(deltas, start=start):
        store.put("results", {line.keys[number]: msgspec.msgpack.encode(delta)})
        if number % _FLUSHED == 0:
            store.flush()
        yield line.steps[number], delta


def _ahead(line: _Line, bounds: Sequence[int], cache: Path, number: int) -> None:
    """Work out a later part in a process of its own, into the cache."""
    with Store(cache) as store, Workers(1) as workers:
        for _ in _worked_out(line, (bounds[number], bounds[number + 1]), store, workers, lambda _: None):
            pass


def _keys(loaded: Loaded, more: bytes, steps: Sequence[Commit]) -> list[bytes]:
    """Return the key of each step: two trees, the settings and our own code are all that it depends on."""
    settings = code_digest("analyzer", "registry") + msgspec.msgpack.encode(loaded.settings) + more
    before = ["", *(step.tree for step in steps[:-1])]
    texts = (b"\0".join((b"history", settings, tree.encode(), step.tree.encode())) for tree, step in zip(before, steps, strict=True))
    return [hashlib.blake2b(text, digest_size=16).digest() for text in texts]
