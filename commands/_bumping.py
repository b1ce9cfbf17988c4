"""`audit --names A..B --dep NAME=A..B`: two sides of what a target stands on."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options.between import pair

if TYPE_CHECKING:
    from ..analyzer.auditing.bump import Side
    from ..analyzer.reading.source import Source
    from ..analyzer.upstream.dependency import Dependency
    from ..registry.universe.snapshot import Snapshot


def deps(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return each dependency as its two sides; one that does not change stands on both.

    Raises:
        click.UsageError: `NAME=…` without two sides.

    """
    found = []
    for text in texts:
        name, sign, rest = text.partition("=")
        sides = pair(rest) if sign and not Path(text).exists() else (text, text)
        if sides is None:
            raise click.UsageError(f"--dep {text}: say {name}=OLD..NEW, two archives or folders, or only one archive, folder or package")
        found.append(sides)
    return tuple(found)


def is_bump(names: tuple[str, str] | None, texts: Sequence[str]) -> bool:
    """Whether two releases of anything are to be compared."""
    return names is not None or any(old != new for old, new in deps(texts))


def sides(source: "Source", names: tuple[str, str] | None, texts: Sequence[str]) -> "tuple[Side, Side]":
    """Return what is known before and after.

    Raises:
        ReleasesError: a side of *names* is no release that is known, and nothing that can be read.
        TargetError: a side of a dependency cannot be opened.

    """
    both = deps(texts)
    old = side(source, None if names is None else names[0], [each[0] for each in both])
    new = side(source, None if names is None else names[1], [each[1] for each in both])
    return old, new


def side(source: "Source", name: str | None, texts: Sequence[str]) -> "Side":
    """Return one side: the release of transformers called *name*, or the ones that the target requires, and the dependencies."""
    from ..analyzer.auditing.bump import Side  # noqa: PLC0415  `--help` needs none of these
    from ..analyzer.upstream.knowledge import Upstream  # noqa: PLC0415  as above
    from ..analyzer.upstream.opening import open_dependency  # noqa: PLC0415  as above
    from ..analyzer.upstream.requirements import requirements  # noqa: PLC0415  as above
    from ..registry.universe.earlier import release, snapshot_at  # noqa: PLC0415  as above
    from ..registry.universe.names import Names, names_of, shipped  # noqa: PLC0415  as above
    from ..registry.universe.words import curated  # noqa: PLC0415  as above

    given = [open_dependency(text, cwd=Path.cwd()) for text in texts]
    allowed = dict(requirements(source))
    if name is None:
        return Side(upstream=Upstream(given, allowed), names=Names.load(), snapshot=shipped())
    if Path(name).exists():
        library = open_dependency(name, cwd=Path.cwd())
        snapshot = read_snapshot(library)
        given.insert(0, library)
    else:
        snapshot = snapshot_at(name)
        allowed[snapshot.package] = (release(name),)
    return Side(upstream=Upstream(given, allowed), names=names_of(snapshot, curated()), snapshot=snapshot)


def read_snapshot(library: "Dependency") -> "Snapshot":
    """Return the names of a transformers that was given as an archive or a folder.

    Raises:
        SyncError: it holds no transformers that can be read.

    """
    from ..registry.universe.sync import matters, snapshot_of  # noqa: PLC0415  as in `side`

    files = {path: library.data(path) for path in library.paths if matters(path)}
    return snapshot_of(files, files.__getitem__)
