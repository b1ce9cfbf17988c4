"""Contenders under the clock: each once a round, in turn, so that whatever else the machine does meets all of them."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},  # an installed tool is compiled once
    "NO_COLOR": "1",
    "SEMGREP_SEND_METRICS": "off",
    "SEMGREP_ENABLE_VERSION_CHECK": "0",
    # Nothing measured here may call home: a proxy that is not there makes sure of it.
    "HTTP_PROXY": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """One command to measure."""

    name: str
    command: tuple[str, ...]
    cache: Path | None = None  # where it may keep a cache
    cold: bool = False  # the cache is emptied before each run
    before: Callable[[], None] = lambda: None  # what makes the state that it is measured in
    codes: tuple[int, ...] = (0,)  # exit codes that mean it worked
    count: Callable[[bytes], int] = len  # what it found, from its output
    folder: Path = Path()  # where it is started


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One measured run."""

    seconds: float
    megabytes: float  # of the largest process
    found: int


Runs = dict[str, list[Run]]


def raced(contenders: Sequence[Contender], rounds: int, *, warm: bool = True) -> Runs:
    """Return the runs of each contender; *warm*: one before the first is not counted, it fills caches, the system's and its own."""
    for contender in contenders if warm else ():
        measured(contender)
    found = [{one.name: measured(one) for one in contenders} for _ in range(rounds)]
    return {one.name: [of[one.name] for of in found] for one in contenders}


def measured(contender: Contender) -> Run:
    """Run *contender* once.

    Raises:
        SystemExit: it failed, with what it said.

    """
    contender.before()
    if contender.cold and contender.cache:
        shutil.rmtree(contender.cache, ignore_errors=True)
    path = os.pathsep.join([str(Path(contender.command[0]).parent), os.environ.get("PATH", "")])
    environment = {**ENVIRONMENT, "PATH": path, **({"XDG_CACHE_HOME": str(contender.cache)} if contender.cache else {})}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen(
            contender.command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, env=environment, cwd=contender.folder.absolute()
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if process.returncode not in contender.codes:
            sys.exit(f"{contender.name} exited {process.returncode}:\n{err.read().decode(errors='replace')}")
        return Run(seconds=seconds, megabytes=usage.ru_maxrss / 1024, found=contender.count(out.read()))


def lines(output: bytes) -> int:
    """Return the number of lines that hold something."""
    return sum(bool(line.strip()) for line in output.splitlines())


def ratio(of: Sequence[Run], peers: Sequence[Run]) -> float:
    """Return how many times as long as the peer it took: the median of the rounds' ratios, so that a slow round counts on both sides."""
    return median(run.seconds / peer.seconds for run, peer in zip(of, peers, strict=True))


def table(runs: Runs, peers: Sequence[str]) -> tuple[str, ...]:
    """Return the results as lines of Markdown: medians, their spread, and each as a multiple of each peer."""
    head = ["", "s, median", "s, all", *(f"× {peer}" for peer in peers), "MB", "found"]
    rows = [head, ["---"] * len(head)]
    for name, of in runs.items():
        spread = f"{min(run.seconds for run in of):.2f}-{max(run.seconds for run in of):.2f}"
        ratios = [f"{ratio(of, runs[peer]):.2f}" for peer in peers]
        middle = f"{median(run.seconds for run in of):.2f}"
        rows.append([name, middle, spread, *ratios, f"{max(run.megabytes for run in of):.0f}", str(of[-1].found)])
    return tuple(f"| {' | '.join(row)} |" for row in rows)
