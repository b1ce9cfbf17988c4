"""What a hook and CI wait for: `check` where nothing changed, and where one function did in each of ten files."""

import subprocess
import sys
from itertools import count

from measuring import Contender, raced, ratio, table
from section import Bar, Section, Setup, Work
from targets import NAME, RELEASES, committed, git, unpacked

_FILES = 10
_numbers = count()


def measure(setup: Setup) -> Section:
    """Measure both beside the imports that no tool of this kind can do without."""
    target = unpacked(NAME, RELEASES[-1], setup.scratch / "checked")
    accept = (sys.executable, "-m", "namebranch", "baseline", "add", str(target), "--all", "--reason", "as of adoption", "--quiet")
    subprocess.run(accept, check=True, stdout=subprocess.DEVNULL)
    committed(target)
    cache = setup.scratch / "check"
    check = (sys.executable, "-m", "namebranch", "check", ".", "--quiet")
    chosen = [path for path in sorted(target.rglob("*.py")) if b"model_type" in path.read_bytes()][:_FILES]

    def unchanged() -> None:
        git(target, "checkout", "--quiet", "--", ".")

    def changed() -> None:
        """Change a function in each file to what no cache has seen."""
        unchanged()
        for path in chosen:
            path.write_text(f"{path.read_text()}\n\ndef added(cfg):\n    return cfg.width == {next(_numbers)} and cfg.model_type\n")

    runs = raced(
        [
            Contender(name="import click, rich, libcst", command=(sys.executable, "-c", "import click, rich, libcst")),
            Contender(name="check, nothing changed", command=check, cache=cache, before=unchanged, folder=target),
            Contender(name="check, one function in each of ten files", command=check, cache=cache, before=changed, folder=target),
        ],
        max(setup.rounds, 7),
    )
    floor, (same, ten) = runs["import click, rich, libcst"], list(runs.values())[1:]
    return Section(
        title="A check",
        words=(f"{NAME} {RELEASES[-1]} in a git work tree with a baseline, warm.",),
        table=table(runs, ("import click, rich, libcst",)),
        bars=(
            Bar(work="check, nothing changed", figure=ratio(same, floor), bar=1.5, stretch=0.8, unit="× the imports"),
            Bar(work="check, a function in each of ten files", figure=ratio(ten, floor), bar=4, stretch=2, unit="× the imports"),
        ),
    )


check = Work(name="check", measure=measure)
