"""What hangs on a flag and imports a model's own modules becomes a hook, where the key lies beside the flag."""

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ...analyzer.analysis import Program
from ...analyzer.inventory import Kind, Zone
from .asked import Asked
from .branch import Branch, Leaf
from .flags import Flags


@dataclass(frozen=True, slots=True, kw_only=True)
class Flagged:
    """Asks for the key instead of the flag."""

    program: Program
    flags: Flags
    leaving: Callable[[Iterable[str]], Callable[[str], bool]]
    ask: Callable[[Branch, Leaf, tuple[str, ...], tuple[str, ...]], Asked]

    def asked(self, branch: Branch, leaf: Leaf) -> Asked | None:
        """Return what a recipe is asked where all models of a flag leave, and its use imports what is their own; None where it stays a flag."""
        node, names = leaf.node, leaf.site.names
        if not isinstance(node, ast.Attribute) or not self._imports(branch) or not all(map(self.leaving(names), names)):
            return None
        found = self.flags.beside(node.attr, names)
        if found is None:
            return None
        keyed = replace(leaf, site=replace(leaf.site, space=found.test.space, constant=None))
        return replace(self.ask(branch, keyed, names, ()), chosen=f"{branch.document.source(node.value)}.{found.key}")

    def _imports(self, branch: Branch) -> bool:
        """Whether what is done imports a model's own module, which would stay in shared code."""
        holder = branch.holder
        return isinstance(holder, ast.If) and any(
            site.kind is Kind.REACH_IN
            and site.zone is Zone.SHARED
            and site.path == branch.document.path
            and holder.body[0].lineno <= site.line <= (holder.body[-1].end_lineno or 0)
            for site, _ in self.program.sites
        )
