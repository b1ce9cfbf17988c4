"""A linked program in, the plan of a migration out: each branch of the models rewritten by the first recipe that applies, or refused."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..analyzer.analysis import Program
from ..analyzer.inventory import Kind, Site, Zone
from ..registry import shelf
from ..registry.dialects.dialect import Dialect, Plumbing
from ..registry.dialects.questions import known_of_constant
from . import recipes as shelf_of_recipes
from .editing.document import UneditableError
from .planning.accepting import Accepting
from .planning.asked import Asked
from .planning.branch import Branch, Documents, Leaf, branches, of_case
from .planning.capturing import NotLiftable
from .planning.choosing import widened
from .planning.comments import kept
from .planning.constants import constants_of
from .planning.decisions import Decisions
from .planning.finishing import finished
from .planning.flagged import Flagged
from .planning.flags import Flags
from .planning.follows import following
from .planning.homes import Homes
from .planning.listing import Listing
from .planning.neighbours import Neighbours
from .planning.nesting import Nesting
from .planning.owners import Owners
from .planning.plan import HookPlan, Migration, Planned, Refused, digested
from .planning.points import Points
from .planning.reach_ins import reach_ins
from .planning.recipe import Recipe
from .planning.refusing import refusal, refused
from .planning.registered import registries
from .planning.scripts import of_script
from .planning.sets import staying
from .planning.sharing import Sharing
from .planning.specialising import specialised
from .planning.tabling import Tabling
from .planning.taken import taken

_NOTHING = Decisions()


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
    planner = _Planner(program=program, dialect=dialect, models=models, sites=widened(program, sites), decisions=decisions)
    planned = tuple(planner.placed())
    plans = tuple(one for one in planned if isinstance(one, HookPlan))
    kinds = {plan.point.kind for plan in plans}
    needed = tuple(one.name for one in dialect.plumbing if kinds.intersection(one.kinds) and not planner.has(one))
    refusals = tuple(one for one in planned if isinstance(one, Refused))
    follows = following(program, frozenset(branch for plan in plans for branch in plan.branches))
    inside = reach_ins(program, planner.documents, plans, refusals, planner.is_meant)
    sets = staying(program, plans, refusals, planner.is_meant)
    made = Migration(models=models, dialect=dialect.name, plumbing=needed, plans=plans, refused=(*refusals, *inside.refused, *sets))
    return digested(replace(made, follows=(*follows, *inside.follow)))


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
    homes: Homes = field(init=False)
    sharing: Sharing = field(init=False)
    recipes: tuple[Recipe, ...] = field(init=False)
    listing: Listing = field(init=False)
    accepting: Accepting = field(init=False)
    neighbours: Neighbours = field(init=False)
    flagged: Flagged = field(init=False)
    nesting: Nesting = field(default_factory=Nesting)
    found: list[Planned] = field(default_factory=list)
    deciding: set[tuple[str, str]] = field(default_factory=set)  # path and scope of the functions in which a branch was seen

    def __post_init__(self) -> None:
        self.documents = Documents(self.program)
        constants = constants_of(self.program, self.documents)
        homes = {one.dotted: one.subsystem for one in constants.values()}
        self.points = Points(
            taken(self.documents, self.dialect),
            homes,
            self.decisions.points,
            lambda dotted: getattr(known_of_constant(self.dialect, dotted), "name", None),
        )
        self.homes = Homes(self.program, self.dialect)
        self.owners = self.homes.owners
        self.accepting = Accepting(self.program, self.decisions)
        self.neighbours = Neighbours(points=self.points)
        self.flagged = Flagged(program=self.program, flags=Flags(self.program, self.documents), leaving=self._leaving, ask=self._asked)
        self.sharing = Sharing(self.program.found.registrations)
        self.recipes = recipes()
        self.listing = Listing(
            program=self.program,
            documents=self.documents,
            known=constants,
            dialect=self.dialect,
            point=lambda one: self.points.of_constant(one.subsystem, one.dotted),
            owner=self.homes.owner,
            leaving=self._leaving,
            asked=self._asked,
        )

    def has(self, plumbing: Plumbing) -> bool:
        """Whether the target has it already."""
        held = (self.documents.data(base + plumbing.path) for base in ("", "src/"))
        return any(data is not None and plumbing.mark.encode() in data for data in held)

    def placed(self) -> Iterator[Planned]:
        """Yield what becomes of each branch, with the part of the target that asks, how hard it is to review, and what its edits replace."""
        places = {file.path: file.subsystem for file in self.program.files}
        for one in self.planned():
            yield finished(kept(one, self.documents), self.documents, places.get(one.path, "")) if isinstance(one, HookPlan) else one

    def planned(self) -> Iterator[Planned]:
        """Yield what becomes of each branch."""
        known = [one for one in branches(self.program, self.documents) if isinstance(one, Branch) and self._is_asked(one)]
        for branch in sorted(known, key=lambda one: (one.document.path, one.test.lineno, one.test.col_offset)):
            self._branch(branch)
        for one in self.listing.planned():
            if isinstance(one, Asked):
                self._one(one, [recipe for recipe in self.recipes if recipe.rule == "R6"])
            else:
                self.found.append(one)
        self._tables()
        self.found += registries(
            (site for site, _ in self.program.sites if (site.id in self.sites if self.sites else not self.models)), self.homes
        )
        return iter(self.found)

    def _is_entry(self, key: str) -> bool:
        """Whether a key of a table is the name of a model, and one that moves: `default` is none."""
        names = self.owners.names
        return self._wanted(key) and (names.is_name(key) or names.knows(key))

    def _tables(self) -> None:
        """Plan what becomes of tables of plain values."""
        tabling = Tabling(
            dialect=self.dialect,
            points=self.points,
            owner=self.homes.owner,
            is_entry=self._is_entry,
            leaving=self._leaving,
            is_meant=lambda site: not self.sites or site.id in self.sites,
            all_models=not self.models,
        )
        self.found += tabling.planned(self.program, self.documents)

    def is_meant(self, site: Site) -> bool:
        """Whether a site is one of those that were asked for, if any, and of one of the models."""
        is_chosen = not self.sites or site.id in self.sites
        return is_chosen and (not self.models or any(map(self._wanted, site.names)))

    def _is_asked(self, one: Branch) -> bool:
        sites = tuple(leaf.site for leaf in one.leaves)
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
        name = next(filter(self._wanted, leaf.site.names), None)
        if name is not None:
            others = ", ".join(self.sharing.strangers(name, leaf.site.names))
            why = f"the descriptor of {name} answers for {others} as well, of which nothing is asked here"
            self.found.append(refused(branch, "X12", why, leaf))

    def _branch(self, branch: Branch) -> None:
        if branch.site.zone is Zone.FROZEN or branch.document.is_generated:
            frozen = branch.site.zone is Zone.FROZEN
            self.found.append(
                refused(branch, "X9", "the file is frozen" if frozen else "a program writes the file, and would write it anew")
            )
            return
        if self.nesting.takes(branch, self.found):
            return
        open_leaves: list[Leaf] = []
        stay: list[Refused] = []
        place = (branch.document.path, branch.site.scope)
        for leaf in branch.leaves:
            if leaf.site.id in self.decisions.left:
                self.found.append(refused(branch, "X11", self.decisions.left[leaf.site.id], leaf))
                continue
            if (chosen := self.accepting.chosen(leaf)) is not None:
                self._accepted(branch, leaf, chosen)
                continue
            if leaf.site.kind is Kind.FLAG_USE:  # it asks what another decision found, and changes with that
                asked = self.flagged.asked(branch, leaf)
                if asked is not None and self._one(asked, [recipe for recipe in self.recipes if recipe.rule == "R1"]) is None:
                    self.found.pop()
                continue
            keyed = self.owners.keyed(leaf, self.dialect)
            said = refusal(keyed, self.dialect, self.owners, is_later=place in self.deciding)
            if said is not None:
                stay.append(refused(branch, *said, leaf))
            elif leaf.is_exact or leaf.is_listed or leaf.is_instance or leaf.is_identity:
                open_leaves.append(keyed)
        self.deciding.add(place)
        if not self._exact(branch, open_leaves):
            self.found += stay

    def _accepted(self, branch: Branch, leaf: Leaf, chosen: tuple[Leaf, str | None]) -> None:
        """Plan a test for the keys that people chose, which leave together: by the recipe of its shape where it is exact, else in its place."""
        exact, subject = chosen
        is_whole = len(branch.leaves) == 1 and leaf.is_exact and not leaf.is_negative
        if any(map(self._wanted, exact.site.names)):
            asked = self._asked(branch, exact, exact.site.names, ())
            choice = [recipe for recipe in self.recipes if recipe.rule == "R14" or (is_whole and recipe.rule != "R6")]
            self._one(replace(asked, accepted=True, chosen=subject), choice)

    def _exact(self, branch: Branch, leaves: list[Leaf]) -> bool:
        """Plan the tests of a branch; tell whether all of it moves."""
        if branch.site.kind is Kind.MATCH:
            leaves = [whole] if (whole := of_case(branch)) is not None else []
        for leaf in leaves:
            is_first = len(leaves) == 1 or (leaf is branch.leaves[0] and branch.is_conjunction)
            is_whole = is_first and leaf.site.constant is None and leaf.is_exact and leaf.site.kind is not Kind.MATCH
            choice = [one for one in self.recipes if (one.asks_rest if leaf.is_identity else is_whole or one.rule in {"R6", "R18"})]
            moved = tuple(filter(self._leaving(leaf.site.names), leaf.site.names))
            if not moved:
                self._shared(branch, leaf)
                continue
            if self.listing.takes(branch, leaf):
                continue
            rest = tuple(name for name in leaf.site.names if name not in moved)
            plan = self._one(self._asked(branch, leaf, moved, rest), choice)
            if plan is not None and plan.hook is not None:
                return True  # what else is asked is asked in the hook
        return False

    def _asked(self, branch: Branch, leaf: Leaf, moved: tuple[str, ...], rest: tuple[str, ...]) -> Asked:
        return Asked(
            branch=branch,
            leaf=leaf,
            moved=moved,
            rest=rest,
            dialect=self.dialect,
            points=self.points,
            owner=self.homes.owner,
            named=self.owners.names.models_named,
        )

    def _one(self, asked: Asked, choice: Iterable[Recipe]) -> HookPlan | None:
        reasons: list[str] = []
        for recipe in choice:
            try:
                plan = self._checked(recipe.plan(asked))
            except NotLiftable as reason:
                reasons.append(f"{recipe.rule}: {reason}")
                continue
            except UneditableError as error:
                reasons.append(str(error))
                break
            if plan is not None:
                differences = self.accepting.differences(asked.leaf) if asked.accepted else ()
                rules = (*plan.rules, *(["R18"] if asked.leaf.is_identity else []))
                self._take(asked, replace(plan, rules=rules, differences=(*plan.differences, *differences)))
                return plan
        said = ("R6", "; ".join(reasons)) if reasons else ("X10", f"{self.dialect.name} can say nothing of the sort")
        self.found.append(refused(asked.branch, *said, asked.leaf))
        return None

    def _checked(self, plan: HookPlan | None) -> HookPlan | None:
        """Return a plan whose hook can import what it needs; raises NotLiftable where it cannot."""
        name = of_script(plan, self.documents.paths, self.dialect.owner.module.partition(".")[0]) if plan is not None else None
        if name is not None:
            raise NotLiftable(f"{name} is a script's, from which no package can import")
        return plan

    def _take(self, asked: Asked, plan: HookPlan) -> None:
        plan = self.neighbours.placed(asked, plan, self.found)
        self.nesting.note(asked, plan, len(self.found))
        self.found += specialised(asked, plan)
