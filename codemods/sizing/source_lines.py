"""Which lines of Python source count: those that hold more than blanks, a comment or a docstring."""

import ast
import io
import tokenize

_NOTHING = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER}
)
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def source_lines(data: bytes) -> tuple[tuple[int, str], ...]:
    """Return the lines that count, each with its number from 1 and without its blanks; of what does not parse, all that are not empty."""
    try:
        documented = _docstrings(ast.parse(data))
        tokens = list(tokenize.tokenize(io.BytesIO(data).readline))
    except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
        return tuple((number, line.strip()) for number, line in _lines(data.decode("utf-8", "replace")) if line.strip())
    held = {number for token in tokens if token.type not in _NOTHING for number in range(token.start[0], token.end[0] + 1)}
    text = data.decode(tokens[0].string, "replace")
    return tuple((number, line.strip()) for number, line in _lines(text) if number in held - documented and line.strip())


def _lines(text: str) -> list[tuple[int, str]]:
    return list(enumerate(io.StringIO(text, newline=None), 1))


def _docstrings(tree: ast.Module) -> set[int]:
    """Return the numbers of the lines on which nothing but a docstring stands."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and node.body and ast.get_docstring(node, clean=False) is not None:
            said = node.body[0]
            own = {said.lineno, said.end_lineno or said.lineno}
            shared = {other.lineno for other in node.body[1:]} | ({node.lineno} if not isinstance(node, ast.Module) else set())
            found |= set(range(said.lineno, (said.end_lineno or said.lineno) + 1)) - (own & shared)
    return found
