"""A package of models to another place: every file of it, every reference to it, and a shim under the old dotted name."""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass

from ...analyzer.inventory import Unread
from ...analyzer.reading.source import Source
from ..applying.assembling import check
from ..applying.writing import Writing
from ..editing.document import UneditableError
from .move import PackageMove, Placed
from .references import Renaming, referring
from .shim import MARK, shim

_DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")
_SPELLED = (
    ".py",
    ".pyi",
    ".md",
    ".rst",
    ".txt",
    ".toml",
    ".cfg",
    ".ini",
    ".yaml",
    ".yml",
    ".json",
    ".jsonl",
    ".sh",
    ".ipynb",
    ".in",
    ".j2",
)
_NAMED = frozenset({"CODEOWNERS", "Makefile", "Dockerfile", ".gitignore", ".dockerignore"})


class MoveError(Exception):
    """The package cannot be moved so; the message says why, and what to do."""


def package_move(source: Source, old: str, new: str, is_frozen: Callable[[str], bool]) -> PackageMove:
    """Return what it takes that the package *old* is called *new*: dotted names, or paths from the root of the target.

    Nothing is to be done where it has moved already.

    Raises:
        MoveError: there is no such package, something lies at its new place, or the names are none.
        UneditableError: a file that must change does not parse, or would not compile.

    """
    paths = source.paths()
    renaming = _renaming(_dotted(old), _dotted(new))
    lies = _lies(renaming, paths)
    if lies is None:
        raise MoveError(f"{old}: {source.target} has no such package")
    held = source.one(lies.front)
    if held is not None and MARK.encode() + renaming.new.encode() + b"\n" in held:
        return PackageMove(old=renaming.old, new=renaming.new, files=(), looks=(), unread=())
    _clear(lies, paths)
    return _planned(source, renaming, lies, is_frozen)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lies:
    """Where the package lies, and where it is to lie: POSIX paths from the root, no `.py`."""

    old: str
    new: str
    front: str  # the file that the old name is
    paths: frozenset[str]


def _planned(source: Source, renaming: Renaming, lies: _Lies, is_frozen: Callable[[str], bool]) -> PackageMove:
    files: list[Placed] = []
    looks: list[str] = []
    unread: list[str] = []
    for file in source.read(lambda path: path in lies.paths or _is_text(path)):
        if isinstance(file, Unread):
            unread.append(f"{file.path}: {file.reason}")
            continue
        moves = file.path in lies.paths
        after = referring(file.path, file.data, renaming, moves=moves) if _is_text(file.path) else file.data
        if moves:
            looks += _placed_code(file.path, file.data)
        elif after != file.data and is_frozen(file.path):
            looks.append(f"{file.path}: it is frozen, and keeps the old name")
            continue
        if moves or after != file.data:
            new = lies.new + file.path.removeprefix(lies.old) if moves else file.path
            files.append(Placed(old=file.path, new=new, before=file.data, after=after))
    files.append(Placed(old=None, new=lies.front, before=None, after=shim(renaming.new)))
    files += _parents(source, lies)
    for placed in files:
        if placed.new.endswith(".py") and placed.after != placed.before:
            check(placed.new, placed.after)
    return PackageMove(old=renaming.old, new=renaming.new, files=tuple(files), looks=tuple(looks), unread=tuple(unread))


def writings(move: PackageMove) -> tuple[Writing, ...]:
    """Return what is to be written, and what is to go; one file can do both: what lay there moves, and a shim comes."""
    before = {file.old: file.before for file in move.files if file.old is not None}
    after = {file.new: file.after for file in move.files}
    return tuple(Writing(path=path, before=before.get(path), after=after.get(path)) for path in sorted({*before, *after}))


def _dotted(name: str) -> str:
    dotted = name.strip("/").removesuffix(".py").removeprefix("src/").replace("/", ".")
    if _DOTTED.fullmatch(dotted) is None:
        raise MoveError(f"{name}: it is no dotted name of a package inside another: say package.part.models, or package/part/models")
    return dotted


def _renaming(old: str, new: str) -> Renaming:
    if old == new or new.startswith(f"{old}.") or old.startswith(f"{new}."):
        raise MoveError(f"{new}: a package cannot move into itself, or over what holds it")
    if old.partition(".")[0] != new.partition(".")[0]:
        raise MoveError(f"{new}: it lies in another distribution than {old}: keep the first name")
    return Renaming(old=old, new=new)


def _lies(renaming: Renaming, paths: tuple[str, ...]) -> _Lies | None:
    for base in ("src/", ""):
        old, new = (f"{base}{name.replace('.', '/')}" for name in (renaming.old, renaming.new))
        if f"{old}.py" in paths:
            return _Lies(old=old, new=new, front=f"{old}.py", paths=frozenset({f"{old}.py"}))
        inside = frozenset(path for path in paths if path.startswith(f"{old}/"))
        if inside:
            return _Lies(old=old, new=new, front=f"{old}/__init__.py", paths=inside)
    return None


def _clear(lies: _Lies, paths: tuple[str, ...]) -> None:
    """Make sure that nothing lies at the new place."""
    taken = [path for path in paths if path == f"{lies.new}.py" or path.startswith(f"{lies.new}/")]
    if taken:
        raise MoveError(f"{taken[0]}: it lies where the package is to go: choose another name, or move it away first")


def _parents(source: Source, lies: _Lies) -> list[Placed]:
    """Return the packages around the new place that there are none of yet."""
    parts = lies.new.split("/")
    first = 2 if parts[0] == "src" else 1
    missing = (f"{'/'.join(parts[:at])}/__init__.py" for at in range(first, len(parts)))
    return [Placed(old=None, new=path, before=None, after=b"") for path in missing if source.one(path) is None]


def _is_text(path: str) -> bool:
    return path.endswith(_SPELLED) or path.rpartition("/")[2] in _NAMED


def _placed_code(path: str, data: bytes) -> list[str]:
    """Return the places of a file that moves which depend on where it lies."""
    if not path.endswith(".py") or b"__file__" not in data:
        return []
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError) as error:
        raise UneditableError(f"{path}: not parsed: {error}") from error
    lines = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "__file__"]
    return [f"{path}:{line}: `__file__` is another path from now on" for line in lines]
