"""The versions of a few files along a line of commits, and the files of one commit in which something that moved may have been."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path, PurePosixPath

from ..inventory import Kind, Site
from ..reading.git import blobs, ls_tree, prefix
from ..reading.log import Commit, read_touching

_CANDIDATES = 40  # files that hold its names are enough
_MOST_BYTES = 128 << 20  # that are kept
_READ = 800  # files of one commit that are read at most
Version = Mapping[str, str]
"""The blob that lies at each path."""


class Versions:
    """Reads blobs, each once."""

    def __init__(self, folder: Path) -> None:
        """Read from the repository that *folder* lies in."""
        self.folder, self._blobs = folder, dict[str, bytes]()

    def files(self, version: Version) -> dict[str, bytes]:
        """Return the bytes of files by their blobs; what cannot be read is empty."""
        self.read([version])
        return {path: self._blobs[blob] for path, blob in version.items()}

    def read(self, versions: Sequence[Version]) -> None:
        """Read at once what will be asked for."""
        wanted = [one for one in dict.fromkeys(blob for version in versions for blob in version.values()) if one not in self._blobs]
        if not wanted:
            return
        if sum(map(len, self._blobs.values())) > _MOST_BYTES:
            self._blobs.clear()
            wanted = list(dict.fromkeys(blob for version in versions for blob in version.values()))
        with closing(blobs(self.folder, wanted)) as contents:
            self._blobs |= {one: data if isinstance(data, bytes) else b"" for one, data in zip(wanted, contents, strict=True)}

    def tree(self, commit: str) -> Version:
        """Return all files of a commit."""
        below = prefix(self.folder)
        if not below:
            return {entry.path: entry.id for entry in ls_tree(self.folder, commit)}
        inside = f"{below}/"
        whole = ls_tree(self.folder, commit)
        return {entry.path.removeprefix(inside): entry.id for entry in whole if entry.path.startswith(inside)}

    def along(self, commits: Sequence[Commit], paths: Sequence[str], *, whole: bool) -> list[Version]:
        """Return what *paths* are after each of *commits*, the newest first, and before them all: nothing, if they are the *whole* history."""
        state: dict[str, str] = {}
        if not whole and commits and commits[-1].parents:
            tree = self.tree(commits[-1].parents[0])
            state = {path: tree[path] for path in paths if path in tree}
        found: list[Version] = [state]
        for commit in reversed(commits):
            gone = {one.path for one in commit.changes if one.blob is None}
            state = {path: blob for path, blob in state.items() if path not in gone}
            state |= {one.path: one.blob for one in commit.changes if one.blob is not None}
            found.append(state)
        return found[::-1]

    def elsewhere(self, commit: Commit, site: Site) -> tuple[dict[str, bytes], dict[str, bytes]]:
        """Return the Python files that *commit* changed, before and after it, in which *site* may have been before: its names are there."""
        changes = read_touching(self.folder, (), tip=commit.id, most=1)[0][0].changes
        tree = self.tree(commit.parents[0])
        own = PurePosixPath(site.path).name
        changed = {one.path: one.blob for one in changes if one.path in tree and one.path.endswith(".py") and one.path != site.path}
        likely = sorted(changed, key=lambda path: (PurePosixPath(path).name != own, changed[path] is not None, path))
        words = _words(site)
        old: dict[str, bytes] = {}
        for start in range(0, min(len(likely), _READ), _CANDIDATES):
            read = self.files({path: tree[path] for path in likely[start : start + _CANDIDATES]})
            old |= {path: data for path, data in read.items() if any(word in data for word in words)}
            if len(old) >= _CANDIDATES:
                break
        return old, self.files({path: blob for path in old if (blob := changed[path]) is not None})


def _words(site: Site) -> tuple[bytes, ...]:
    """Return words of which one stands wherever a site does."""
    if site.kind in {Kind.PER_MODEL_DEF, Kind.REACH_IN, Kind.FLAG, Kind.FLAG_USE, Kind.PREDICATE, Kind.NAMESET, Kind.TABLE}:
        texts = [site.subject.partition("(")[0].rpartition(".")[2], *site.names]
    else:
        texts = [(site.constant or "").rpartition(".")[2], *site.names]
    return tuple(text.encode("utf-8", "surrogatepass") for text in texts if text)
