"""The evidence for a split of a small framework, and of any tree in memory."""

from scanning import inventory, names, source
from zoo import FILES

from namebranch.analyzer.costing.asking import Read
from namebranch.analyzer.judging.filters import Filters
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.splitting.asking import Wanted, split
from namebranch.analyzer.splitting.split import Item, Split
from namebranch.registry.dialects import load as dialects

VENDORED = dialects.take("vendored", "tinytrain")


def read(files: dict[str, str]) -> Read:
    """Return a tree and what a scan finds in it."""
    tree = source(files)
    return Read(source=tree, whole=inventory(files))


def evidence(files: dict[str, str] | None = None, *, before: dict[str, str] | None = None, only: Filters | None = None) -> Split:
    """Return the evidence of some files, by default of the zoo."""
    held = FILES if files is None else files
    now = read(held)
    wanted = Wanted(filters=only or Filters(), dialect=VENDORED, date="2026-05-06T19:09:00+00:00", against=None if before is None else "v1")
    return split(now, load(now.source).settings, names(), wanted, None if before is None else read(before))


def items(found: Split) -> list[Item]:
    """Return all items of the evidence."""
    return [item for file in found.files for item in file.items]
