"""Scans broken, mutated and made-up programs for a while: nothing may crash or hang, and the answer may not depend on how it is asked.

Real files (a folder of published sources) are cut, doubled, swapped, indented and peppered with foreign tokens; a few of them make a tree,
which is scanned with one worker and with two, with and without a cache, and with its files read in another order. All inventories of one
tree must be equal. The seed of each tree is printed when something is wrong; `--seed` runs it again.
"""

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from namebranch.analyzer.inventory import Inventory, Unread
from namebranch.analyzer.reading.source import SourceFile
from namebranch.analyzer.scan import scan
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.store import Store

TOKENS = (
    '"llama"',
    "==",
    "in",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "\\",
    "'''",
    "#",
    "\t",
    "\f",
    "\r",
    "lambda",
    "match",
    "case",
    "if",
    "elif",
    "é",
    "\0",
)
LARGEST = 100_000  # bytes of a file that is taken
SLOWEST = 60.0  # seconds that one scan of a few files may take


@dataclass(frozen=True, kw_only=True)
class Tree:
    """A target in memory, read in a given order."""

    files: dict[str, bytes]
    target: str = "fuzz"
    revision: str | None = None

    def paths(self) -> tuple[str, ...]:
        """Return the paths in their order."""
        return tuple(self.files)

    def read(self, wanted: object) -> Iterator[SourceFile | Unread]:
        """Yield the files that are wanted."""
        assert callable(wanted)
        for path, data in self.files.items():
            if wanted(path):
                yield SourceFile(path=path, data=data)

    def one(self, path: str) -> bytes | None:
        """Return one file."""
        return self.files.get(path)


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return a file after a few small accidents."""
    lines = data.splitlines(keepends=True) or [b""]
    for _ in range(rng.randint(0, 6)):
        at = rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                del lines[at : at + rng.randint(1, 5)]
            case 1:
                lines[at:at] = lines[at : at + rng.randint(1, 8)]
            case 2:
                other = rng.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = b" " * rng.randint(1, 9) + lines[at].lstrip()
            case 4:
                column = rng.randint(0, len(lines[at]))
                lines[at] = lines[at][:column] + rng.choice(TOKENS).encode() + lines[at][column:]
            case 5:
                lines[at] = lines[at][: rng.randint(0, len(lines[at]))]
            case _:
                lines[at] = bytes(rng.randrange(256) for _ in range(3)) + lines[at]
        lines = lines or [b""]
    return b"".join(lines)


def tree(corpus: list[Path], seed: int) -> dict[str, bytes]:
    """Return the files of one tree."""
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    chosen = rng.choices(corpus, k=rng.randint(2, 8))
    return {f"pkg/{number}/{path.name}": mutated(path.read_bytes(), rng) for number, path in enumerate(chosen)}


def answers(files: dict[str, bytes], cache: Path) -> list[Inventory]:
    """Return the inventories of one tree, asked for in several ways."""
    turned = dict(reversed(files.items()))
    ways = [(files, 1, None), (turned, 2, None), (files, 2, cache), (turned, 1, cache)]
    found = []
    for held, jobs, folder in ways:
        source = Tree(files=held)
        began = time.monotonic()
        found.append(scan(source, load(source), jobs=jobs, store=Store(folder)))
        if time.monotonic() - began > SLOWEST:
            raise TimeoutError(f"a scan took longer than {SLOWEST:.0f} s")
    return found


def main() -> int:
    """Fuzz until the time is over; returns 1 where something was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="+", help="folders of Python sources")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    corpus = sorted(path for folder in options.corpus for path in folder.rglob("*.py") if path.stat().st_size < LARGEST)
    corpus = [path for path in corpus for _ in range(5 if b"model_type" in path.read_bytes() else 1)]  # what there is to find, more often
    until, seed, wrong, unread, sites = time.monotonic() + options.minutes * 60, options.seed, 0, 0, 0
    while time.monotonic() < until:
        with tempfile.TemporaryDirectory() as folder:
            try:
                first, *others = answers(tree(corpus, seed), Path(folder))
                if any(other != first for other in others):
                    raise AssertionError("the answer depends on how it is asked")  # noqa: TRY301 - reported like what a scan raises
            except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
                wrong += 1
                sys.stdout.write(f"seed {seed}\n{traceback.format_exc()}\n")
            else:
                unread += len(first.unread)
                sites += len(first.sites)
        seed += 1
    sys.stdout.write(
        f"{seed - options.seed} trees, {4 * (seed - options.seed)} scans: {wrong} wrong; {sites} sites, {unread} unread files\n"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
