"""One `git cat-file --batch` process: ids in, contents out, never waiting longer than it should and never left behind."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

from .source import LARGEST_FILE, TargetError

ABSENT = "its content is not in this repository (a partial or damaged clone), and is never fetched"
_CHUNK = 1 << 16  # what a pipe holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Why the bytes of a blob cannot be had."""

    reason: str


class Batch:
    """A running process. Close it whatever happens: that ends it."""

    def __init__(self, words: Sequence[str], folder: Path, environment: Mapping[str, str], seconds: float) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - the words come from git.command_line alone
            words,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        self._selector = DefaultSelector()
        self._selector.register(self._out, EVENT_READ)
        self._seconds = seconds
        self._held = bytearray()  # read from the pipe, not yet taken

    def ask(self, ids: Sequence[str]) -> None:
        """Ask for some blobs; no more than fit into a pipe at a time."""
        with suppress(BrokenPipeError):  # it has ended: the next answer tells
            self._in.write("".join(f"{id_}\n" for id_ in ids).encode("ascii"))

    def answer(self) -> bytes | Missing | None:
        """Return the next content asked for, or why it is missing; None where the process has ended instead."""
        head = self._line()
        if head is None:
            return None
        words = head.split()
        if len(words) != len(("id", "type", "size")) or not words[2].isdigit():
            return Missing(reason=ABSENT)
        size = int(words[2])
        if words[1] == b"blob" and size <= LARGEST_FILE:
            data = self._exactly(size)
            return data if data is not None and self._skip(1) else None
        if not self._skip(size + 1):
            return None
        return Missing(reason=f"larger than {LARGEST_FILE // 1024**2} MB" if words[1] == b"blob" else "not a blob")

    def close(self) -> None:
        """End the process and wait for it."""
        self._selector.close()
        with suppress(BrokenPipeError):
            self._in.close()
        self._process.kill()
        self._out.close()
        self._process.wait()

    def _line(self) -> bytes | None:
        while (end := self._held.find(b"\n")) < 0:
            if not self._more():
                return None
        return self._taken(end + 1)[:-1]

    def _exactly(self, size: int) -> bytes | None:
        while len(self._held) < size:
            if not self._more():
                return None
        return self._taken(size)

    def _skip(self, size: int) -> bool:
        while size > len(self._held):
            size -= len(self._held)
            self._held.clear()
            if not self._more():
                return False
        del self._held[:size]
        return True

    def _taken(self, size: int) -> bytes:
        data = bytes(memoryview(self._held)[:size])
        del self._held[:size]
        return data

    def _more(self) -> bool:
        if not self._selector.select(self._seconds):
            raise TargetError(f"git cat-file said nothing for {self._seconds:g} s, and was ended")
        data = os.read(self._out.fileno(), _CHUNK)
        self._held += data
        return bool(data)
