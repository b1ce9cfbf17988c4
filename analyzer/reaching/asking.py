"""A program and the known names in, the reach of its sites, decisions and arms out; the answers are kept."""

from collections.abc import Callable, Iterable

from ...registry.universe.names import Names, shipped
from ...registry.universe.snapshot import Snapshot
from ..analysis import Program
from ..finding.draft import Draft
from ..inventory import Site
from .reach import Case, Reach
from .universe import Universe, universe_of


class Reaches:
    """Answers for one program under one set of names; for the same test under two, make two of these."""

    def __init__(self, program: Program, names: Names, *, snapshot: Snapshot | None = None, classes: Iterable[str] = ()) -> None:
        """Take the names that are asked about from *names* and the tables of *snapshot*; *classes* are further class names."""
        self.universe: Universe = universe_of(names, snapshot or shipped(), classes)
        self._program = program
        self._drafts = {site.id: draft for site, draft in program.sites}
        self._first: dict[str, Site] = {}
        for site, draft in program.sites:
            if draft.decision is not None:
                self._first.setdefault(site.decision, site)
        self._known: dict[tuple[str, str], Reach] = {}

    def of_site(self, site: Site) -> Reach:
        """Return the names for which the test of one site is true, whatever stands beside and around it."""
        return self._kept("site", site.id, lambda: self._site(site))

    def of_decision(self, decision: str) -> Reach:
        """Return the names for which a whole test is true, wherever it stands. Raises KeyError where no site has it."""
        return self._kept("decision", decision, lambda: self._site(self._first[decision]))

    def of_arm(self, decision: str) -> Reach:
        """Return the names that come into the block behind a test: what earlier arms and dominating guards take is taken off.

        Raises KeyError where no site has that decision.
        """
        return self._kept("arm", decision, lambda: self._site(self._first[decision]))

    def _kept(self, form: str, key: str, make: Callable[[], Reach]) -> Reach:
        if (form, key) not in self._known:
            self._known[form, key] = make()
        return self._known[form, key]

    def _site(self, site: Site) -> Reach:
        held = tests(site, self._drafts[site.id])
        names = () if held is None else tuple(sorted(name for name in self.universe.of(site.space) if held(name)))
        return Reach(
            decision=site.decision,
            arm=site.arm,
            space=site.space,
            universe=f"{site.space} of {self.universe.name}",
            spelled=site.names,
            cases=() if held is None else (Case(atoms=(), names=names, others=site.op not in {"==", "in"}),),
            undecided=f"{site.op} is not decided yet" if held is None else None,
        )


def tests(site: Site, draft: Draft) -> Callable[[str], bool] | None:
    """Return what tells whether the test of a site is true of a name."""
    names = site.names
    substring = draft.op in {"in", "not in"} and site.kind == "substring"
    match draft.op:
        case "in" if substring:
            return lambda name: any(part in name for part in names)
        case "not in" if substring:
            return lambda name: not any(part in name for part in names)
        case "==" | "in" | "is" | "case":
            return lambda name: name in names
        case "!=" | "not in" | "is not":
            return lambda name: name not in names
        case "startswith":
            return lambda name: name.startswith(names)
        case "endswith":
            return lambda name: name.endswith(names)
        case _:
            return None
