"""Folders that hold no source of the target: of version control, environments, caches and build leftovers."""

import posixpath
from collections.abc import Iterable, Iterator

FOLDERS = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        "__pycache__",
        "node_modules",
        ".venv",
        "venv",
        ".tox",
        ".nox",
        ".eggs",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
    }
)
ENVIRONMENT_MARK = "pyvenv.cfg"  # a folder below the root that holds it is a virtual environment
BUILT = ("build/lib", "build/bdist")  # copies of the sources that setuptools leaves behind: at the root, and by how they begin
LOCKS = ".#"  # an editor's lock: a link to nothing, named after the file that is being edited


def is_ignored_folder(path: str) -> bool:
    """Return whether the folder of this path holds no source, judged by its name alone."""
    return posixpath.basename(path) in FOLDERS or (path.count("/") == 1 and path.startswith(BUILT))


def is_ignored_name(name: str) -> bool:
    """Return whether a file of this name is no file of the target."""
    return name.startswith(LOCKS)


def folders_of(path: str) -> Iterator[str]:
    """Yield the folders that a path lies in, innermost first, without the root."""
    while path := posixpath.dirname(path):
        if path == "/":
            return
        yield path


class Ignored:
    """Tells the ignored paths of a flat list of files, as an archive or a commit has it."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._known = {posixpath.dirname(path): True for path in paths if posixpath.basename(path) == ENVIRONMENT_MARK}
        self._known[""] = False  # the root is never ignored: the user named it

    def __contains__(self, path: str) -> bool:
        """Return whether a file of this path is ignored, or lies in an ignored folder."""
        return is_ignored_name(posixpath.basename(path)) or self._folder(posixpath.dirname(path))

    def _folder(self, path: str) -> bool:
        if (known := self._known.get(path)) is not None:
            return known
        verdict = any(self._known.get(folder) or is_ignored_folder(folder) for folder in (path, *folders_of(path)))
        self._known[path] = verdict
        return verdict
