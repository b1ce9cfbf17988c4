"""`PATH` or `PATH@REV` to an opened source: a folder, a revision of a git repository, or an archive."""

import stat
from pathlib import Path

from .folder import open_folder
from .revision import open_revision
from .source import Source, TargetError

__all__ = ["TargetError", "open_target"]


def open_target(text: str, *, revision: str | None = None, cwd: Path) -> Source:
    """Open what the user named, relative to *cwd*; *revision* is the value of `--rev`.

    An existing path that contains `@` wins over a revision. A bare repository is read at HEAD where no revision is named.
    Raises TargetError for everything a user can get wrong.
    """
    path, named = _parted(text, cwd)
    if named is not None and revision is not None:
        raise TargetError(f"two revisions: {named!r} in the target and {revision!r} by --rev; give one of them")
    wanted = revision if named is None else named
    mode = _mode(path)
    if stat.S_ISDIR(mode):
        if wanted is None and _is_git_folder(path):
            wanted = "HEAD"
        return open_folder(text, path) if wanted is None else open_revision(text, path, wanted)
    if not stat.S_ISREG(mode):
        raise TargetError(f"{text}: neither a folder nor an archive")
    if wanted is not None:
        raise TargetError(f"{text}: {path.name} is a file and has no revision {wanted!r}: name the repository's folder")
    from .archive import open_archive  # noqa: PLC0415  zip and tar are slow to import, and most targets are folders

    return open_archive(text, path)


def _parted(text: str, cwd: Path) -> tuple[Path, str | None]:
    """Return the longest part before an `@`, or all, that exists, and the revision behind it."""
    if _mode(cwd / text):
        return cwd / text, None
    places = [place for place, character in enumerate(text) if character == "@"]
    for place in reversed(places):
        if _mode(path := cwd / (text[:place] or ".")):
            return path, text[place + 1 :]
    asked = text[: places[0]] if places else text
    raise TargetError(f"{text}: there is no {asked!r} here (looked in {cwd}): name a folder, a repository or an archive")


def _mode(path: Path) -> int:
    """Return the kind of what lies at a path, 0 where nothing does."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):  # a NUL in it, a name too long, a circle of links, a folder that may not be entered
        return 0


def _is_git_folder(path: Path) -> bool:
    return (path / "HEAD").is_file() and (path / "objects").is_dir() and (path / "refs").is_dir()
