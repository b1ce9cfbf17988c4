"""Statements taken out of their place as text: dedented, with their comments, and without a change inside a string."""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .document import Document, Edit, indent_of
from .places import Block, Places


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Whole lines of a document: from the first up to, not including, the last; numbers from 0."""

    first: int
    last: int

    def starts(self, document: Document) -> tuple[int, int]:
        """Return the offsets between which the lines lie."""
        return document.starts[self.first], document.starts[self.last]


def region_of(statements: Sequence[ast.stmt], document: Document) -> Region | None:
    """Return the lines of *statements* with the comments that belong to their block; None where they share a line with something else."""
    first, end = statements[0], statements[-1].end_lineno or 0
    start = min([first.lineno, *(node.lineno for node in getattr(first, "decorator_list", ()))]) - 1
    indent = indent_of(document.lines[start])
    if document.lines[start][: first.col_offset].strip() and not getattr(first, "decorator_list", ()):
        return None
    rest = document.text[document.end(statements[-1]) : document.starts[end]].strip()
    if rest and not rest.startswith("#"):
        return None
    start = _leading(start, indent, document)
    return Region(first=start, last=_footer(end, indent, document))


def _leading(start: int, indent: str, document: Document) -> int:
    """Return where the comments begin that stand right above a block's first line, at its depth or deeper."""
    while start and _is_comment(document, start - 1) and len(indent_of(document.lines[start - 1])) >= len(indent):
        start -= 1
    return start


def _footer(end: int, indent: str, document: Document) -> int:
    """Return where the comments end that close a block."""
    found = at = end
    while at < len(document.lines) and (_is_comment(document, at) or not document.lines[at].strip()):
        if _is_comment(document, at):
            if len(indent_of(document.lines[at])) < len(indent):
                break
            found = at + 1
        at += 1
    return found


def _is_comment(document: Document, line: int) -> bool:
    return line not in document.inside_strings and document.lines[line].lstrip().startswith("#")


def lifted(statements: Sequence[ast.stmt], document: Document, edits: Iterable[Edit] = ()) -> str:
    """Return the text of *statements* from column 0 on, in line feeds, with *edits* (none of which may change the number of lines) made."""
    region = region_of(statements, document)
    if region is None:
        return spliced(document, document.start(statements[0]), document.end(statements[-1]), edits) + "\n"
    indent = document.indent(statements[0])
    found = []
    for line in range(region.first, region.last):
        text = spliced(document, document.starts[line], document.starts[line + 1], edits)
        found.append(text if line in document.inside_strings else _dedented(text, indent))
    return "".join(found)


def _dedented(line: str, indent: str) -> str:
    if not line.strip():
        return "\n"
    return line.removeprefix(indent) if line.startswith(indent) else line.lstrip(" \t")


def spliced(document: Document, start: int, end: int, edits: Iterable[Edit]) -> str:
    """Return a range of the text, in line feeds, with those of *edits* made that begin in it."""
    pieces, at = [], start
    for edit in sorted(edit for edit in edits if start <= edit.start < end):
        pieces += [document.text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*pieces, document.text[at:end]]).replace("\r\n", "\n").replace("\r", "\n")


def indented(text: str, indent: str) -> str:
    """Return *text*, which begins at column 0, at that depth; what lies inside a string stays where it is."""
    document = Document(path="<lifted>", data=text.encode())
    return "".join(
        line if number in document.inside_strings or not line.strip() else f"{indent}{line}" for number, line in enumerate(document.lines)
    )


def comments_above(statement: ast.stmt, document: Document, places: Places) -> Region:
    """Return the lines of the comment right above *statement* that speaks of it alone, if any: none between two neighbours without a gap."""
    line, indent = statement.lineno - 1, document.indent(statement)
    start = line
    while start and _is_comment(document, start - 1) and indent_of(document.lines[start - 1]) == indent:
        start -= 1
    return Region(first=line if _heads_group(places.block(statement), document) else start, last=line)


def _heads_group(block: Block, document: Document) -> bool:
    """Whether the next statement follows without an empty line or a comment, and does the same sort of thing."""
    statement = block.statements[block.at]
    if block.at + 1 == len(block.statements):
        return False
    following = block.statements[block.at + 1]
    return type(following) is type(statement) and following.lineno == (statement.end_lineno or 0) + 1
