"""Imports: made absolute for a new place, added where they may stand, and removed where nothing needs them any more."""

import ast
from collections.abc import Iterable, Sequence

from ...analyzer.linking.meaning import module_of
from .document import Document, Edit, UneditableError
from .places import Places, places_of
from .usage import usage_of


def absolute(node: ast.ImportFrom, path: str) -> str:
    """Return the dotted module that *node* imports from, in the file *path*.

    Raises:
        UneditableError: it leads out of the package.

    """
    if not node.level:
        return node.module or ""
    module, is_package = module_of(path)
    parts = module.split(".") if module else []
    up = node.level - is_package
    if up > len(parts) or (up == len(parts) and node.module is None):
        raise UneditableError(f"{path}:{node.lineno}: a relative import leads out of the package")
    return ".".join([*parts[: len(parts) - up], *filter(None, [node.module])])


def absolute_edit(node: ast.ImportFrom, document: Document) -> Edit | None:
    """Return the edit by which a relative import says its whole module; None where it does."""
    if not node.level:
        return None
    start = document.text.index("from", document.start(node)) + len("from")
    end = start
    while document.text[end] in " \t.\\\r\n":
        end += 1
    if node.module is None:
        return Edit(start=start, end=end, text=f" {absolute(node, document.path)} ")
    return Edit(start=start, end=end + len(node.module), text=f" {absolute(node, document.path)}")


# -- added


def insertions(lines: Iterable[str], document: Document) -> list[Edit]:
    """Return the edits that add import lines which the document does not have yet, each beside those of the same package."""
    wanted = sorted(line for line in dict.fromkeys(lines) if not _has(line, document))
    held = _opening(document.tree)
    found: dict[int, list[str]] = {}
    for line in _by_module(wanted):
        found.setdefault(_place(line, held, document), []).append(line)
    return [_at(place, texts, held, document) for place, texts in sorted(found.items())]


def _by_module(lines: Sequence[str]) -> list[str]:
    """Return sorted import lines with the names of one module in one line."""
    found: dict[str, list[str]] = {}
    for line in lines:
        module, _, names = line.partition(" import ")
        found.setdefault(module, []).append(names)
    return [f"{module} import {', '.join(names)}" if module.startswith("from ") else module for module, names in found.items()]


def _place(line: str, held: Sequence[ast.stmt], document: Document) -> int:
    """Return where a line goes: before the first of its package that sorts behind it, else behind the last of its package, else at the end."""
    root = line.split()[1].partition(".")[0]
    same = [node for node in held if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").partition(".")[0] == root]
    for node in same:
        if (node.module or "") > line.split()[1] and not document.lines[node.lineno - 2].lstrip().startswith("#"):
            return document.starts[node.lineno - 1]
    last = same[-1] if same else held[-1] if held else None
    return _top(document) if last is None else document.starts[last.end_lineno or 0]


def _at(place: int, texts: Sequence[str], held: Sequence[ast.stmt], document: Document) -> Edit:
    before = next((node for node in held if document.starts[node.end_lineno or 0] == place), None)
    ended = not place or document.text[place - 1] in "\r\n"
    gap = "\n" if before is not None and (not isinstance(before, ast.Import | ast.ImportFrom) or _is_future(before)) else ""
    behind = next((node for node in document.tree.body if document.start(node) >= place), None)
    gap_below = "\n\n" if isinstance(behind, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef) else "\n"
    tail = gap_below if before is None and not held and document.text[place : place + 1] not in {"", "\r", "\n"} else ""
    return Edit(start=place, end=place, text=("" if ended else "\n") + gap + "".join(f"{line}\n" for line in texts) + tail)


def _opening(tree: ast.Module) -> list[ast.stmt]:
    """Return the docstring and the imports that the module begins with."""
    found: list[ast.stmt] = []
    for number, node in enumerate(tree.body):
        text = node.value if isinstance(node, ast.Expr) else None
        if not isinstance(node, ast.Import | ast.ImportFrom) and not (
            number == 0 and isinstance(text, ast.Constant) and isinstance(text.value, str)
        ):
            break
        found.append(node)
    return found


def _top(document: Document) -> int:
    """Return where the first line lies that is neither comment nor empty."""
    number = 0
    while number < len(document.lines) and document.lines[number].lstrip().startswith("#"):
        number += 1
    return document.starts[number]


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _has(line: str, document: Document) -> bool:
    wanted = ast.parse(line).body[0]
    held = [node for node in document.tree.body if type(node) is type(wanted)]
    match wanted:
        case ast.ImportFrom(names=names):
            mine = {(alias.name, alias.asname) for alias in names}
            return any(
                isinstance(node, ast.ImportFrom)
                and absolute(node, document.path) == absolute(wanted, document.path)
                and mine <= {(alias.name, alias.asname) for alias in node.names}
                for node in held
            )
        case _:
            return any(ast.unparse(node) == ast.unparse(wanted) for node in held)


# -- removed


def unused(names: Iterable[str], document: Document) -> list[Edit]:
    """Return the edits that remove those imports at the top of a module that bind *names*, where nothing reads these any more."""
    wanted = set(names) - _needed(document)
    places = places_of(document)
    found: list[Edit] = []
    for node in document.tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom) and not _is_future(node):
            gone = [alias for alias in node.names if (alias.asname or alias.name) in wanted]
            if len(gone) == len(node.names) and not _is_headed(node, document):
                found.append(_line_removal(node, document, places))
            elif gone and len(gone) < len(node.names):
                found += _aliases(node.names, gone, document)
    return found


