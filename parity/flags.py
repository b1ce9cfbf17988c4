"""Flags that a run cannot part from the key that they are made of: one body of the target sets both, and nothing else sets either."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..analyzer.inventory import Kind
from ..codemods.planning.branch import Documents
from ..codemods.planning.flags import Flags
from .pairing import Pair
from .tree import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Tied:
    """A flag is true where the key beside it, in the same object, is one of these names."""

    key: str
    names: tuple[str, ...]
    where: str  # path:line


def tied(tree: Tree, pair: Pair) -> Mapping[str, Tied]:
    """Return, by their names, the flags that a pair uses and that *tree*, the old one, ties to a key."""
    uses = {draft.key: site.names for site, draft in pair.sites if site.kind is Kind.FLAG_USE and draft.key.isidentifier()}
    if not uses:
        return {}
    flags = Flags(tree.program, Documents(tree.program))
    found = {name: flags.beside(name, names) for name, names in uses.items()}
    return {
        name: Tied(key=one.key, names=one.test.names, where=f"{one.test.path}:{one.test.line}")
        for name, one in found.items()
        if one is not None
    }
