"""Two small trees in, what a comparison of them says out."""

from collections.abc import Mapping
from datetime import date

import scanning
from memory import MemorySource

from namebranch.analyzer.inventory import Inventory
from namebranch.analyzer.judging.baseline import dumped, parsed
from namebranch.analyzer.judging.checking import Newer
from namebranch.analyzer.judging.fates import Comparison, compare
from namebranch.analyzer.judging.gate import gated
from namebranch.analyzer.judging.known import known_of
from namebranch.analyzer.judging.notes import Notes
from namebranch.analyzer.judging.standing import Tree
from namebranch.analyzer.judging.verdict import Change, Known
from namebranch.analyzer.scan import scan
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.settings.schema import Settings

Files = Mapping[str, str | bytes]
Told = tuple[str, str, tuple[str, ...], tuple[str, ...]]  # fate, path, names that came, names that went


def scanned(files: Files) -> tuple[Inventory, Settings, MemorySource]:
    """Return what a tree holds."""
    tree = scanning.source(files)
    loaded = load(tree)
    return scan(tree, loaded, jobs=1, names=scanning.names()), loaded.settings, tree


def known(files: Files) -> tuple[Known, ...]:
    """Return what is remembered of a tree."""
    found, settings, _ = scanned(files)
    return known_of(gated(found.sites, settings), found.registrations)


def from_text(entries: tuple[Known, ...]) -> tuple[Known, ...]:
    """Return branches as a baseline remembers them."""
    return parsed(dumped(entries).encode())


def looked_at(path: str) -> bool:
    """Return whether a file of such a tree is looked at."""
    return path.endswith(".py") and not path.startswith("tests/")


def newer(files: Files, notes: Notes | None = None, day: str = "2026-06-01") -> Newer:
    """Return a tree as the newer side."""
    found, settings, tree = scanned(files)
    standing = Tree(found, tree, looked_at)
    return Newer(inventory=found, settings=settings, standing=standing, notes=notes or Notes(), today=date.fromisoformat(day))


def compared(base: Files, head: Files) -> Comparison:
    """Return the comparison of two trees."""
    found, settings, tree = scanned(head)
    return compare(
        known(base),
        found,
        sites=gated(found.sites, settings),
        standing=Tree(found, tree, looked_at),
        space_of=settings.subjects.space,
    )


def told(changes: tuple[Change, ...]) -> list[Told]:
    """Return changes as short as tests say them."""
    return [(change.fate.value, change.path, change.added, change.removed) for change in changes]


def fates(base: Files, head: Files) -> list[str]:
    """Return what became of the branches that changed."""
    return [change.fate.value for change in compared(base, head).changes]
