"""A fleet made of published packages: what it takes on one and on two workers, and what the cost of a single package foretells."""

import sys

from measuring import Contender, lines, measured
from section import Bar, Section, Setup, Work
from targets import git, grown, size, unpacked

_PACKAGES = (
    ("axolotl", "0.17.0"),
    ("axolotl", "0.18.0"),
    ("axolotl", "0.19.0"),
    ("nemo-automodel", "0.5.0"),
    ("nemo-automodel", "0.7.0"),
    ("llamafactory", "0.9.5"),
    ("ms-swift", "4.6.0"),
    ("trl", "1.16.0"),
)
_REPOSITORIES, _COMMITS, _WORKERS = 1_000, 10_000_000, 32


def measure(setup: Setup) -> Section:
    """Measure each package alone, then all of them as a fleet; and a history for the cost of a commit."""
    folders = [unpacked(name, version, setup.scratch / f"{name}-{version}") for name, version in _PACKAGES]
    start = timed(setup, "rules")
    megabytes = [size(folder)[1] for folder in folders]
    alone = [timed(setup, "scan", str(folder), "--jobs", "1", "--no-cache", "--format", "jsonl") - start for folder in folders]
    each = sum(alone) / sum(megabytes)
    (setup.scratch / "fleet.txt").write_text("".join(f"{folder}\n" for folder in folders))
    fleet = ("scan", "--repos", "fleet.txt", "--no-cache", "--format", "jsonl")
    ways = {"1 process": ("--jobs", "1"), "2 processes": ("--jobs", "2"), "2 workers of Dask": ("--jobs", "2", "--executor", "dask")}
    took = {name: timed(setup, *fleet, *way) - start for name, way in ways.items()}
    commit = of_a_commit(setup, start)
    foretold = {name: sum(alone) / (1 if name.startswith("1") else 2) for name in ways}
    rows = [f"| {name} | {foretold[name]:.1f} | {seconds:.1f} | {seconds / foretold[name]:.2f} |" for name, seconds in took.items()]
    return Section(
        title="A fleet",
        words=(
            f"{len(folders)} published packages, {sum(megabytes):.0f} MB of source, no cache. One alone takes {each:.2f} s for each MB;",
            f"a commit of a history takes {commit * 1000:.0f} ms. By these, {_REPOSITORIES:,} repositories of {sum(megabytes) / len(folders):.1f} MB",
            f"take {_REPOSITORIES * sum(alone) / len(alone) / _WORKERS / 60:.1f} minutes on {_WORKERS} workers, and {_COMMITS:,} commits",
            f"{_COMMITS * commit / _WORKERS / 3600:.1f} hours; what is in the cache is not worked out again.",
        ),
        table=("| all of them | foretold, s | took, s | × |", "|---|--:|--:|--:|", *rows),
        bars=(
            Bar(
                work="fleet on two processes", figure=took["2 processes"] / foretold["2 processes"], bar=1.5, stretch=1.1, unit="× foretold"
            ),
        ),
    )


def of_a_commit(setup: Setup, start: float) -> float:
    """Return the seconds that a commit of a history takes, one process, nothing known."""
    folder = setup.history or grown(setup.scratch / "grown")
    commits = int(git(folder, "rev-list", "--count", "--first-parent", "HEAD"))
    return (timed(setup, "drift", str(folder), "--jobs", "1", "--no-cache", "--format", "spark") - start) / commits


def timed(setup: Setup, *command: str) -> float:
    """Return how long our tool takes."""
    ours = (sys.executable, "-m", "namebranch", *command)
    return measured(Contender(name=command[0], command=ours, folder=setup.scratch, codes=(0, 4), count=lines)).seconds


fleet = Work(name="fleet", measure=measure)
