"""One source file as it lies on disk: its bytes, its text with its own line ends, its tree, and exact ranges of all of them."""

import ast
import hashlib
import io
import re
import tokenize
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ...analyzer.reading.decode import Undecodable, decode, encoding, lines

_HEAD = 15  # lines
_GENERATED = re.compile(r"@generated|auto(?:matically)?[- ]generated|do not edit", re.IGNORECASE)


class UneditableError(Exception):
    """A file cannot be rewritten; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Edit:
    """What stands in a range of a file's text from now on; *text* has line feeds, whatever the file has."""

    start: int  # code points from the beginning, a byte order mark not counted
    end: int
    text: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Document:
    """A file that is about to be rewritten."""

    path: str  # POSIX, relative to the target's root
    data: bytes

    @cached_property
    def digest(self) -> str:
        """16 hex digits of the bytes."""
        return hashlib.blake2b(self.data, digest_size=8).hexdigest()

    @cached_property
    def text(self) -> str:
        """The text, without a byte order mark and with its line ends as they are.

        Raises:
            UneditableError: it is no text.

        """
        try:
            return decode(self.data)
        except Undecodable as error:
            raise UneditableError(f"{self.path}: {error}") from error

    @cached_property
    def tree(self) -> ast.Module:
        """The tree of the standard library's parser, which tells where everything stands.

        Raises:
            UneditableError: it does not parse.

        """
        try:
            return ast.parse(self.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise UneditableError(f"{self.path}: not parsed: {error}") from error

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Physical lines, each with its end."""
        return tuple(lines(self.text))

    @cached_property
    def newline(self) -> str:
        """The line end of the file: that of its first line."""
        first = self.lines[0] if self.lines else ""
        return first[len(first.rstrip("\r\n")) :] or "\n"

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each line begins, and where the text ends."""
        found = [0]
        for line in self.lines:
            found.append(found[-1] + len(line))
        return tuple(found)

    @cached_property
    def inside_strings(self) -> frozenset[int]:
        """Numbers from 0 of the lines that begin inside a string: their white space is its content."""
        found: set[int] = set()
        opened: list[int] = []  # lines of open f-strings, which from Python 3.12 on are many tokens
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            kind = tokenize.tok_name[token.type]
            if kind == "STRING":
                found.update(range(token.start[0], token.end[0]))
            elif kind in {"FSTRING_START", "TSTRING_START"}:
                opened.append(token.start[0])
            elif kind in {"FSTRING_END", "TSTRING_END"}:
                found.update(range(opened.pop(), token.end[0]))
        return frozenset(found)

    @cached_property
    def comments(self) -> dict[int, str]:
        """The comment on each line that has one, by the line's number from 0."""
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return {token.start[0] - 1: token.string for token in tokens if token.type == tokenize.COMMENT}

    @cached_property
    def is_generated(self) -> bool:
        """Whether its first lines say that a program writes it: it would be written anew."""
        return _GENERATED.search("".join(self.lines[:_HEAD])) is not None

    def comments_between(self, first: int, last: int) -> list[str]:
        """Return the comments on the lines from number *first* up to, not including, *last*."""
        return [self.comments[line] for line in range(first, last) if line in self.comments]

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place as `ast` tells it: line from 1, column in bytes of UTF-8."""
        held = self.lines[line - 1] if line <= len(self.lines) else ""
        before = column if held.isascii() else len(held.encode("utf-8", "surrogatepass")[:column].decode())
        start: int = self.starts[line - 1]
        return start + before

    def start(self, node: ast.expr | ast.stmt | ast.pattern | ast.alias | ast.arg) -> int:
        """Return where *node* begins; a decorated definition at its first decorator."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.decorator_list:
            line = node.decorator_list[0].lineno - 1
            return self.starts[line] + len(indent_of(self.lines[line]))
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.pattern | ast.alias | ast.arg) -> int:
        """Return where *node* ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.offset(node.end_lineno, node.end_col_offset)

    def source(self, node: ast.expr | ast.stmt | ast.pattern | ast.alias | ast.arg) -> str:
        """Return the text of *node*."""
        return self.text[self.start(node) : self.end(node)]

    def indent(self, node: ast.stmt) -> str:
        """Return the white space before a statement on its line."""
        return indent_of(self.lines[node.lineno - 1])

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """Return the bytes with *edits* made; all other bytes are what they were.

        Raises:
            UneditableError: two edits overlap.

        """
        pieces: list[str] = []
        at = 0
        for edit in sorted(set(edits)):
            if edit.start < at:
                raise UneditableError(f"{self.path}: two changes overlap at line {self.text.count(chr(10), 0, edit.start) + 1}")
            pieces += [self.text[at : edit.start], edit.text.replace("\n", self.newline)]
            at = edit.end
        pieces.append(self.text[at:])
        return "".join(pieces).encode(encoding(self.data))


def indent_of(line: str) -> str:
    """Return the white space that a line begins with."""
    return line[: len(line) - len(line.lstrip(" \t\f"))]
