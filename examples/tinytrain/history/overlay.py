"""Trees of files going back in time: what a commit did is undone on the tree that it left."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any, TypeAlias

Tree: TypeAlias = dict[str, str]  # path to text


class UndoError(Exception):
    """A commit's description does not fit the tree that it left; says which and where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """One commit as its file describes it."""

    file: str
    subject: str
    author: str
    adds: tuple[str, ...] = ()  # globs of files that it brought
    operations: tuple[Mapping[str, Any], ...] = ()  # in the order in which a person would do them

    @classmethod
    def parse(cls, file: str, raw: Mapping[str, Any]) -> "Commit":
        """Return the commit that the TOML of *file* describes.

        Raises:
            UndoError: it has a key that nobody knows, or lacks one.

        """
        unknown = set(raw) - {"subject", "author", "adds", "do"}
        if unknown or not {"subject", "author"} <= set(raw):
            raise UndoError(f"{file}: needs subject and author, may have adds and do; unknown: {sorted(unknown)}")
        return cls(
            file=file, subject=raw["subject"], author=raw["author"], adds=tuple(raw.get("adds", ())), operations=tuple(raw.get("do", ()))
        )


def undone(tree: Tree, commit: Commit) -> Tree:
    """Return the tree before *commit*, whose result is *tree*.

    Raises:
        UndoError: a text is not there exactly once, a file is missing, or a glob matches nothing.

    """
    before = dict(tree)
    for operation in reversed(commit.operations):
        try:
            (kind,) = set(operation) & set(_UNDO)
            _UNDO[kind](before, operation)
        except (KeyError, ValueError, UndoError) as error:
            raise UndoError(f"{commit.file}: {dict(operation)}: {error}") from error
    for glob in commit.adds:
        found = [path for path in before if fnmatch(path, glob)]
        if not found:
            raise UndoError(f"{commit.file}: adds {glob}, and the tree has no such file")
        for path in found:
            del before[path]
    return before


def _undo_edit(tree: Tree, operation: Mapping[str, Any]) -> None:
    """`edit` a file: `old` became `new`."""
    path, old, new = operation["edit"], operation["old"], operation["new"]
    count = tree[path].count(new)
    if count != 1:
        raise UndoError(f"`new` stands {count} times in {path}")
    tree[path] = tree[path].replace(new, old)
    if tree[path].count(old) != 1:
        raise UndoError(f"`old` would stand {tree[path].count(old)} times in {path}")


def _undo_write(tree: Tree, operation: Mapping[str, Any]) -> None:
    """`write` functions, classes or constants into a file: `names`, with what stands right above them."""
    path = operation["write"]
    for name in operation["names"]:
        tree[path], _ = _cut(tree[path], name)


def _undo_move(tree: Tree, operation: Mapping[str, Any]) -> None:
    """`move` `names` from the end of a file to `to`."""
    path, to = operation["move"], operation["to"]
    for name in operation["names"]:
        tree[to], text = _cut(tree[to], name)
        tree[path] = tree[path].rstrip("\n") + "\n" + text


def _undo_rename(tree: Tree, operation: Mapping[str, Any]) -> None:
    """`rename` a file to `to`."""
    tree[operation["rename"]] = tree.pop(operation["to"])


def _undo_delete(tree: Tree, operation: Mapping[str, Any]) -> None:
    """`delete` a file whose text was `old`."""
    path = operation["delete"]
    if path in tree:
        raise UndoError(f"{path} is still there")
    tree[path] = operation["old"]


_UNDO: dict[str, Callable[[Tree, Mapping[str, Any]], None]] = {
    "edit": _undo_edit,
    "write": _undo_write,
    "move": _undo_move,
    "rename": _undo_rename,
    "delete": _undo_delete,
}


def _cut(text: str, name: str) -> tuple[str, str]:
    """Return *text* without the definition of *name*, and that definition with the blank lines and comments above it."""
    lines = text.splitlines(keepends=True)
    body: list[ast.stmt] = ast.parse(text).body
    *outer, last = name.split(".")
    for part in outer:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == part)
    node = next((node for node in body if last in _defined(node)), None)
    if node is None:
        raise UndoError(f"{name} is not defined there")
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))]) - 1
    while first and (not lines[first - 1].strip() or lines[first - 1].lstrip().startswith("#")):
        first -= 1
    end = node.end_lineno or node.lineno
    return "".join(lines[:first] + lines[end:]), "".join(lines[first:end])


def _defined(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {ast.unparse(target) for target in targets}
        case _:
            return set()
