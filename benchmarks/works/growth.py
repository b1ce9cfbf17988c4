"""How the time grows with files, with the length of a history, with models and with branches: curves of synthetic trees, and their exponents."""

import sys
from collections.abc import Callable
from math import log
from pathlib import Path
from statistics import median

from measuring import Contender, measured
from section import Bar, Section, Setup, Work
from targets import committed, git

_STEPS = 4  # sizes, each twice the one before
_AT_MOST = 1.15  # an exponent above this is more than a busy machine
_NAMES = "llama qwen2 gemma3 mixtral phi3 whisper t5 falcon bert mistral".split()  # noqa: SIM905  a text: our own code lists no models


def many_files(size: int, folder: Path) -> tuple[str, ...]:
    """Write files of one branch each."""
    for number in range(size * 100):
        (folder / f"m{number}.py").write_text(branch(number) + "X = [1, 2, 3]\n" * 40)
    return "scan", str(folder), "--jobs", "1"


def long_history(size: int, folder: Path) -> tuple[str, ...]:
    """Make commits that change one file of twenty."""
    for number in range(20):
        (folder / f"m{number}.py").write_text(branch(number))
    committed(folder)
    for number in range(size * 25):
        (folder / f"m{number % 20}.py").write_text(branch(number) + branch(number + 1))
        git(folder, "commit", "--quiet", "--all", "--message", f"change {number}")
    return "drift", str(folder), "--jobs", "1"


def many_models(size: int, folder: Path) -> tuple[str, ...]:
    """Write one list of names, asked in a hundred places."""
    names = [f"{name}_{number}" for number in range(size * 100) for name in _NAMES]
    (folder / "names.py").write_text(f"KINDS = {names!r}\n")
    (folder / "asks.py").write_text(
        "from names import KINDS\n\n" + "".join(f"def f{number}(cfg):\n    return cfg.model_type in KINDS\n\n\n" for number in range(100))
    )
    return "scan", str(folder), "--jobs", "1"


def many_branches(size: int, folder: Path) -> tuple[str, ...]:
    """Write one function with branches one after the other."""
    lines = "".join(f"    if cfg.model_type == {_NAMES[number % 10]!r}:\n        x = {number}\n" for number in range(size * 1_000))
    (folder / "one.py").write_text(f"def f(cfg):\n{lines}    return x\n")
    return "scan", str(folder), "--jobs", "1"


def branch(number: int) -> str:
    """Return a function with one branch."""
    return f"def f{number}(cfg):\n    if cfg.model_type == {_NAMES[number % 10]!r}:\n        cfg.n = {number}\n\n\n"


CURVES: dict[str, Callable[[int, Path], tuple[str, ...]]] = {
    "files (100 each)": many_files,
    "commits (25 each)": long_history,
    "models (1,000 each)": many_models,
    "branches of one function (1,000 each)": many_branches,
}


def measure(setup: Setup) -> Section:
    """Measure each curve at sizes that double, less what it takes at none."""
    sizes = [2**step for step in range(_STEPS)]
    rows, worst = [], 0.0
    for number, (name, made) in enumerate(CURVES.items()):
        start, *grown = (curve(setup, made, size, setup.scratch / f"curve-{number}-{size}") for size in (0, *sizes))
        seconds = [max(one - start, 0.001) for one in grown]
        exponent = fitted(sizes, seconds)
        worst = max(worst, exponent)
        rows.append(f"| {name} | {' | '.join(f'{one:.2f}' for one in seconds)} | {exponent:.2f} |")
    return Section(
        title="Growth",
        words=("Seconds beyond those at size 0, one process, no cache; the exponent is fitted by least squares.",),
        table=(f"| | {' | '.join(f'× {size}' for size in sizes)} | exponent |", "|---|" + "--:|" * (_STEPS + 1), *rows),
        bars=(Bar(work="growth, the steepest exponent", figure=worst, bar=_AT_MOST, stretch=1.0, unit=""),),
    )


def curve(setup: Setup, made: Callable[[int, Path], tuple[str, ...]], size: int, folder: Path) -> float:
    """Return how long a tree of some size takes: the median of the rounds."""
    folder.mkdir()
    command = made(size, folder)
    return median(timed(setup, *command, "--no-cache", "--quiet") for _ in range(setup.rounds))


def timed(setup: Setup, *command: str) -> float:
    """Return how long our tool takes."""
    ours = Contender(name=" ".join(command[:1]), command=(sys.executable, "-m", "namebranch", *command), folder=setup.scratch, codes=(0, 4))
    return measured(ours).seconds


def fitted(sizes: list[int], seconds: list[float]) -> float:
    """Return the slope of the logarithms."""
    across, up = [log(size) for size in sizes], [log(one) for one in seconds]
    middle, height = sum(across) / len(across), sum(up) / len(up)
    return sum((x - middle) * (y - height) for x, y in zip(across, up, strict=True)) / sum((x - middle) ** 2 for x in across)


growth = Work(name="growth", measure=measure)
