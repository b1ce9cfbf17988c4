"""One side of a proof run with all that it needs: a command beside the target's real dependencies, in the cage for such, with a limit on its time."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .laying import Place

OURS = Path(__file__).parent / "real"
_MEMORY = 32 << 30  # of addresses, which torch takes many of and uses few
_NO_CAGE = 97
_TAIL = 2_000  # characters of what was printed that are kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A command that came to an end."""

    code: int
    said: str  # the end of what it printed
    rung: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRun:
    """A command that did not, and why."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cage:
    """Which interpreter runs target code, and how it is held: rung 1, or, where somebody said so, without namespaces."""

    python: str
    rung: int


def cage(python: str | None, *, trusted: bool, lowest: int = 1) -> Cage | NotRun:
    """Return the strongest cage of this machine for code that has its dependencies; below the first rung only what is *trusted* runs."""
    wanted = python or sys.executable
    if lowest == 1 and _has_namespaces():
        return Cage(python=wanted, rung=1)
    if trusted:
        return Cage(python=wanted, rung=3)
    return NotRun(reason="this machine has no namespaces to keep code of the target in: --trust-target runs it with limits alone")


def _has_namespaces() -> bool:
    with tempfile.TemporaryDirectory(prefix="namebranch-") as folder:
        place = Path(folder)
        ran = run(["true"], Place(tree=place, top=place, scratch=place, roots=()), Cage(python=sys.executable, rung=1), {}, 20.0)
    return isinstance(ran, Ran) and ran.code == 0


def run(command: list[str], place: Place, held: Cage, variables: Mapping[str, str], seconds: float) -> Ran | NotRun:
    """Run a command in a tree, and wait for it."""
    job = {
        "rung": held.rung,
        "scratch": str(place.scratch),
        "tree": str(place.tree),
        "folder": str(place.top),
        "memory": _MEMORY,
        "seconds": int(seconds * max(os.cpu_count() or 1, 1)) + 1,
        "command": command,
        "env": {**environment(place, held.python), **variables},
    }
    entering = [sys.executable, "-I", "-S", "-B", str(OURS / "namebranch_entering.py"), json.dumps(job)]
    with tempfile.TemporaryFile() as said:
        started = subprocess.Popen(entering, stdin=subprocess.DEVNULL, stdout=said, stderr=said, cwd="/", env={}, start_new_session=True)  # noqa: S603  the user's own command
        try:
            code = started.wait(seconds)
        except subprocess.TimeoutExpired:
            return NotRun(reason=f"{command[0]} did not end within {seconds:.0f} s")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)
            started.wait()
        said.seek(0, os.SEEK_END)
        said.seek(max(0, said.tell() - _TAIL))
        tail = said.read().decode(errors="replace")
    return (
        NotRun(reason="the cage could not be entered") if code == _NO_CAGE and held.rung == 1 else Ran(code=code, said=tail, rung=held.rung)
    )


def environment(place: Place, python: str) -> dict[str, str]:
    """Return the variables that code of a target finds: none of the user's own."""
    scratch = place.scratch
    found = {
        "PATH": os.pathsep.join((str(Path(python).parent), "/usr/local/bin", "/usr/bin", "/bin")),
        "PYTHONPATH": os.pathsep.join(map(str, (OURS, *place.roots))),
        "HOME": str(scratch / "home"),
        "TMPDIR": str(scratch / "tmp"),
        "LANG": "C.UTF-8",
    }
    fixed = (
        "PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0 HF_HUB_OFFLINE=1 OMP_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false CUDA_VISIBLE_DEVICES="
    )
    return found | dict(one.split("=", 1) for one in fixed.split(" "))
