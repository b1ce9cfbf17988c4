"""Two trees in, the evidence out: what each part shows of the functions that changed."""

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..registry import shelf
from . import parts as shelf_of_parts
from .evidence import Evidence, Side
from .folders import digest_of, folders_compared
from .pairing import paired, within
from .part import Asked, Part, Probes, Shown, together
from .tree import Tree

PROBES = "probes"
EVERY = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What to show, and how far to go."""

    parts: tuple[str, ...] = ()  # EVERY: all; empty: those that need nothing to be said, and are soon done
    functions: tuple[str, ...] = ()  # to compare beside those that changed
    paths: tuple[str, ...] = ()  # gitignore patterns: only functions in these files; empty: all
    seed: int = 0
    seconds: float = 30.0  # for each function
    cases: int = 20_000  # for each function
    mutants: int = 80  # in all, at most
    jobs: int = 1
    lowest: int = 1  # rung of the cage
    trusted: bool = False  # to run its tests and models where the cage is weak
    command: str = ""
    entry: str | None = None  # the function that the probes are for
    probes: tuple[Mapping[str, object], ...] = ()  # arguments, by name
    artifacts: tuple[Path, Path] | None = None  # folders that both sides wrote


def known_parts() -> tuple[str, ...]:
    """Return the names of the parts."""
    return shelf.names(shelf_of_parts)


def proof(old: Tree, new: Tree, wanted: Wanted, progress: Callable[[str], None] = lambda _: None) -> Evidence:
    """Return what can be shown of two trees.

    Raises:
        ShelfError: there is no part of a name.
        UnknownFunctionError: a function that was asked for is not there.

    """
    named = known_parts() if EVERY in wanted.parts else wanted.parts
    parts = [shelf.take(shelf_of_parts, name, Part) for name in named or ((PROBES,) if wanted.probes else known_parts())]
    parts = [part for part in parts if part.by_default or part.name in named]
    pairs = within(paired(old, new, wanted.functions), wanted.paths)
    asked = Asked(
        old=old,
        new=new,
        pairs=pairs,
        seed=wanted.seed,
        seconds=wanted.seconds,
        cases=wanted.cases,
        mutants=wanted.mutants,
        jobs=wanted.jobs,
        lowest=wanted.lowest,
        trusted=wanted.trusted,
        probes=Probes(entry=wanted.entry, given=wanted.probes) if wanted.probes else None,
        artifacts=wanted.artifacts,
        progress=progress,
    )
    found = together(part.show(asked) for part in parts)
    versions = {"transformers": new.program.linked.names.version, **found.versions, "cage": f"rung {found.rung}"}
    return _evidence((Side(target=old.target, tree=old.digest), Side(target=new.target, tree=new.digest)), found, wanted, versions)


def _evidence(sides: tuple[Side, Side], found: Shown, wanted: Wanted, versions: Mapping[str, str]) -> Evidence:
    return Evidence(
        plan=None,
        old=sides[0],
        new=sides[1],
        versions={"python": platform.python_version(), **versions},
        seed=wanted.seed,
        command=wanted.command,
        claims=found.claims,
        differences=found.differences,
        planted=found.planted,
    )


def proof_of_folders(folders: tuple[Path, Path], wanted: Wanted, progress: Callable[[str], None] = lambda _: None) -> Evidence:
    """Return what can be shown of two folders alone, whatever wrote them."""
    old, new = (Side(target=str(folder), tree=digest_of(folder)) for folder in folders)
    return _evidence((old, new), folders_compared(*folders, progress), wanted, {})
