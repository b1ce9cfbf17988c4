"""A release of a library as a rung of the ladder that ships: its model types, its modules and their names."""

import re

from ...registry.universe.releases import Rung
from ...registry.universe.sync import matters, snapshot_of
from ..reading.source import Source
from .dependency import Dependency

_FOR_THE_REPOSITORY = re.compile(r"\.models\..*\.(?:modular|convert)_\w+$")  # written for its maintainers; nobody imports them
_MODELS = "models."


def rung_of(source: Source, package: str) -> Rung:
    """Return what one release holds. Nothing is imported or run.

    Raises:
        SyncError: the source holds no auto tables, no version, or a file of names that does not parse.

    """
    dependency = Dependency(source)
    files = {path: dependency.data(path) for path in dependency.paths if matters(path)}
    snapshot = snapshot_of(files, files.__getitem__)
    modules, borrowed = dict[str, frozenset[str]](), set[str]()
    for module in dependency.modules:
        head, _, inner = module.partition(".")
        if head != package:
            continue
        modules[inner], taken = _names(dependency, module, inner)
        borrowed |= taken
    return Rung(version=snapshot.version, types=frozenset(snapshot.types), modules=modules, borrowed=frozenset(borrowed))


def _names(dependency: Dependency, module: str, inner: str) -> tuple[frozenset[str], frozenset[str]]:
    """The names that a module is listed with, and those that count as borrowed by any module of a model."""
    outline = None if _FOR_THE_REPOSITORY.search(module) else dependency.outline(module)
    if outline is None:
        return frozenset(), frozenset()
    imported = frozenset(local for local, _ in outline.imported)
    if not inner:
        return dependency.exported(module), frozenset()
    if inner.startswith(_MODELS):
        return outline.defined, imported - outline.defined
    return outline.defined | imported | outline.lazy, frozenset()
