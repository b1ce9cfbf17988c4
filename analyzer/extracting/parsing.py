"""Text to the standard library's tree, chains of 20,000 arms included."""

import ast
import re
import warnings

_ARM = re.compile(r"^([ \t\f]*)elif\b", re.MULTILINE)


def parsed(text: str) -> ast.Module:
    """Return the tree of *text*; raises SyntaxError, ValueError, MemoryError, RecursionError and SystemError as `ast.parse` does.

    Each `elif` nests one deeper, and a few thousand exhaust Python's parser. Such a text is parsed as if each of them was an `if` of its
    own, next to the others: the arms are then siblings, and everything lies where it lay.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except (MemoryError, RecursionError, SystemError):
            flat, arms = _ARM.subn(r"\1if  ", text)
            if not arms:
                raise
            return ast.parse(flat)


def is_arm(row: str) -> bool:
    """Whether a row begins with `elif`: what stands there belongs to the statement before it."""
    return _ARM.match(row) is not None
