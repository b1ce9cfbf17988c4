"""Tables of models in, what becomes of each out: the entries of some models with their owners, or a refusal."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ...analyzer.analysis import Program
from ...analyzer.inventory import Site, Zone
from ...registry.dialects.dialect import Dialect, HookKind
from .branch import Documents
from .capturing import NotLiftable
from .emptying import Emptying, foreign, plans
from .plan import Planned
from .points import Points
from .refusing import refused_table
from .tables import Table, tables_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Tabling:
    """Which entries leave their tables, and how the dialect says them."""

    dialect: Dialect
    points: Points
    owner: Callable[[str], str]
    is_entry: Callable[[str], bool]  # the key is a model's, and one that was asked for
    leaving: Callable[[Iterable[str]], Callable[[str], bool]]  # of all keys, which may leave
    is_meant: Callable[[Site], bool]
    all_models: bool  # a table of another package is told where nobody asked for one model

    def planned(self, program: Program, documents: Documents) -> Iterator[Planned]:
        """Yield what becomes of each table that some entries leave, and of its lookups."""
        if HookKind.FACT in self.dialect.kinds:
            for table in tables_of(program, documents):
                yield from self._of(table, documents)

    def _of(self, table: Table, documents: Documents) -> Iterable[Planned]:
        zones = {site.zone for site in (*table.sites, *(use.site for use in table.uses))}
        leaves = self.leaving(entry.key for entry in table.entries)
        keys = frozenset(entry.key for entry in table.entries if self.is_entry(entry.key) and leaves(entry.key))
        generated = any(places.document.is_generated for places, _ in table.statements)
        if zones != {Zone.SHARED} or generated or not any(map(self.is_meant, table.sites)):
            return ()
        if not keys:
            is_other = table.foreign and not any(site.names for site in table.sites)
            return (refused_table(table, "X2", foreign(table)),) if is_other and self.all_models else ()
        name = table.dotted.rpartition(".")[2]
        if name in {*self.dialect.recognised, *(listing.name for listing in self.dialect.listings)}:
            return (refused_table(table, "X0", f"{name} is the registry: it says who owns which model"),)
        point = self.points.of_constant(table.subsystem, table.dotted)
        try:
            emptying = Emptying(table=table, wanted=keys.__contains__, dialect=self.dialect, point=point, owner=self.owner)
            return plans(emptying, documents)
        except NotLiftable as reason:
            return (refused_table(table, "X2" if table.foreign else "R7", str(reason)),)