def _needed(document: Document) -> set[str]:
    """Return the names that the module reads anywhere, or says that it offers."""
    read = {node.id for node in ast.walk(document.tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store)}
    texts = {node.value for node in ast.walk(document.tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    nested = {name for node in ast.walk(document.tree) if isinstance(node, ast.Global) for name in node.names}
    return (
        read
        | texts
        | nested
        | {alias for node in document.tree.body if isinstance(node, ast.If | ast.Try) for alias in usage_of([node]).binds}
    )


def _is_headed(node: ast.stmt, document: Document) -> bool:
    """Whether a comment stands above an import that would have nothing below it any more."""
    first, last = node.lineno - 1, node.end_lineno or 0
    below = document.lines[last] if last < len(document.lines) else ""
    return first > 0 and document.lines[first - 1].lstrip().startswith("#") and not below.strip()


def _line_removal(node: ast.stmt, document: Document, places: Places) -> Edit:
    """Remove an import's lines alone: what stands above or below belongs to others."""
    block = places.block(node)
    if len(block.statements) == 1:
        return Edit(start=document.start(node), end=document.end(node), text="pass")
    first, last = document.starts[node.lineno - 1], document.starts[node.end_lineno or 0]
    behind = document.text[document.end(node) : last].strip()
    if document.text[first : document.start(node)].strip() or (behind and not behind.startswith("#")):
        raise UneditableError(f"{document.path}:{node.lineno}: an import shares its line with another statement")
    return Edit(start=first, end=last, text="")


def _aliases(names: Sequence[ast.alias], gone: Sequence[ast.alias], document: Document) -> list[Edit]:
    """Remove some names of an import, each with the comma behind it, or before it where it is the last."""
    kept = [alias for alias in names if alias not in gone]
    edits = []
    for alias in gone:
        after = [
            other for other in kept if other.lineno > alias.lineno or (other.lineno == alias.lineno and other.col_offset > alias.col_offset)
        ]
        following = names[names.index(alias) + 1] if names.index(alias) + 1 < len(names) else None
        if after and following is not None:
            edits.append(Edit(start=document.start(alias), end=document.start(following), text=""))
        else:
            edits.append(Edit(start=document.end(names[names.index(alias) - 1]), end=document.end(alias), text=""))
    return edits
