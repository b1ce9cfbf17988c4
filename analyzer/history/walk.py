"""The commits of a history, one by one, each with what it changed: known ones from the cache, the others from their blobs."""

import hashlib
from collections.abc import Callable, Iterator, Sequence

import msgspec

from ...registry.universe.names import Names
from ..executing import Workers
from ..judging.drift import Delta
from ..reading.log import Commit, History
from ..settings.load import Loaded
from ..store import Store, code_digest
from .walker import Walker

Progress = Callable[[str], None]
_FLUSHED = 50  # commits after which what was worked out is written
_decoder = msgspec.msgpack.Decoder(Delta)


def walk(
    history: History, loaded: Loaded, names: Names, store: Store, workers: Workers, progress: Progress = lambda _: None
) -> Iterator[tuple[Commit, Delta]]:
    """Yield the base of the history, where it has one, and then its commits, each with what it changed; the first with all it holds.

    What was worked out is in the cache after every few commits, so that a run that is ended early goes on where it was.
    """
    steps = [*([history.base] if history.base is not None else []), *history.commits]
    keys = _keys(loaded, steps)
    known = store.get("results", keys)
    at = 0
    while at < len(steps):
        blob = known.get(keys[at])
        if blob is not None:
            yield steps[at], _decoder.decode(blob)
            at += 1
            continue
        end = next((later for later in range(at, len(steps)) if keys[later] in known), len(steps))
        walker = Walker(history.folder, loaded, names, store, workers, progress)
        deltas = walker.deltas(steps[at - 1] if at else None, steps[at:end])
        for number, delta in enumerate(deltas, start=at):
            store.put("results", {keys[number]: msgspec.msgpack.encode(delta)})
            if number % _FLUSHED == 0:
                store.flush()
            yield steps[number], delta
        at = end


def _keys(loaded: Loaded, steps: Sequence[Commit]) -> list[bytes]:
    """Return the key of each step: two trees, the settings and our own code are all that it depends on."""
    settings = code_digest("analyzer", "registry") + msgspec.msgpack.encode(loaded.settings)
    before = ["", *(step.tree for step in steps[:-1])]
    texts = (b"\0".join((b"history", settings, tree.encode(), step.tree.encode())) for tree, step in zip(before, steps, strict=True))
    return [hashlib.blake2b(text, digest_size=16).digest() for text in texts]
