"""The registry's own files, changed as a dialect says: whole lines put in, and a new owner listed. Text in, text out."""

import ast
from collections.abc import Iterable

from .dialect import At, Declares, Form, Insertion, Listing, Point
from .template import render


class AnchorError(Exception):
    """A file is not as the dialect knows it: the line is not there, or there more than once. The message says which, and where."""


def patched(text: str, insertions: Iterable[Insertion]) -> str:
    """Return *text* with all *insertions* in it; line ends stay as they are.

    Raises:
        AnchorError: an anchor does not stand there exactly once.

    """
    lines = text.splitlines(keepends=True)
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    for insertion in insertions:
        first, last = _found(lines, insertion)
        new = [f"{line}{end}" for line in insertion.text.removesuffix("\n").split("\n")]
        match insertion.at:
            case At.BEFORE:
                lines[first:first] = new
            case At.AFTER:
                lines[last:last] = new
            case At.REPLACE:
                lines[first:last] = new
    return "".join(lines)


def _found(lines: list[str], insertion: Insertion) -> tuple[int, int]:
    bare = [line.rstrip("\r\n") for line in lines]
    start = _only(bare, insertion.within.split("\n"), 0, insertion.path)[1] if insertion.within else 0
    anchor = insertion.anchor.removesuffix("\n").split("\n")
    if insertion.within:
        return _places(bare, anchor, start, insertion.path)[0]
    return _only(bare, anchor, start, insertion.path)


def _only(bare: list[str], anchor: list[str], start: int, path: str) -> tuple[int, int]:
    found = _places(bare, anchor, start, path)
    if len(found) > 1:
        raise AnchorError(f"{path}: the line {anchor[0].strip()!r} stands there {len(found)} times; the dialect expects it once")
    return found[0]


def _places(bare: list[str], anchor: list[str], start: int, path: str) -> list[tuple[int, int]]:
    size = len(anchor)
    found = [(at, at + size) for at in range(start, len(bare) - size + 1) if bare[at : at + size] == anchor]
    if not found:
        raise AnchorError(f"{path}: the line {anchor[0].strip()!r} is not there; this registry is not of the form that the dialect knows")
    return found


def listed(text: str, listing: Listing, values: dict[str, str]) -> str:
    """Return *text* with one more entry in the list, dict or import that *listing* names; as it is where the entry is there.

    Raises:
        AnchorError: there is no such list, or it is written on one line.

    """
    entry = render(listing.entry, values)
    lines = text.splitlines(keepends=True)
    first, last = _span(text, listing)
    inside = [line.strip() for line in lines[first:last]]
    if entry in inside:
        return text
    if first > last:
        raise AnchorError(f"{listing.path}: {listing.name} is written on one line; write it one entry a line, then run again")
    indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())] if inside else "    "
    end = "\r\n" if lines[first - 1].endswith("\r\n") else "\n"
    at = next((number for number, line in enumerate(inside) if line > entry), len(inside)) if listing.sorted else len(inside)
    new = [f"{indent}{line}{end}" for line in entry.split("\n")]
    return "".join((*lines[: first + at], *new, *lines[first + at :]))


def _span(text: str, listing: Listing) -> tuple[int, int]:
    """Return the lines between the brackets: the first, from 0, and the one after the last."""
    for node in ast.parse(text).body:
        match node, listing.form:
            case ast.ImportFrom(module=module, level=level), Form.IMPORT if "." * level + (module or "") == listing.name:
                return node.lineno, (node.end_lineno or node.lineno) - 1
            case (ast.Assign(targets=[ast.Name(id=name)], value=value), _) | (ast.AnnAssign(target=ast.Name(id=name), value=value), _) if (
                name == listing.name and value is not None
            ):
                return value.lineno, (value.end_lineno or value.lineno) - 1
            case _:
                continue
    raise AnchorError(
        f"{listing.path}: there is no {listing.name} at the top level; this registry is not of the form that the dialect knows"
    )


def declared(text: str, declares: Declares, field: str) -> str:
    """Return *text* with one more *field* in the class of a section, after its last; as it is where the field is there.

    Raises:
        AnchorError: there is no such class.

    """
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and node.name == declares.name:
            name = field.partition(":")[0].strip()
            if any(isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.target.id == name for line in node.body):
                return text
            lines = text.splitlines(keepends=True)
            end = "\r\n" if lines[0].endswith("\r\n") else "\n"
            new = [end, *(f"    {line}{end}" if line.strip() else end for line in field.split("\n"))]
            at = node.end_lineno or node.lineno
            return "".join((*lines[:at], *new, *lines[at:]))
    raise AnchorError(f"{declares.path}: there is no class {declares.name}; put the plumbing in first")


def pointed(text: str, point: Point, values: dict[str, str]) -> str:
    """Return *text* with one more hook point declared at its end; as it is where that is declared."""
    block = render(point.text, values).strip("\n")
    end = "\r\n" if "\r\n" in text else "\n"
    declared_already = block.split("\n")[0] in {line.rstrip("\r\n") for line in text.splitlines()}
    return text if declared_already else text.rstrip() + end * 3 + block.replace("\n", end) + end
