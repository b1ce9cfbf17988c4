"""Put the descriptor runtime into a package that has no registry of models."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import __version__
from ..reports.difference import difference
from . import options
from ._terminal import put, say

if TYPE_CHECKING:
    from ..analyzer.reading.source import Source
    from ..codemods.vendoring import Vendoring


@click.group()
def registry() -> None:
    """Put the descriptor runtime into a package that has no registry of models."""


@registry.command("vendor")
@click.argument("package")
@options.target
@click.option(
    "--into", "name", default="_namebranch", show_default=True, metavar="NAME", help="The package that holds the runtime, in PACKAGE."
)
@click.option("--write", is_flag=True, help="Write it; else the difference is shown.")
@options.exit_zero
@options.loudness
def _vendor(package: str, target: str, name: str, *, write: bool, quiet: bool, verbose: int) -> None:
    """Put the descriptor runtime into PACKAGE, a package of TARGET by its dotted name, as PACKAGE.NAME.

    It needs the standard library only, and nothing of namebranch at run time. A copy that lies there is replaced; one that was
    changed by hand is refused.
    """
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  `--help` needs none of these
    from ..codemods import vendoring as planning  # noqa: PLC0415  as above
    from ..codemods.applying import writing  # noqa: PLC0415  as above

    source = open_target(target, cwd=Path.cwd())
    if not name.isidentifier():
        raise click.UsageError(f"--into {name}: it is no name of a package")
    folder = f"{found(source, package)}/{name}"
    planned = planning.vendoring(folder, held(source, folder), planning.runtime(), __version__)
    if not write:
        put("".join(line for each in planned.changes for line in difference(each.path, each.before, each.after)))
    else:
        if source.revision is not None or not (Path.cwd() / target).is_dir():
            raise click.UsageError(f"{target} is no folder, so nothing can be written there: leave --write out, or name its work tree")
        writing.write((Path.cwd() / target).resolve(), planned.changes)
    if not quiet:
        say(summary(planned, written=write))


def found(source: "Source", package: str) -> str:
    """Return the folder of a package.

    Raises:
        click.UsageError: there is no such package, or there are two.

    """
    place = package.replace(".", "/").strip("/")
    folders = sorted({path.rpartition("/")[0] for path in source.paths() if path.endswith("/__init__.py")})
    matching = [place] if place in folders and "/" in package else [folder for folder in folders if folder in {place, f"src/{place}"}]
    if len(matching) == 1:
        return matching[0]
    there = ", ".join(folder for folder in folders if "/" not in folder.removeprefix("src/")) or "none"
    if matching:
        raise click.UsageError(f"{source.target} has the packages {' and '.join(matching)}: name the one that is meant by its folder")
    raise click.UsageError(f"{source.target} has no package {package!r}; it has {there}")


def held(source: "Source", folder: str) -> dict[str, bytes]:
    """Return what lies in a folder, by the path below it."""
    return {path.removeprefix(f"{folder}/"): source.one(path) or b"" for path in source.paths() if path.startswith(f"{folder}/")}


def summary(planned: "Vendoring", *, written: bool) -> str:
    """Return in words what was done, or would be."""
    which = f"{planned.folder}: the runtime of namebranch {planned.version}, sha256 {planned.digest[:12]}"
    if not planned.changes:
        return f"{which}, lies there already"
    new = sum(each.before is None for each in planned.changes)
    removed = sum(each.after is None for each in planned.changes)
    counts = {"new": new, "changed": len(planned.changes) - new - removed, "removed": removed}
    counted = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
    before = f" in place of that of {planned.replaced}" if planned.replaced else ""
    return f"{which}{before}: files {counted}" + ("" if written else "; nothing was written: add --write")
