"""A move as git reads it: renames with what changes in them, files that change, files that are new."""

import difflib
from collections.abc import Iterator

from ..codemods.moving.move import PackageMove, Placed


def diff(move: PackageMove) -> Iterator[str]:
    """Yield the diff of each file, moved ones as renames; `git apply` reads it."""
    for file in move.files:
        yield from _file(file)


def _file(file: Placed) -> Iterator[str]:
    old = file.new if file.old is None else file.old
    yield f"diff --git a/{old} b/{file.new}\n"
    if file.old is None:
        yield "new file mode 100644\n"
    elif file.old != file.new:
        yield f"similarity index {_alike(file)}%\nrename from {file.old}\nrename to {file.new}\n"
    if file.before != file.after:
        yield from _hunks(file, old)


def _alike(file: Placed) -> int:
    """Return how many of a hundred lines stay as they are."""
    if file.before == file.after:
        return 100
    before, after = (file.before or b"").splitlines(), file.after.splitlines()
    return int(99 * difflib.SequenceMatcher(None, before, after, autojunk=False).ratio())


def _hunks(file: Placed, old: str) -> Iterator[str]:
    before, after = (data.decode("utf-8", "surrogateescape").splitlines(keepends=True) for data in (file.before or b"", file.after))
    name = "/dev/null" if file.before is None else f"a/{old}"
    for line in difflib.unified_diff(before, after, name, f"b/{file.new}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
