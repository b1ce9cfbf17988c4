"""Files before and after in, how large the change is out."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby, takewhile

from ..preview import Rewritten
from .source_lines import source_lines

MOVED = 20  # letters and digits that a block must have to be told as moved, as git's `--color-moved` has it
Line = tuple[int, str]  # place, and text without blanks


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Lines of Python source that are added, without blank lines, comments and docstrings."""

    added: int  # new ones: neither moved, nor of tests, nor vendored
    moved: int  # that left another place of the same change in one block
    tests: int
    vendored: int  # of the runtime that lies in the target byte for byte
    removed: int  # lines that left, those that moved among them
    folders: tuple[tuple[str, int], ...]  # new ones by the first folder of the path, the most first

    def __add__(self, other: "Size") -> "Size":
        """Return both together."""
        folders = Counter(dict(self.folders))
        folders.update(dict(other.folders))
        return Size(
            added=self.added + other.added,
            moved=self.moved + other.moved,
            tests=self.tests + other.tests,
            vendored=self.vendored + other.vendored,
            removed=self.removed + other.removed,
            folders=_by_most(folders),
        )


def size(files: Iterable[Rewritten], is_test: Callable[[str], bool], is_vendored: Callable[[str], bool] = lambda _: False) -> Size:
    """Return how large a change is; only files of Python count."""
    changed = {file.path: _changed(file) for file in files if file.path.endswith(".py")}
    counted = {path: lines for path, lines in changed.items() if not is_test(path) and not is_vendored(path)}
    left = [block for _, gone in counted.values() for block in _blocks(gone)]
    came = [(path, block) for path, (come, _) in counted.items() for block in _blocks(come)]
    folders, moved = Counter[str](), 0
    for path, block in came:
        known = _known(block, left)
        moved += known
        folders[path.partition("/")[0] if "/" in path else "."] += len(block) - known
    return Size(
        added=sum(folders.values()),
        moved=moved,
        tests=sum(len(come) for path, (come, _) in changed.items() if is_test(path)),
        vendored=sum(len(come) for path, (come, _) in changed.items() if is_vendored(path)),
        removed=sum(len(gone) for _, gone in counted.values()),
        folders=_by_most(folders),
    )


def _by_most(folders: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(((name, count) for name, count in folders.items() if count), key=lambda one: (-one[1], one[0])))


def _changed(file: Rewritten) -> tuple[list[Line], list[Line]]:
    """Return the lines that came and those that left, each with its place among those that count."""
    old, new = ([text for _, text in source_lines(data)] for data in (file.before or b"", file.after))
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    came = [(at, new[at]) for kind, _, _, start, end in steps if kind != "equal" for at in range(start, end)]
    return came, [(at, old[at]) for kind, start, end, _, _ in steps if kind != "equal" for at in range(start, end)]


def _blocks(lines: list[Line]) -> Iterator[list[str]]:
    """Yield the lines that stand together: what does not count may stand between them."""
    for _, block in groupby(enumerate(lines), key=lambda one: one[1][0] - one[0]):
        yield [text for _, (_, text) in block]


def _known(block: list[str], left: list[list[str]]) -> int:
    """Return how many lines of a block left elsewhere, in runs that are long enough to be told from chance; each left once."""
    found = at = 0
    while at < len(block):
        runs = ((_run(block, at, other, start), other, start) for other in left for start, text in enumerate(other) if text == block[at])
        length, other, start = max(runs, key=lambda run: run[0], default=(0, [], 0))
        if sum(map(str.isalnum, "".join(block[at : at + length]))) >= MOVED:
            other[start : start + length] = [""] * length
            found += length
            at += length
        else:
            at += 1
    return found


def _run(block: list[str], at: int, other: list[str], start: int) -> int:
    """Return how many lines are the same from there on."""
    pairs = zip(block[at:], other[start:], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
