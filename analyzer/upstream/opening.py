"""`--dep ARCHIVE|FOLDER|PACKAGE` to a dependency that can be read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from ..inventory import Unread
from ..reading.source import LARGEST_FILE, SourceFile, TargetError
from ..reading.target import open_target
from .dependency import Dependency


def open_dependency(text: str, *, cwd: Path) -> Dependency:
    """Open a library by the path of its archive or folder, relative to *cwd*, else by the name under which it is installed here.

    Raises:
        TargetError: there is no such path and nothing of that name is installed; or what is there cannot be opened.

    """
    if (cwd / text.partition("@")[0]).exists():
        return Dependency(open_target(text, cwd=cwd))
    try:
        found = distribution(text)
    except (PackageNotFoundError, ValueError) as error:
        raise TargetError(
            f"--dep {text}: no such archive or folder, and nothing of that name is installed here; "
            f"`pip download --no-deps {text}` brings an archive to name"
        ) from error
    files = _files(found)
    if not any(path.endswith(".py") and "/" in path for path in files):
        raise TargetError(f"--dep {text}: it is installed without its files here (a link to a folder?); name its folder or an archive")
    return Dependency(Installed(target=text, files=files))


@dataclass(frozen=True, kw_only=True)
class Installed:
    """The files of an installed distribution; never imported."""

    target: str
    files: dict[str, Path]
    revision: str | None = None

    def paths(self) -> tuple[str, ...]:
        """All files, sorted."""
        return tuple(sorted(self.files))

    def read(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile | Unread]:
        """Yield each wanted file, in the order of the paths."""
        for path in filter(wanted, self.paths()):
            data = self.one(path)
            yield Unread(path=path, reason="it cannot be read") if data is None else SourceFile(path=path, data=data)

    def one(self, path: str) -> bytes | None:
        """Return the bytes of one file, or None where there is none that can be read."""
        file = self.files.get(path)
        try:
            return file.read_bytes() if file is not None and file.stat().st_size <= LARGEST_FILE else None
        except OSError:
            return None


def _files(found: Distribution) -> dict[str, Path]:
    held = found.files or ()
    return {
        each.as_posix(): Path(str(found.locate_file(each))) for each in held if ".." not in each.parts and "__pycache__" not in each.parts
    }
