"""The one module that starts code of a target: in a process of its own, caged, with a limit on the time of each answer."""

import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_START = "import sys; sys.path.insert(0, sys.argv[1]); from inside.serving import serve; serve(int(sys.argv[2]))"
_STARTING = 30.0  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a child said."""

    answer: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fell:
    """A child that said nothing, and why."""

    reason: str


class Child:
    """A caged process that answers jobs; started again where it fell."""

    def __init__(self, *, lowest: int = 1) -> None:
        """Start nothing yet; *lowest* is the rung of the cage from which on is tried (1 is the strongest)."""
        self._lowest = lowest
        self._process: subprocess.Popen[bytes] | None = None
        self.rung = 0

    def ask(self, job: Mapping[str, Any], seconds: float) -> Answered | Fell:
        """Return the answer to a job, or why there is none."""
        if self._process is None:
            started = self._start()
            if isinstance(started, Fell):
                return started
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(job).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            return self._fallen("the child ended before it was asked")
        return self._read(seconds)

    def _start(self) -> Answered | Fell:
        folder = Path(__file__).parent
        command = [sys.executable, "-I", "-S", "-B", "-c", _START, str(folder), str(self._lowest)]
        self._process = subprocess.Popen(  # noqa: S603  our own interpreter and our own words
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}, cwd="/", start_new_session=True
        )
        said = self._read(_STARTING)
        if isinstance(said, Answered):
            self.rung = int(said.answer["rung"])
        return said

    def _read(self, seconds: float) -> Answered | Fell:
        """Read one line, which may come in pieces."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = b""
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not selector.select(seconds):
                    return self._fallen(f"no answer within {seconds:.0f} s")
                piece = os.read(self._process.stdout.fileno(), 1 << 20)
                if not piece:
                    return self._fallen("the child ended without an answer")
                line += piece
        return Answered(answer=json.loads(line))

    def _fallen(self, reason: str) -> Fell:
        self.close()
        return Fell(reason=reason)

    def close(self) -> None:
        """End the process and whatever it started."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
