"""A source in, its files out: whose each one is, what it is for, how long it is, and what a model's own file calls its model."""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from ...registry.universe.names import Names
from ..inventory import Zone
from ..reading.source import Source, SourceFile
from ..settings.globs import matcher, plain
from ..settings.schema import Settings
from ..settings.zones import Zoning
from .files import Common, Home, OwnFile, Tree

OTHER = "other"  # the role of a file that no pattern of [roles] names
_CLASS = re.compile(rb"^class[ \t]+(\w+)", re.MULTILINE)
_TYPE = re.compile(rb"""^[ \t]+model_type[ \t]*(?::[^=\n]*)?=[ \t]*["']([\w.-]+)["']""", re.MULTILINE)


@dataclass(slots=True)
class _Gathered:
    """A home while its files are read."""

    at: dict[str, None]
    files: list[OwnFile]
    classes: dict[str, None]
    types: dict[str, None]


def tree_of(source: Source, settings: Settings, names: Names) -> Tree:
    """Return the files of *source*; one that cannot be read is left out, since the scan of the same source reports it."""
    zoning, role = Zoning(settings, source.paths(), names.family), _roles(settings)
    homes: defaultdict[str, _Gathered] = defaultdict(lambda: _Gathered(at={}, files=[], classes={}, types={}))
    common: list[Common] = []
    for file in source.read(lambda path: path.endswith(".py") and zoning.zone_of(path) is not Zone.IGNORED):
        if not isinstance(file, SourceFile):
            continue
        placed, lines = zoning.placed(file.path), file.data.count(b"\n")
        if placed.zone is Zone.MODEL and placed.owner is not None:
            _add(homes[placed.owner.model], placed.owner.at, OwnFile(path=file.path, role=role(file.path), lines=lines), file.data)
        elif placed.zone is Zone.SHARED:
            common.append(Common(path=file.path, subsystem=placed.subsystem, lines=lines))
    found = tuple(_home(model, held) for model, held in sorted(homes.items()))
    return Tree(homes=found, common=tuple(sorted(common, key=lambda one: one.path)))


def _roles(settings: Settings) -> Callable[[str], str]:
    tests = tuple((role, matcher(globs)) for role, globs in settings.roles)
    return lambda path: next((role for role, test in tests if test(plain(path)) is not None), OTHER)


def _add(held: _Gathered, at: str, file: OwnFile, data: bytes) -> None:
    held.at[at] = None
    held.files.append(file)
    held.classes |= dict.fromkeys(name.decode("utf-8", "replace") for name in _CLASS.findall(data))
    held.types |= dict.fromkeys(name.decode("utf-8", "replace") for name in _TYPE.findall(data))


def _home(model: str, held: _Gathered) -> Home:
    return Home(model=model, at=tuple(held.at), files=tuple(held.files), classes=tuple(held.classes), types=tuple(held.types))
