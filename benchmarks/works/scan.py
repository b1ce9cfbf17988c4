"""A scan of a published framework, cold and warm, beside ast-grep, semgrep and Fixit."""

import sys
from pathlib import Path

from measuring import Contender, lines, raced, ratio, table
from section import Bar, Section, Setup, Work
from targets import NAME, RELEASES, size, unpacked

PEERS = Path(__file__).resolve().parent.parent / "peers"


def contenders(target: Path, setup: Setup) -> list[Contender]:
    """Return everything to measure, the floor (imports alone) first."""
    ours = (sys.executable, "-m", "namebranch", "scan", str(target), "--quiet", "--format", "jsonl")
    return [
        Contender(name="import click, rich, libcst", command=(sys.executable, "-c", "import click, rich, libcst")),
        Contender(name="namebranch, cold", command=ours, cache=setup.scratch / "cold", cold=True, count=lines),
        Contender(name="namebranch, warm", command=ours, cache=setup.scratch / "warm", count=lines),
        ast_grep(target, setup),
        semgrep(target, setup),
        Contender(
            name="fixit",
            command=(str(setup.peers / "python"), "-m", "fixit", "--rules", "peers.fixit_rule:NameEquals", "lint", str(target)),
            codes=(0, 1),
            count=lines,
            folder=PEERS.parent,
        ),
    ]


def ast_grep(target: Path, setup: Setup) -> Contender:
    """Return ast-grep with the five patterns."""
    return Contender(
        name="ast-grep",
        command=(str(setup.peers / "ast-grep"), "scan", "--rule", str(PEERS / "ast-grep.yml"), "--json=stream", str(target)),
        count=lines,
    )


def semgrep(target: Path, setup: Setup) -> Contender:
    """Return semgrep with the same."""
    still = ("--metrics=off", "--disable-version-check", "--no-git-ignore", "--jobs=2", "--json", "--quiet")
    return Contender(
        name="semgrep",
        command=(str(setup.peers / "semgrep"), "scan", "--config", str(PEERS / "semgrep.yml"), *still, str(target)),
        count=lambda output: output.count(b'"check_id"'),
    )


def measure(setup: Setup) -> Section:
    """Measure all on one release."""
    target = unpacked(NAME, RELEASES[-1], setup.scratch / "scanned")  # semgrep leaves folders called build alone
    runs = raced(contenders(target, setup), setup.rounds)
    files, megabytes = size(target)
    cold, warm = runs["namebranch, cold"], runs["namebranch, warm"]
    return Section(
        title=f"A scan of {NAME} {RELEASES[-1]}",
        words=(
            f"{files} Python files, {megabytes:.1f} MB, unpacked from the published wheel; {setup.rounds} rounds.",
            "ast-grep and semgrep look for the five patterns of `peers/`, Fixit for one equality; namebranch for everything it knows.",
            "`cold` starts without a cache; `MB` is the largest process.",
        ),
        table=table(runs, ("ast-grep", "semgrep")),
        bars=(
            Bar(work="cold scan", figure=ratio(cold, runs["semgrep"]), bar=0.6, stretch=0.4, unit="× semgrep"),
            Bar(work="warm scan", figure=ratio(warm, runs["ast-grep"]), bar=1, stretch=0.7, unit="× ast-grep"),
        ),
    )


scan = Work(name="scan", measure=measure)
