"""A scan of a large library: time beside ast-grep, and the memory of a process."""

import sys

from measuring import Contender, lines, raced, ratio, table
from section import Bar, Section, Setup, Work
from targets import size, unpacked

from works.scan import ast_grep

_NAME, _VERSION = "transformers", "5.23.0"
_FEW = 3  # rounds


def measure(setup: Setup) -> Section:
    """Measure a cold and a warm scan."""
    target = unpacked(_NAME, _VERSION, setup.scratch / _NAME)
    ours = (sys.executable, "-m", "namebranch", "scan", str(target), "--quiet", "--format", "jsonl")
    runs = raced(
        [
            Contender(name="namebranch, cold", command=ours, cache=setup.scratch / "large-cold", cold=True, count=lines, codes=(0, 4)),
            Contender(name="namebranch, warm", command=ours, cache=setup.scratch / "large-warm", count=lines, codes=(0, 4)),
            ast_grep(target, setup),
        ],
        min(setup.rounds, _FEW),
    )
    files, megabytes = size(target)
    most = max(run.megabytes for name in ("namebranch, cold", "namebranch, warm") for run in runs[name])
    return Section(
        title=f"A scan of {_NAME} {_VERSION}",
        words=(f"{files:,} Python files, {megabytes:.0f} MB.",),
        table=table(runs, ("ast-grep",)),
        bars=(
            Bar(
                work="scan of transformers",
                figure=ratio(runs["namebranch, cold"], runs["ast-grep"]),
                bar=2.5,
                stretch=1.5,
                unit="× ast-grep",
            ),
            Bar(work="memory of a process there", figure=most, bar=200, stretch=110, unit="MB"),
        ),
    )


large = Work(name="large", measure=measure)
