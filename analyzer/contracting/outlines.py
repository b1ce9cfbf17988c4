"""Files to modules: from the cache where the same bytes were outlined before, else in worker processes."""

import hashlib
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from ..executing import Died, Workers
from ..inventory import Unread
from ..scanned import File
from ..store import Store, code_digest
from .module import Module
from .outlining import outline

Task: TypeAlias = tuple[str, bytes, frozenset[str]]
_CODE = ("analyzer", "registry")


def outlined(files: Sequence[File], words: frozenset[str], workers: Workers, store: Store) -> tuple[dict[str, Module], list[Unread]]:
    """Return the modules of *files* by path, calls of *words* included, and those that could not be read."""
    base = code_digest(*_CODE) + "\0".join(sorted(words)).encode()
    keys = {file.path: _key(base, file) for file in files}
    held = store.get("results", keys.values())
    modules = {path: msgspec.msgpack.decode(held[key], type=Module) for path, key in keys.items() if key in held}
    unread: list[Unread] = []
    tasks: list[Task] = [(file.path, file.data, words) for file in files if file.path not in modules]
    for told in workers.map(_outlined, tasks, lambda task: len(task[1])) if tasks else ():
        if isinstance(told, Died):
            unread.append(Unread(path=told.task[0], reason="it killed the process that read it"))
        elif isinstance(told[1], str):
            unread.append(Unread(path=told[0], reason=told[1]))
        else:
            modules[told[0]] = told[1]
            store.put("results", {keys[told[0]]: msgspec.msgpack.encode(told[1])})
    return dict(sorted(modules.items())), unread


def _key(base: bytes, file: File) -> bytes:
    place = file.path.encode("utf-8", "surrogatepass")
    return b"outline" + hashlib.blake2b(base + b"\0" + place + b"\0" + file.digest, digest_size=16).digest()


def _outlined(tasks: Sequence[Task]) -> Sequence[tuple[str, Module | str]]:
    return [(path, outline(path, data, words)) for path, data, words in tasks]
