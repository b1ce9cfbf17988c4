"""The presets that ship, and which of them fits a tree: judged by the files that lie in it."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .. import presets
from .globs import matcher, plain
from .spelling import ConfigError, nearest

GENERIC = "generic"
_SUFFIX = ".toml"
_FOLDER = Path(next(iter(presets.__path__)))
_MARKS = "recognise"  # the one table of a preset that is no setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """What is known of one framework: how its tree is recognised, and its settings as plain tables."""

    name: str
    marks: tuple[str, ...]  # globs; the tree of a target that holds a match is this framework's
    tables: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The preset of a run, and why it is that one."""

    preset: str
    because: str


@cache
def names() -> tuple[str, ...]:
    """Return the names of all presets, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob(f"*{_SUFFIX}")))


@cache
def take(name: str) -> Preset:
    """Return one preset; raise ConfigError, with the nearest, where there is none of that name."""
    if name not in names():
        raise ConfigError(f"there is no preset {name!r}{nearest(name, names())}")
    tables = tomllib.loads(_text(name))
    tables.pop(_MARKS, None)
    return Preset(name=name, marks=marks(name), tables=tables)


@cache
def marks(name: str) -> tuple[str, ...]:
    """Return the globs by which a preset's tree is recognised, without reading the rest of the preset."""
    _, found, rest = f"\n{_text(name)}".partition(f"\n[{_MARKS}]\n")
    table = tomllib.loads(rest.partition("\n[")[0]) if found else {}
    return tuple(table.get("any", ()))


def _text(name: str) -> str:
    return (_FOLDER / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def choose(paths: Iterable[str]) -> Choice:
    """Return the preset whose mark lies deepest in the tree, or the generic one where no mark is found."""
    lying = {plain(path) for path in paths}
    found = [
        (-_depth(mark), name, place, path)
        for name in names()
        for place, mark in enumerate(marks(name))
        if (path := _lies(mark, lying)) is not None
    ]
    if not found:
        return Choice(preset=GENERIC, because="nothing in the tree is known to be of another framework")
    _, name, _, path = min(found)
    return Choice(preset=name, because=f"{path} lies in the tree")


def _depth(mark: str) -> int:
    return sum("*" not in step for step in mark.split("/"))


def _lies(mark: str, paths: set[str]) -> str | None:
    if not set("*?[!") & set(mark):
        return mark if mark in paths else None
    match = matcher((mark,))
    return min((path for path in paths if match(path) is not None), default=None)
