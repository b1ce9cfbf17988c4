"""A tree written into a folder, so that code of it can run with all that it needs; and the folder beside it that it may write to."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ..analyzer.reading.source import SourceFile
from .tree import Tree

_AS_IT_IS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a tree lies."""

    tree: Path
    top: Path  # what was the root of the target: commands run here
    scratch: Path  # the one folder that code of it may write to
    roots: tuple[Path, ...]  # from which its packages are imported

    def below(self, path: str) -> bool:
        """Whether a file lies in the tree."""
        return Path(path).is_relative_to(self.tree.resolve())


class NoFilesError(ValueError):
    """A tree of which only the modules are known: there is nothing to write."""


def laid(tree: Tree, folder: Path, instead: Mapping[str, str] = _AS_IT_IS) -> Place:
    """Write a tree below *folder*, with other texts for some of its files.

    Raises:
        NoFilesError: there are no files to write.

    """
    if tree.source is None:
        raise NoFilesError(f"{tree.target}: its files are not known")
    scratch = folder / "scratch"
    for inner in ("home", "tmp", "reports", "out"):
        (scratch / inner).mkdir(parents=True)
    root = folder / "tree"
    top = root / tree.package.replace(".", "/") if tree.package else root
    for item in tree.source.read(lambda _: True):
        if isinstance(item, SourceFile):
            file = top / item.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(instead[item.path].encode() if item.path in instead else item.data)
    top.mkdir(parents=True, exist_ok=True)
    return Place(tree=root, top=top, scratch=scratch, roots=tuple(one for one in (root, root / "src") if one.is_dir()))
