"""Constants that branches ask in, what becomes of them and of all who ask out: names that leave, tests that are asked in place, or refusals."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ...analyzer.analysis import Program
from ...analyzer.inventory import Kind
from ...registry.dialects.dialect import Dialect
from .asked import Asked
from .branch import Branch, Documents, Leaf
from .capturing import NotLiftable
from .constants import Constant, Leaving, leaving
from .leaving import Leavers, plans
from .plan import HookPlan, Planned
from .refusing import refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The constants of a program, and which of their names leave."""

    program: Program
    documents: Documents
    known: Mapping[str, Constant]
    dialect: Dialect
    point: Callable[[Constant], str]
    owner: Callable[[str], str]
    leaving: Callable[[Iterable[str]], Callable[[str], bool]]  # of all names, which may leave
    asked: Callable[[Branch, Leaf, tuple[str, ...], tuple[str, ...]], Asked]
    uses: defaultdict[str, list[tuple[Branch, Leaf]]] = field(default_factory=lambda: defaultdict(list))

    def takes(self, branch: Branch, leaf: Leaf) -> bool:
        """Whether a test asks one of the constants; it is kept till all others are known."""
        if leaf.site.constant is None or leaf.site.constant not in self.known:
            return False
        self.uses[leaf.site.constant].append((branch, leaf))
        return True

    def planned(self) -> Iterator[Planned | Asked]:
        """Yield what becomes of the constants, each with those that it is made of; a test that can only be asked in place comes as such."""
        done: set[str] = set()
        for dotted in self.uses:
            if dotted in done:
                continue
            found = leaving(self.known[dotted], self.leaving(self.known[dotted].names), self.known, self.uses, self.documents)
            done |= {each.dotted for each in found.constants}
            made = None if found.fault is not None else self._made(found)
            yield from self._in_place(found) if made is None else made

    def _made(self, found: Leaving) -> list[HookPlan] | None:
        sites = {(site.path, site.line): site.id for site, _ in self.program.sites if site.kind is Kind.NAMESET}
        leavers = Leavers(
            leaving=found,
            dialect=self.dialect,
            point=self.point,
            owner=self.owner,
            sites=lambda one: tuple(filter(None, [sites.get((one.path, one.statement.lineno))])),
        )

        def of(dotted: str) -> Iterator[Asked]:
            return (self._parted(branch, leaf, found.moved.__contains__) for branch, leaf in self.uses.get(dotted, ()))

        try:
            return list(plans(leavers, of))
        except NotLiftable:
            return None

    def _in_place(self, found: Leaving) -> Iterator[Planned | Asked]:
        for branch, leaf in found.uses:
            asked = self._parted(branch, leaf, self.leaving(leaf.site.names))
            yield asked if found.fault is None or not asked.rest else refused(branch, "R6", found.fault, leaf)

    def _parted(self, branch: Branch, leaf: Leaf, leaves: Callable[[str], bool]) -> Asked:
        names = leaf.site.names
        return self.asked(branch, leaf, tuple(filter(leaves, names)), tuple(name for name in names if not leaves(name)))
