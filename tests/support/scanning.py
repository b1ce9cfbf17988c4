"""Scans of small trees that lie in memory."""

from collections.abc import Mapping
from functools import cache
from textwrap import dedent

from memory import MemorySource

from namebranch.analyzer.extracting import unit
from namebranch.analyzer.inventory import Inventory, Site
from namebranch.analyzer.scan import scan
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.store import Store
from namebranch.registry.universe.names import Names

__all__ = ["inventory", "names", "sites", "source", "unit"]  # workers inherit the parser that was imported with `unit`


@cache
def names() -> Names:
    """Return the names of models that ship with us, read once."""
    return Names.load()


def source(files: Mapping[str, str | bytes]) -> MemorySource:
    """Return a tree of these files; a text is dedented."""
    return MemorySource(
        files={path: data if isinstance(data, bytes) else dedent(data).lstrip("\n").encode() for path, data in files.items()}
    )


def inventory(files: Mapping[str, str | bytes], *, jobs: int = 1, store: Store | None = None) -> Inventory:
    """Return the inventory of these files."""
    tree = source(files)
    return scan(tree, load(tree), jobs=jobs, store=store, names=names())


def sites(files: Mapping[str, str | bytes]) -> tuple[Site, ...]:
    """Return the sites of these files, all of which must be readable."""
    found = inventory(files)
    assert found.unread == ()
    return found.sites
