"""Source text made runnable: once for all worlds into which the same text is loaded, since parsing is what loading takes its time for."""

import ast
import sys
import types
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from .arms import marked
from .digest import Defined, defined

_NUMBERS = count()  # of arms, over all that is compiled
_DEEPEST = 12_000  # calls inside each other while a text is read: a chain of arms is as deep as it is long


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """One module that can be run, with what is known of its text."""

    code: types.CodeType
    arms: Mapping[int, tuple[str, int]]  # where each lies: module, line
    defined: Defined


@lru_cache(maxsize=512)
def parsed(source: str) -> ast.Module:
    """Return the tree of a text, to be read only; raises SyntaxError."""
    return ast.parse(source)


@lru_cache(maxsize=512)
def compiled(module: str, source: str) -> Compiled:
    """Return the code of a module, its arms marked; raises SyntaxError."""
    file = f"<{module}>"
    arms: dict[int, tuple[str, int]] = {}
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(_DEEPEST)
    try:
        tree = ast.parse(source, file)
        known = defined(tree, file)
        code = compile(marked(tree, module, arms, _NUMBERS), file, "exec", dont_inherit=True)
    finally:
        sys.setrecursionlimit(limit)
    return Compiled(code=code, arms=arms, defined=known)
