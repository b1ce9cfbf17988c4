"""Bytes of a file to the standard library's tree, for what is looked up in dependencies."""

import ast

from ..extracting.parsing import parsed
from ..reading.decode import Undecodable, decode


def tree_of(data: bytes) -> ast.Module | None:
    """Return the tree of a file; None where it cannot be decoded or does not parse. Nothing is warned of."""
    try:
        return parsed(decode(data))
    except (Undecodable, SyntaxError, ValueError, MemoryError, RecursionError, SystemError):
        return None
