"""The earlier side of a check against a revision: where that revision and the newer side parted."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from . import _checked as checked

if TYPE_CHECKING:
    from ..analyzer.inventory import Inventory
    from ..analyzer.reading.revision import GitTree
    from ..analyzer.reading.source import Source

SHORT = 12  # digits of a commit that are shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """Where two revisions parted."""

    source: "GitTree"  # the same folder as it was there
    named: str  # how to name it


def base(tree: checked.Tree, revision: str) -> "tuple[Inventory, str]":
    """Return what the earlier side holds, under the settings of the newer one, and how to name it; raises what `parted` does."""
    found = parted(tree.own.source, revision)
    return checked.scanned(tree.own.asked, found.source, tree.loaded), found.named


def parted(newer: "Source", revision: str) -> Parted:
    """Return the earlier side.

    Raises:
        click.UsageError: the target is an archive.
        TargetError: there is no such revision, or the two have nothing in common.
        HorizonError: the history of this clone ends too soon to say.

    """
    from ..analyzer.reading.git import HorizonError, is_shallow, merge_base, resolve  # noqa: PLC0415  only a revision needs git
    from ..analyzer.reading.revision import GitTree, open_folder_of  # noqa: PLC0415  as above
    from ..analyzer.reading.source import TargetError  # noqa: PLC0415  as above

    if not isinstance(newer, GitTree):
        raise click.UsageError(f"{newer.target} is an archive and has no revisions: leave --against out, or name a repository")
    head, wanted = newer.revision or resolve(newer.folder, "HEAD"), resolve(newer.folder, revision)
    common = merge_base(newer.folder, wanted, head)
    if common is None and is_shallow(newer.folder):
        raise HorizonError(
            f"{revision} and {head[:SHORT]} parted before the horizon of this shallow clone: fetch more of its history, "
            "e.g. `git fetch --unshallow`, or fetch-depth: 0 in CI"
        )
    if common is None:
        raise TargetError(f"{newer.target}: {revision} and {head[:SHORT]} have no commit in common: name a revision of this history")
    named = f"{revision} ({common[:SHORT]})" if common == wanted else f"{revision} (parted at {common[:SHORT]})"
    return Parted(source=open_folder_of(newer, common), named=named)
