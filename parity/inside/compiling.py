"""Source text made runnable: once for all worlds into which the same text is loaded, since parsing is what loading takes its time for."""

import ast
import types
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from .arms import marked
from .digest import Defined, defined

_NUMBERS = count()  # of arms, over all that is compiled


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
    tree = ast.parse(source, file)
    known = defined(tree, file)
    arms: dict[int, tuple[str, int]] = {}
    code = compile(marked(tree, module, arms, _NUMBERS), file, "exec", dont_inherit=True)
    return Compiled(code=code, arms=arms, defined=known)
