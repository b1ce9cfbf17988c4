"""`python benchmarks --peers FOLDER [WORK...]`: measures all works of the shelf, or those named, and writes RESULTS.md beside this file.

What is measured anew replaces what an earlier run said of it; ratios hold within one run only.
"""

import argparse
import os
import platform
import re
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import works
from section import Bar, Section, Setup, Work

from namebranch import __version__
from namebranch.registry import shelf

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "RESULTS.md"
_PART = re.compile(r"<!-- work: ([a-z]+) -->\n(.*?)(?=<!-- work: |\Z)", re.DOTALL)


def main() -> int:
    """Measure, print, and write RESULTS.md; 1 if a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("works", nargs="*", help=f"of {', '.join(shelf.names(works))}; all by default")
    parser.add_argument("--peers", type=Path, required=True, help="the folder of the peers' programs")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--history", type=Path, help="a repository to walk, instead of a history made of published releases")
    options = parser.parse_args()
    parts = dict(_PART.findall(RESULTS.read_text() if RESULTS.is_file() else ""))
    missed = 0
    for name in options.works or shelf.names(works):
        with tempfile.TemporaryDirectory() as scratch:
            setup = Setup(peers=options.peers.absolute(), scratch=Path(scratch), rounds=options.rounds, history=options.history)
            section = shelf.take(works, name, Work).measure(setup)
        parts[name] = page(section, options)
        missed += sum(bar.verdict == "**missed**" for bar in section.bars)
        sys.stdout.write(parts[name] + "\n")
        RESULTS.write_text(whole(parts))
    return missed > 0


def page(section: Section, options: argparse.Namespace) -> str:
    """Return one part of RESULTS.md."""
    bars = [row(bar) for bar in section.bars]
    head = ("| | figure | bar | stretch | |", "|---|--:|--:|--:|---|") if bars else ()
    machine = (
        f"{os.cpu_count()} cores ({platform.machine()}, {platform.system()}), Python {platform.python_version()}; {options.rounds} rounds."
    )
    return "\n".join([f"## {section.title}", "", *section.words, machine, "", *head, *bars, "", *section.table, ""])


def row(bar: Bar) -> str:
    """Return a figure beside its bars."""
    sign, places = ("≥" if bar.at_least else "≤"), 0 if bar.figure > 100 else 2  # noqa: PLR2004  digits that mean something
    return f"| {bar.work} | {bar.figure:,.{places}f} {bar.unit} | {sign} {bar.bar:,g} | {sign} {bar.stretch:,g} | {bar.verdict} |"


def whole(parts: dict[str, str]) -> str:
    """Return RESULTS.md: what each work said last."""
    ours = f"namebranch {__version__}, libcst {version('libcst')}"
    pinned = (HERE / "peers" / "requirements.txt").read_text().splitlines()
    peers = ", ".join(line.replace("==", " ") for line in pinned if line and not line.startswith("#"))
    head = f"# Figures\n\n`make bench`; {ours}; beside {peers}.\nA figure that is short of its bar says so. Ratios hold within one run only.\n\n"
    return head + "\n".join(f"<!-- work: {name} -->\n{parts[name].strip()}\n" for name in sorted(parts))


if __name__ == "__main__":
    sys.exit(main())
