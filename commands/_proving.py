"""What `prove` reads and writes of the tool's own files: accepted differences, evidence from elsewhere, and the evidence itself."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..analyzer.reading.source import Source
    from ..codemods.planning.plan import Migration
    from ..parity.evidence import Evidence
    from ._migrating import Asked

FOLDER = ".namebranch/evidence"


def declared(found: "Evidence", old: "Source | None", new: "Source", *, whole: bool) -> "Evidence":
    """Return evidence in which what the newer tree accepts in writing is declared; without an older tree, what is said of files.

    Raises:
        DecisionsError: a file of decisions is not as it should be.

    """
    from ..codemods.planning.decisions import FILE  # noqa: PLC0415  `--help` needs none of these
    from ..parity.declaring import declarations, with_declared  # noqa: PLC0415  as above

    before, after = ((side.one(FILE) if side else None) or b"" for side in (old, new))
    accepted = declarations(after)
    if old is None:
        accepted = tuple(one for one in accepted if one.claim.startswith("artifacts "))
    return with_declared(found, accepted, declarations(before), whole=whole)


def planned(plan: bytes, asked: "Asked") -> "tuple[Source, Source, Migration]":
    """Return a target, the same as a plan that was reviewed makes it (in memory: nothing is written), and the plan.

    Raises:
        MovedOnError: the target moved on since the plan was made, or somebody changed it.

    """
    from ..codemods.branching.overlaid import Overlaid  # noqa: PLC0415  as in `declared`
    from . import _migrating  # noqa: PLC0415  as in `declared`

    source = _migrating.opened(asked)
    found = _migrating.previewed(asked, source)
    return source, Overlaid(below=source).over({file.path: file.after for file in found.files}), _migrating.reviewed(plan)


def imported(found: "Evidence", files: Iterable[Path]) -> "Evidence":
    """Return evidence with the claims of files.

    Raises:
        click.BadParameter: a file holds none that can be taken in.

    """
    from ..parity import importing  # noqa: PLC0415  as in `declared`

    for file in files:
        try:
            found = importing.with_imported(found, importing.imported(file.read_bytes(), file.name))
        except importing.ImportedError as error:
            raise click.BadParameter(f"--import {error}") from error
    return found


def kept(found: "Evidence", target: str) -> str:
    """Write evidence beside the tree that it is about, and return its path there.

    Raises:
        click.UsageError: the newer tree is no folder, or a link lies where it would be written.

    """
    from ..reports import evidence_rendering  # noqa: PLC0415  as in `declared`
    from ..reports.format import View  # noqa: PLC0415  as in `declared`
    from ._checked import replace  # noqa: PLC0415  as in `declared`

    root = Path.cwd() / target
    if not root.is_dir():
        raise click.UsageError(f"--write: {target} is no work tree, so nothing can be written there: name the folder itself")
    own = (root / FOLDER).parent
    if own.is_symlink():
        raise click.UsageError(f"{own} is a link: it is not written through; put a folder there")
    own.mkdir(exist_ok=True)
    file = root / FOLDER / f"{found.digest}.json"
    text = "".join(evidence_rendering.find("json").render(found, View()))
    replace(file, text.encode(), file.read_bytes() if file.is_file() and not file.is_symlink() else None)
    return f"{FOLDER}/{file.name}"
