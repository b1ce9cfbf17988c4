"""A linked program in, the plan of a migration out: each branch of the models rewritten by the first recipe that applies, or refused."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..analyzer.analysis import Program
from ..analyzer.inventory import Kind, Zone
from ..registry import shelf
from ..registry.dialects import emit
from ..registry.dialects.dialect import Dialect, HookKind
from . import recipes as shelf_of_recipes
from .editing.document import UneditableError
from .planning.asked import Asked
from .planning.branch import Branch, Documents, Leaf, Lost, branches, of_case
from .planning.capturing import NotLiftable
from .planning.constants import Constant, Leaving, constants_of, leaving
from .planning.decisions import Decisions
from .planning.emptying import Emptying
from .planning.emptying import plans as table_plans
from .planning.finishing import finished
from .planning.follows import following
from .planning.grouping import Group, begun, joined, joins
from .planning.leaving import Leavers, plans
from .planning.owners import Owners
from .planning.plan import HookPlan, Migration, Planned, Refused, digested
from .planning.points import Points
from .planning.recipe import Recipe
from .planning.refusing import refusal, refused, refused_table
from .planning.sharing import Sharing
from .planning.tables import tables_of

_NOTHING = Decisions()
_MOVING = frozenset({"call", "delete", "arm", "tail"})


def recipes() -> tuple[Recipe, ...]:
    """Return all recipes, the preferred first."""
    return tuple(sorted(shelf.gather(shelf_of_recipes, Recipe).values(), key=lambda recipe: recipe.rank))


def migration(
    program: Program,
    dialect: Dialect,
    models: tuple[str, ...] = (),
    sites: frozenset[str] = frozenset(),
    decisions: Decisions = _NOTHING,
) -> Migration:
    """Return what becomes of the branches of *models*, of all models where none is named; and only of those with one of *sites*, if any."""
    planner = _Planner(program=program, dialect=dialect, models=models, sites=sites, decisions=decisions)
    planned = tuple(planner.placed())
    plans = tuple(one for one in planned if isinstance(one, HookPlan))
    kinds = {plan.point.kind for plan in plans}
    needed = tuple(dict.fromkeys(plumbing.name for kind in sorted(kinds) for plumbing in dialect.missing(kind)))
    refusals = tuple(one for one in planned if isinstance(one, Refused))
    follows = following(program, frozenset(branch for plan in plans for branch in plan.branches))
    return digested(Migration(models=models, dialect=dialect.name, plumbing=needed, plans=plans, refused=refusals, follows=follows))


@dataclass(slots=True)
class _Planner:
    program: Program
    dialect: Dialect
    models: tuple[str, ...]
    sites: frozenset[str]
    decisions: Decisions
    documents: Documents = field(init=False)
    points: Points = field(init=False)
    owners: Owners = field(init=False)
    sharing: Sharing = field(init=False)
    recipes: tuple[Recipe, ...] = field(init=False)
    constants: Mapping[str, Constant] = field(init=False)
    uses: dict[str, list[tuple[Branch, Leaf]]] = field(default_factory=dict)  # of constants
    moving: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)  # by path: ranges that move, and the number of their plan
    found: list[Planned] = field(default_factory=list)
    group: Group | None = None
    deciding: set[tuple[str, str]] = field(default_factory=set)  # path and scope of the functions in which a branch was seen

    def __post_init__(self) -> None:
        self.documents = Documents(self.program)
        texts = tuple(self.documents.paths.values())
        self.constants = constants_of(self.program, self.documents)
        homes = {one.dotted: one.subsystem for one in self.constants.values()}
        self.points = Points(
            lambda name: any(f"{quote}{name}{quote}".encode() in data for data in texts for quote in "\"'"), homes, self.decisions.points
        )
        self.owners = Owners(names=self.program.linked.names)
        self.sharing = Sharing(self.program.found.registrations)
        self.recipes = recipes()

    def placed(self) -> Iterator[Planned]:
        """Yield what becomes of each branch, with the part of the target that asks, how hard it is to review, and what its edits replace."""
        places = {file.path: file.subsystem for file in self.program.files}
        for one in self.planned():
            yield finished(one, self.documents, places.get(one.path, "")) if isinstance(one, HookPlan) else one

    def planned(self) -> Iterator[Planned]:
        """Yield what becomes of each branch."""
        held = [one for one in branches(self.program, self.documents) if self._is_asked(one)]
        known = [one for one in held if isinstance(one, Branch)]
        for branch in sorted(known, key=lambda one: (one.document.path, one.test.lineno, one.test.col_offset)):
            self._branch(branch)
        self._constants()
        self._tables()
        return iter(self.found)

    def _is_entry(self, key: str) -> bool:
        """Whether a key of a table is the name of a model, and one that moves: `default` is none."""
        names = self.owners.names
        return self._wanted(key) and (names.is_name(key) or names.knows(key))

    def _tables(self) -> None:
        """Plan what becomes of tables of plain values."""
        if HookKind.FACT not in self.dialect.kinds:
            return
        for table in tables_of(self.program, self.documents):
            zones = {site.zone for site in (*table.sites, *(use.site for use in table.uses))}
            leaves = self._leaving(entry.key for entry in table.entries)
            keys = [entry.key for entry in table.entries if self._is_entry(entry.key) and leaves(entry.key)]
            generated = any(places.document.is_generated for places, _ in table.statements)
            if zones != {Zone.SHARED} or generated or not keys or (self.sites and self.sites.isdisjoint(site.id for site in table.sites)):
                continue
            point = self.points.of_constant(table.subsystem, table.dotted)
            emptying = Emptying(table=table, wanted=frozenset(keys).__contains__, dialect=self.dialect, point=point, owner=self._owner)
            try:
                self.found += table_plans(emptying, self.documents)
            except NotLiftable as reason:
                self.found.append(refused_table(table, "X2" if table.foreign else "R7", str(reason)))

    def _constants(self) -> None:
        """Plan what becomes of the constants that branches ask, each with those that it is made of."""
        done: set[str] = set()
        for dotted in self.uses:
            if dotted in done:
                continue
            found = leaving(self.constants[dotted], self._leaving(self.constants[dotted].names), self.constants, self.uses, self.documents)
            done |= {each.dotted for each in found.constants}
            if found.fault is None and self._leave(found):
                continue
            for branch, leaf in found.uses:
                names = tuple(filter(self._leaving(leaf.site.names), leaf.site.names))
                rest = tuple(name for name in leaf.site.names if name not in names)
                if rest and found.fault is not None:
                    self.found.append(refused(branch, "R6", found.fault, leaf))
                else:
                    self._one(self._asked(branch, leaf, names, rest), [recipe for recipe in self.recipes if recipe.rule == "R6"])

    def _leave(self, found: Leaving) -> bool:
        sites = {(site.path, site.line): site.id for site, _ in self.program.sites if site.kind is Kind.NAMESET}

        def of(dotted: str) -> Iterator[Asked]:
            for branch, leaf in self.uses.get(dotted, ()):
                names = leaf.site.names
                gone = tuple(name for name in names if name in found.moved)
                yield self._asked(branch, leaf, gone, tuple(name for name in names if name not in found.moved))

        leavers = Leavers(
            leaving=found,
            dialect=self.dialect,
            point=lambda one: self.points.of_constant(one.subsystem, one.dotted),
            owner=self._owner,
            sites=lambda one: tuple(filter(None, [sites.get((one.path, one.statement.lineno))])),
        )
        try:
            made = list(plans(leavers, of))
        except NotLiftable:
            return False
        self.found += made
        return True

    def _is_asked(self, one: Branch | Lost) -> bool:
        sites = one.sites if isinstance(one, Lost) else tuple(leaf.site for leaf in one.leaves)
        if self.sites and self.sites.isdisjoint(site.id for site in sites):
            return False
        names = {name for site in sites for name in (*site.names, *self.decisions.keys.get(site.id, ()))}
        return sites[0].zone in {Zone.SHARED, Zone.FROZEN} and (not self.models or any(map(self._wanted, names)))

    def _wanted(self, name: str) -> bool:
        return not self.models or self.owners.model(name) in self.models or name in self.models

    def _leaving(self, names: Iterable[str]) -> Callable[[str], bool]:
        """Return the test whether a name leaves what asks for *names*: it is wanted, and its descriptor answers for no others."""
        asked = frozenset(names)
        return lambda name: self._wanted(name) and not self.sharing.strangers(name, asked)

    def _shared(self, branch: Branch, leaf: Leaf) -> None:
        """Refuse a test that is asked for, and none of whose names can leave."""
        for name in filter(self._wanted, leaf.site.names):
            others = ", ".join(self.sharing.strangers(name, leaf.site.names))
            self.found.append(
                refused(branch, "X12", f"the descriptor of {name} answers for {others} as well, of which nothing is asked here", leaf)
            )
            return

    def _branch(self, branch: Branch) -> None:
        if branch.site.zone is Zone.FROZEN or branch.document.is_generated:
            frozen = branch.site.zone is Zone.FROZEN
            self.found.append(
                refused(branch, "X9", "the file is frozen" if frozen else "a program writes the file, and would write it anew")
            )
            return
        start = branch.document.start(branch.test)
        outer = next((number for first, last, number in self.moving.get(branch.document.path, ()) if first <= start < last), None)
        if outer is not None:
            plan = self.found[outer]
            assert isinstance(plan, HookPlan)
            self.found[outer] = replace(plan, branches=(*plan.branches, *(leaf.site.id for leaf in branch.leaves)))
            return
        open_leaves = []
        place = (branch.document.path, branch.site.scope)
        for leaf in branch.leaves:
            if leaf.site.kind is Kind.FLAG_USE:
                continue  # it asks what another decision found, and changes with that
            if leaf.site.id in self.decisions.left:
                self.found.append(refused(branch, "X11", self.decisions.left[leaf.site.id], leaf))
                continue
            if leaf.site.id in self.decisions.keys:
                self._accepted(branch, leaf)
                continue
            said = refusal(leaf, self.dialect, self.owners.is_model, is_later=place in self.deciding)
            if said is not None:
                self.found.append(refused(branch, *said, leaf))
            elif leaf.is_exact:
                open_leaves.append(leaf)
        self.deciding.add(place)
        self._exact(branch, open_leaves)

    def _accepted(self, branch: Branch, leaf: Leaf) -> None:
        """Plan a test by spelling for the keys that people chose."""
        chosen = self.decisions.keys[leaf.site.id]
        moved = tuple(filter(self._wanted, chosen))
        if moved:
            exact = replace(leaf, site=replace(leaf.site, names=chosen))
            rest = tuple(name for name in chosen if name not in moved)
            asked = replace(self._asked(branch, exact, moved, rest), accepted=True)
            self._one(asked, [recipe for recipe in self.recipes if recipe.rule == "R14"])

    def _exact(self, branch: Branch, leaves: list[Leaf]) -> None:
        if branch.site.kind is Kind.MATCH:
            whole = of_case(branch)
            leaves = [whole] if whole is not None else []
        in_place = [recipe for recipe in self.recipes if recipe.rule == "R6"]
        for leaf in leaves:
            is_whole = len(leaves) == 1 and leaf.site.constant is None and leaf.site.kind is not Kind.MATCH
            choice = self.recipes if is_whole else in_place
            moved = tuple(filter(self._leaving(leaf.site.names), leaf.site.names))
            if not moved:
                self._shared(branch, leaf)
                continue
            if leaf.site.constant is not None and leaf.site.constant in self.constants:
                self.uses.setdefault(leaf.site.constant, []).append((branch, leaf))
                continue
            rest = tuple(name for name in leaf.site.names if name not in moved)
            self._one(self._asked(branch, leaf, moved, rest), choice)

    def _asked(self, branch: Branch, leaf: Leaf, moved: tuple[str, ...], rest: tuple[str, ...]) -> Asked:
        return Asked(
            branch=branch,
            leaf=leaf,
            moved=moved,
            rest=rest,
            dialect=self.dialect,
            points=self.points,
            owner=self._owner,
            named=self.owners.names.models_named,
        )

    def _owner(self, key: str) -> str:
        return emit.module_of(self.dialect, key)

    def _one(self, asked: Asked, choice: Iterable[Recipe]) -> None:
        reasons: list[str] = []
        for recipe in choice:
            try:
                plan = recipe.plan(asked)
            except NotLiftable as reason:
                reasons.append(f"{recipe.rule}: {reason}")
                continue
            except UneditableError as error:
                reasons.append(str(error))
                break
            if plan is not None:
                self._take(asked, plan)
                return
        why = "; ".join(reasons) or f"{self.dialect.name} can say nothing of the sort"
        self.found.append(refused(asked.branch, "R6" if reasons else "X10", why, asked.leaf))

    def _take(self, asked: Asked, plan: HookPlan) -> None:
        group, first = self.group, None if self.group is None else self.found[self.group.first]
        if group is not None and isinstance(first, HookPlan) and joins(group, asked, plan, first):
            self.group, self.found[group.first], plan = joined(group, asked, plan, first)
        else:
            self.points.take(plan.point.name)
            self.group = begun(len(self.found), asked, plan)
        for change in plan.changes:
            if change.op in _MOVING:
                self.moving.setdefault(plan.path, []).append((change.start, change.end, len(self.found)))
        self.found.append(plan)
