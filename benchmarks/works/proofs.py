"""Differential execution: how many comparisons of old and new a second, once both are loaded; and the time to a difference beside CrossHair."""

import shutil
import sys
import time
from pathlib import Path

from measuring import Contender, raced, table
from section import Bar, Section, Setup, Work
from targets import NAME, RELEASES, unpacked

from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.previewing import chosen, previewed
from namebranch.parity.proof import Wanted, proof
from namebranch.parity.tree import Tree, tree_of

_PATHS = ("*patch_manager.py", "*liger/plugin.py")
_CASES = 5_500
_OLD = "def f(kind: str) -> int:\n    if kind in ('llama', 'qwen2', 'gemma3'):\n        return 1\n    return 2\n"
_NEW = _OLD.replace(", 'gemma3'", "")


def measure(setup: Setup) -> Section:
    """Measure what `migrate` makes of two files, and a function that lost a name."""
    count, seconds = compared(setup)
    runs = raced(finders(setup), min(setup.rounds, 3))
    return Section(
        title="Differential execution",
        words=(
            f"All branches of two files of {NAME} {RELEASES[-1]}, moved by `migrate`: {count:,} comparisons of old and new in {seconds:.1f} s,",
            "once both are loaded. Below, the time until a function that lost one name of three is told to be another one (`found` is 1).",
        ),
        table=table(runs, ("crosshair diffbehavior",)),
        bars=(
            Bar(
                work="differential execution", figure=count / seconds, bar=1_000, stretch=5_000, unit="comparisons a second", at_least=True
            ),
        ),
    )


def compared(setup: Setup) -> tuple[int, float]:
    """Return the comparisons, and the seconds that they took beyond those for loading."""
    folder = unpacked(NAME, RELEASES[-1], setup.scratch / "moved-before")
    old, new = tree(folder), tree(moved(folder, setup.scratch / "moved-after"))
    counts, times = [], []
    for cases in (1, _CASES):
        start = time.perf_counter()
        found = proof(old, new, Wanted(parts=("trace",), paths=_PATHS, seconds=40, cases=cases, jobs=2))
        times.append(time.perf_counter() - start)
        counts.append(sum(claim.cases for claim in found.claims))
    return counts[1] - counts[0], times[1] - times[0]


def tree(folder: Path) -> Tree:
    """Return what lies in a folder, read and linked."""
    source = open_target(str(folder), cwd=Path.cwd())
    loaded = load(source)
    return tree_of(folder.name, program(source, loaded), loaded.settings)


def moved(folder: Path, into: Path) -> Path:
    """Return a copy of a folder from which every branch moved that can."""
    source = open_target(str(folder), cwd=Path.cwd())
    dialect, base = chosen(NAME, source)
    shutil.copytree(folder, into)
    for file in previewed(source, program(source, load(source)), dialect, base, ()).files:
        (into / file.path).parent.mkdir(parents=True, exist_ok=True)
        if file.after is not None:
            (into / file.path).write_bytes(file.after)
    return into


def finders(setup: Setup) -> list[Contender]:
    """Return both tools on a function before and after."""
    folder = setup.scratch / "functions"
    folder.mkdir()
    (folder / "old.py").write_text(_OLD)
    (folder / "new.py").write_text(_NEW)
    ours = (sys.executable, "-m", "namebranch", "prove", "old.py", "new.py", "--part", "trace")
    return [
        Contender(name="namebranch prove", command=ours, folder=folder, codes=(1,), count=lambda out: int(b"differs" in out)),
        Contender(
            name="crosshair diffbehavior",
            command=("env", f"PYTHONPATH={folder}", str(setup.peers / "crosshair"), "diffbehavior", "old.f", "new.f"),
            folder=folder,
            codes=(0, 1),
            count=lambda out: int(b"No differences" not in out),
        ),
    ]


proofs = Work(name="proofs", measure=measure)
