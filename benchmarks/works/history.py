"""A history, cold and warm, beside the time that git needs to read it, and beside wily, which builds its index of the same commits."""

import sys
from pathlib import Path

from measuring import Contender, Runs, raced, ratio, table
from section import Bar, Section, Setup, Work
from targets import git, grown

_READ = (
    "git -c safe.directory='*' log --first-parent --raw --no-abbrev --format=%H HEAD -- '*.py' |"
    " awk '/^:/ {print $4}' | grep -v '^0*$' | sort -u | git -c safe.directory='*' cat-file --batch"
)
_FEW = 2  # rounds: a cold walk takes a while


def measure(setup: Setup) -> Section:
    """Measure a walk over the history that was named, or else over one made of three releases."""
    folder = setup.history or grown(setup.scratch / "grown")
    drift = (sys.executable, "-m", "namebranch", "drift", str(folder), "--quiet", "--format", "spark")
    commits = int(git(folder, "rev-list", "--count", "--first-parent", "HEAD"))
    contenders = [
        Contender(name="git reads it", command=("sh", "-c", _READ), folder=folder),
        Contender(name="namebranch, cold", command=drift, cache=setup.scratch / "walked-cold", cold=True, codes=(0, 4)),
        Contender(name="namebranch, warm", command=drift, cache=setup.scratch / "walked-warm", codes=(0, 4)),
        *(() if setup.history else (wily(folder, setup, commits),)),
    ]
    runs = raced(contenders, min(setup.rounds, _FEW))
    what = (
        f"`--history`, {commits:,} commits on first parents" if setup.history else f"a history of {commits} commits made of three releases"
    )
    return Section(
        title="A history",
        words=(f"{what}; `git reads it` is its log and all versions of its Python files.",),
        table=table(runs, ("git reads it",)),
        bars=bars(runs),
    )


def bars(runs: Runs) -> tuple[Bar, ...]:
    """Return the two figures that have a bar."""
    read = runs["git reads it"]
    return (
        Bar(work="history, cold", figure=ratio(runs["namebranch, cold"], read), bar=30, stretch=15, unit="× git"),
        Bar(work="history, warm", figure=ratio(runs["namebranch, warm"], read), bar=3, stretch=1.5, unit="× git"),
    )


def wily(folder: Path, setup: Setup, commits: int) -> Contender:
    """Return wily, which counts lines and complexity of each commit of a clean repository."""
    command = (str(setup.peers / "wily"), "--cache", str(setup.scratch / "wily"), "build", ".", "-n", str(commits), "-o", "raw,cyclomatic")
    return Contender(name="wily, cold", command=command, folder=folder, cache=setup.scratch / "wily", cold=True)


history = Work(name="history", measure=measure)
