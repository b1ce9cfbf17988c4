"""What refers to a package that moves: imports, relative ones too; dotted names in strings and comments; paths in documents and settings."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..editing.document import Document, Edit, UneditableError
from ..editing.imports import absolute

_PINNED = re.compile(rb"://\S*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Renaming:
    """What a package was called, and what it is called from now on."""

    old: str  # dotted
    new: str

    def holds(self, dotted: str) -> bool:
        """Whether a dotted name is the old one, or below it."""
        return dotted == self.old or dotted.startswith(f"{self.old}.")

    def renamed(self, dotted: str) -> str:
        """Return what a dotted name is from now on."""
        return self.new + dotted.removeprefix(self.old) if self.holds(dotted) else dotted


def referring(path: str, data: bytes, renaming: Renaming, *, moves: bool) -> bytes:
    """Return the bytes of a file with all that it says of the old place said of the new one; *moves* where the file itself lies there.

    Raises:
        UneditableError: it is Python that does not parse.

    """
    if path.endswith(".py") and (moves or _may_import(data, renaming)):
        document = Document(path=path, data=data)
        data = document.edited(_imports(document, renaming, moves=moves))
    return _spelled(data, renaming)


def _may_import(data: bytes, renaming: Renaming) -> bool:
    return renaming.old.rpartition(".")[2].encode() in data and b"import" in data


# -- what texts say


def _spelled(data: bytes, renaming: Renaming) -> bytes:
    data = re.sub(_word(renaming.old, rb"\w."), renaming.new.encode(), data)
    folder = renaming.new.replace(".", "/").encode()
    found = _word(renaming.old.replace(".", "/"), rb"\w.-")
    return re.sub(found, lambda match: match[0] if _in_address(data, match) else folder, data)


def _word(text: str, before: bytes) -> bytes:
    return b"(?<![" + before + b"])" + re.escape(text.encode()) + rb"(?![\w-])"


def _in_address(data: bytes, match: re.Match[bytes]) -> bool:
    """Whether a path is part of a web address, which may speak of any revision."""
    return _PINNED.search(data[max(0, match.start() - 500) : match.start()]) is not None


# -- what imports say


def _imports(document: Document, renaming: Renaming, *, moves: bool) -> Iterator[Edit]:
    for node in ast.walk(document.tree):
        if isinstance(node, ast.ImportFrom):
            yield from _import(node, document, renaming, moves=moves)


def _import(node: ast.ImportFrom, document: Document, renaming: Renaming, *, moves: bool) -> Iterator[Edit]:
    module = absolute(node, document.path)
    parent, _, last = renaming.old.rpartition(".")
    named = [alias for alias in node.names if alias.name == last] if module == parent else []
    if named:
        yield _split(node, named[0], document, renaming, moves=moves)
    elif node.level and renaming.holds(module) != moves:
        yield _said(node, document, renaming.renamed(module))


def _said(node: ast.ImportFrom, document: Document, module: str) -> Edit:
    """Return the edit by which an import says the whole name of its module."""
    start = document.text.index("from", document.start(node)) + len("from")
    end = re.compile(r"[\s\\.]*" + re.escape(node.module or "")).match(document.text, start)
    assert end is not None
    return Edit(start=start, end=end.end(), text=f" {module}{'' if node.module else ' '}")


def _split(node: ast.ImportFrom, moved: ast.alias, document: Document, renaming: Renaming, *, moves: bool) -> Edit:
    """Return the edit that imports the package itself from where it is now, and the others from where they were."""
    parent, _, last = renaming.new.rpartition(".")
    bound = moved.asname or moved.name
    mine = f"from {parent} import {last}" + (f" as {bound}" if bound != last else "")
    rest = [alias for alias in node.names if alias is not moved]
    if not rest:
        return Edit(start=document.start(node), end=document.end(node), text=mine)
    if "#" in document.source(node):
        raise UneditableError(
            f"{document.path}:{node.lineno}: an import with a comment inside: give {moved.name} an import of its own first"
        )
    if document.text[document.starts[node.lineno - 1] : document.start(node)].strip():
        raise UneditableError(f"{document.path}:{node.lineno}: an import shares its line with another statement")
    left = ", ".join(_alias(rest))
    source = absolute(node, document.path) if moves else "." * node.level + (node.module or "")
    indent = document.indent(node)
    return Edit(start=document.start(node), end=document.end(node), text=f"from {source} import {left}\n{indent}{mine}")


def _alias(names: Sequence[ast.alias]) -> list[str]:
    return [f"{each.name} as {each.asname}" if each.asname else each.name for each in names]
