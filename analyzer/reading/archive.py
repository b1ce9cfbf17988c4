"""An archive by its name: wheel, zip or tar.gz. In memory; nothing is ever extracted."""

from collections.abc import Callable
from pathlib import Path

from .members import suffix_of
from .source import Source, TargetError
from .tarred import open_tar
from .zipped import open_zip

_OPENERS: dict[str, Callable[[str, Path, str], Source]] = {".whl": open_zip, ".zip": open_zip, ".tar.gz": open_tar, ".tgz": open_tar}


def open_archive(target: str, archive: Path) -> Source:
    """Open a regular file as an archive; raises TargetError where it is none, is damaged, or is past a limit."""
    suffix = suffix_of(archive.name)
    if suffix is None:
        raise TargetError(
            f"{target}: a file that is no archive ({', '.join(_OPENERS)}): name the folder it lies in, and choose it with --path '{archive.name}'"
        )
    return _OPENERS[suffix](target, archive, suffix)
