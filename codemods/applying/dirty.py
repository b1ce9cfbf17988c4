"""Whether files that are about to be written hold work that git has not seen."""

from collections.abc import Iterable

from ...analyzer.reading.folder import Folder
from ...analyzer.reading.revision import open_revision
from ...analyzer.reading.source import TargetError
from .writing import Writing


def uncommitted(source: Folder, files: Iterable[Writing]) -> tuple[str, ...]:
    """Return the paths of *files* whose bytes are not those of HEAD; none where the folder is no work tree of git."""
    try:
        head = open_revision(source.target, source.root, "HEAD")
    except TargetError:
        return ()
    return tuple(file.path for file in files if file.before is not None and head.one(file.path) != file.before)
