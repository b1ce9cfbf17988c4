"""A program and the known names in, the reach of its sites, decisions and arms out; the answers are kept."""

from collections.abc import Callable, Iterable

from ...registry.space import Space
from ...registry.universe.names import Names, shipped
from ...registry.universe.snapshot import Snapshot
from ..analysis import Program
from ..inventory import Site
from . import questions
from .beyond import spelled_beyond
from .carrying import Shared
from .deciding import Decided, Known, Question, decide
from .reach import Reach
from .universe import universe_of
from .worlds import PARTS, SPACES, Part


class Reaches:
    """Answers for one program under one set of names; for the same test under two, make two of these."""

    def __init__(
        self,
        program: Program,
        names: Names,
        *,
        snapshot: Snapshot | None = None,
        classes: Iterable[str] = (),
        beside: Iterable[Program] = (),
        table: Callable[[str], tuple[str, ...] | None] = lambda _: None,
    ) -> None:
        """Take the names that are asked about from *names* and the tables of *snapshot*; *classes* are further class names.

        *table* hands back the keys of a table of another package, by its dotted name. What the programs *beside* this one spell is asked about as well: so an older and a newer tree can be compared.
        """
        self.universe = universe_of(names, snapshot or shipped(), classes)
        self._known = Known(universe=self.universe, beyond=spelled_beyond((program, *beside), names, self.universe))
        self._shared = Shared(program.linked, self.universe, table)
        self._asker = questions.Asker(program)
        self._spelled: dict[str, dict[str, None]] = {}
        for site, _ in program.sites:
            self._spelled.setdefault(site.decision, {}).update(dict.fromkeys(site.names))
        self._answers: dict[tuple[str, str], Reach] = {}

    def of_site(self, site: Site) -> Reach:
        """Return the names for which the test of one site is true, whatever stands beside and around it."""
        key = "site", site.id
        if key not in self._answers:
            self._answers[key] = self._reach(self._asker.site(site), site.decision, None, tuple(site.names), PARTS.get(site.space))
        return self._answers[key]

    def of_decision(self, decision: str) -> Reach:
        """Return the names for which a whole test is true, wherever it stands. Raises KeyError where no site has it."""
        key = "decision", decision
        if key not in self._answers:
            self._answers[key] = self._reach(self._asker.decision(decision), decision, None, tuple(self._spelled[decision]))
        return self._answers[key]

    def of_arm(self, decision: str) -> Reach:
        """Return the names that come into the block behind a test: what earlier arms and dominating guards take is taken off.

        Raises KeyError where no site has that decision.
        """
        key = "arm", decision
        if key not in self._answers:
            question, arm = self._asker.arm(decision)
            self._answers[key] = self._reach(question, decision, arm, tuple(self._spelled[decision]))
        return self._answers[key]

    def roots(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return those of some model types that are a checkpoint's own, without sub-configuration types."""
        return self.universe.roots(names)

    def types(self, reach: Reach) -> tuple[str, ...]:
        """Return the model types to which the tables tie the names that can take it."""
        return self.universe.types(reach.ever, reach.space)

    def _reach(
        self, question: Question | str, decision: str, arm: int | None, spelled: tuple[str, ...], prefer: Part | None = None
    ) -> Reach:
        found = (
            Decided(cases=(), variable=None, undecided=question)
            if isinstance(question, str)
            else decide(self._shared, self._known, question, prefer)
        )
        space = Space.UNKNOWN if found.variable is None else SPACES[found.variable.part]
        return Reach(
            decision=decision,
            arm=arm,
            space=space,
            universe=f"{self.universe.name}: {space}",
            spelled=spelled,
            cases=found.cases,
            undecided=found.undecided,
            merged=found.merged,
        )
