"""Measures a scan of a published framework, cold and warm, beside ast-grep and semgrep: all in one run, on one machine.

Each round runs every contender once, in turn, so that whatever else the machine does meets all of them; the median counts.
Written to RESULTS.md beside this file. `make bench` runs it.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from zipfile import ZipFile

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NAME, VERSION = "axolotl", "0.19.0"
ENVIRONMENT = {
    **os.environ,
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
    codes: tuple[int, ...] = (0,)  # exit codes that mean it worked
    count: Callable[[bytes], int] = len  # what it found, from its output


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One measured run."""

    seconds: float
    megabytes: float  # of the largest process
    found: int


def contenders(target: Path, peers: Path, caches: Path) -> list[Contender]:
    """Return everything to measure, the floor (imports alone) first."""
    scan = (sys.executable, "-m", "namebranch", "scan", str(target), "--quiet", "--format", "jsonl")
    semgrep = ("scan", "--config", str(HERE / "peers" / "semgrep.yml"), "--metrics=off", "--disable-version-check", "--no-git-ignore")
    return [
        Contender(name="import click, rich, libcst", command=(sys.executable, "-c", "import click, rich, libcst")),
        Contender(name="namebranch, cold", command=scan, cache=caches / "cold", cold=True, count=lines),
        Contender(name="namebranch, warm", command=scan, cache=caches / "warm", count=lines),
        Contender(
            name="ast-grep",
            command=(str(peers / "ast-grep"), "scan", "--rule", str(HERE / "peers" / "ast-grep.yml"), "--json=stream", str(target)),
            count=lines,
        ),
        Contender(
            name="semgrep",
            command=(str(peers / "semgrep"), *semgrep, "--jobs=2", "--json", "--quiet", str(target)),
            count=lambda output: output.count(b'"check_id"'),
        ),
    ]


def lines(output: bytes) -> int:
    """Return the number of lines that hold something."""
    return sum(bool(line.strip()) for line in output.splitlines())


def measure(contender: Contender) -> Run:
    """Run *contender* once, under the clock.

    Raises:
        SystemExit: it failed, with what it said.

    """
    if contender.cold and contender.cache:
        shutil.rmtree(contender.cache, ignore_errors=True)
    environment = {**ENVIRONMENT, **({"XDG_CACHE_HOME": str(contender.cache)} if contender.cache else {})}
    path = os.pathsep.join([str(Path(contender.command[0]).parent), os.environ.get("PATH", "")])
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen(
            contender.command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, env={**environment, "PATH": path}, cwd=HERE
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if process.returncode not in contender.codes:
            sys.exit(f"{contender.name} exited {process.returncode}:\n{err.read().decode(errors='replace')}")
        return Run(seconds=seconds, megabytes=usage.ru_maxrss / 1024, found=contender.count(out.read()))


def table(runs: dict[str, list[Run]]) -> list[str]:
    """Return the results as lines of Markdown: medians, their spread, and each as a multiple of each peer."""
    rows = ["| | s, median | s, all | × ast-grep | × semgrep | MB | found |", "|---|---|---|---|---|---|---|"]
    for name, of in runs.items():
        spread = f"{min(run.seconds for run in of):.2f}-{max(run.seconds for run in of):.2f}"
        ratios = [f"{ratio(of, runs[peer]):.2f}" for peer in ("ast-grep", "semgrep")]
        rows.append(
            f"| {name} | {median(run.seconds for run in of):.2f} | {spread} | {' | '.join(ratios)} | {max(r.megabytes for r in of):.0f} | {of[-1].found} |"
        )
    return rows


def ratio(of: list[Run], peers: list[Run]) -> float:
    """Return how many times as long as the peer it took: the median of the rounds' ratios, so that a slow round counts on both sides."""
    return median(run.seconds / peer.seconds for run, peer in zip(of, peers, strict=True))


def page(runs: dict[str, list[Run]], target: Path, peers: Path, rounds: int) -> str:
    """Return what RESULTS.md says."""
    files = list(target.rglob("*.py"))
    size = sum(file.stat().st_size for file in files) / 1e6
    versions = [f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in ("namebranch", "libcst"))]
    versions += [peer_version(peers / "ast-grep"), f"semgrep {peer_version(peers / 'semgrep')}"]
    head = [
        f"# A scan of {NAME} {VERSION}",
        "",
        f"`make bench`: {len(files)} Python files, {size:.1f} MB, unpacked from the published wheel; {rounds} rounds, each contender once a round.",
        f"{os.cpu_count()} cores ({platform.machine()}, {platform.system()}); {', '.join(versions)}.",
        "ast-grep and semgrep look for the five patterns of `peers/`; namebranch for everything it knows.",
        "`cold` starts without a cache; `MB` is the largest process. Ratios hold within one run only.",
        "",
    ]
    return "\n".join([*head, *table(runs), ""])


def peer_version(program: Path) -> str:
    """Return what *program* says of its version."""
    return subprocess.run([program, "--version"], capture_output=True, text=True, check=True, env=ENVIRONMENT).stdout.strip()


def unpack(folder: Path) -> Path:
    """Return *folder*, into which the published wheel was unpacked."""
    command = [sys.executable, str(ROOT / "tests" / "support" / "wheels.py"), NAME, VERSION]
    fetched = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    with ZipFile(fetched.stdout.strip()) as wheel:
        wheel.extractall(folder)
    return folder


def main() -> None:
    """Measure, print, and write RESULTS.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", type=Path, required=True, help="folder with the programs ast-grep and semgrep")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", action="append", help="measure only contenders with this word in their name; write nothing")
    options = parser.parse_args()
    peers = options.peers.absolute()
    with tempfile.TemporaryDirectory() as scratch:
        target = unpack(Path(scratch, f"{NAME}-{VERSION}"))  # outside the repository: semgrep leaves folders called build alone
        wanted = [
            it for it in contenders(target, peers, Path(scratch)) if not options.only or any(word in it.name for word in options.only)
        ]
        for contender in wanted:
            measure(contender)  # not counted: fills caches, the system's and its own
        rounds = [{it.name: measure(it) for it in wanted} for _ in range(options.rounds)]
        runs = {it.name: [of[it.name] for of in rounds] for it in wanted}
        text = "" if options.only else page(runs, target, peers, options.rounds)
    if options.only:
        print("\n".join(f"{name}: {median(run.seconds for run in of):.2f} s, {of[-1].found} found" for name, of in runs.items()))
        return
    (HERE / "RESULTS.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
