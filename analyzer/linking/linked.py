"""Facts of all units in, one linked program out: every leaf that decides by a name, and every definition that holds one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ...registry.universe.names import Names
from ..extracting.expression import Expr, dotted
from . import needles
from .callers import Callers
from .carriers import Carriers
from .collections import Collection, Uses
from .constants import Constants
from .failures import Failures
from .following import Follower
from .held import Held
from .index import Index
from .judged import Spelling
from .judgement import Judgement
from .leaves import Leaf, leaves_of
from .meaning import External, FunctionAt, Place, PlacedUnit, module_of
from .memory import Memory
from .pausing import collector_paused
from .subjects import Subjects
from .teaching import Lessons
from .truths import Truths


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """The linked program."""

    units: tuple[PlacedUnit, ...]
    index: Index
    leaves: tuple[Leaf, ...]
    flags: tuple[tuple[PlacedUnit, int, Held], ...]  # unit, number of the definition, what it holds
    predicates: tuple[tuple[FunctionAt, Held], ...]
    collections: tuple[Collection, ...]
    needles: frozenset[str]  # identifiers to look for in units that have not been read
    spelling: Spelling
    owners: Mapping[str, str | None]  # of each file of the target: the model that owns it
    follower: Follower
    constants: Constants
    carriers: Carriers
    failed: tuple[tuple[str, str], ...] = ()  # path and reason of each unit that could not be linked

    @property
    def names(self) -> Names:
        """The known names, with those that the target itself teaches."""
        return self.spelling.names

    def owned_by(self, module: str, *, module_only: bool) -> tuple[str, ...]:
        """Return the models that own what a dotted name imports; empty where nobody does.

        The last part may be a name inside the module, unless *module_only*.
        """
        for candidate in (module,) if module_only else (module, module.rpartition(".")[0]):
            path = self.index.path_of(candidate)
            if path is not None:
                owner = self.owners[path]
                return () if owner is None else (owner,)
        if self.index.is_own(module):
            return ()
        return self.spelling.models_on(module, module_only=module_only)

    def chain(self, expr: Expr, place: Place) -> str | None:
        """Return the dotted name of another package's module that a chain of attributes leads to."""
        meaning = self.follower.meaning(expr, place)
        if isinstance(meaning, External):
            return meaning.dotted
        spelled = dotted(expr)
        head = (spelled or "").partition(".")[0]
        return spelled if meaning is None and self.follower.name(head, place) is None else None


@collector_paused()
def link(
    units: Iterable[PlacedUnit],
    owners: Mapping[str, str | None],
    names: Names,
    subjects: Subjects,
    lessons: Lessons,
    memory: Memory | None = None,
) -> Linked:
    """Link *units*; *owners* holds the path of every file, and which model owns it; *memory* saves work, and changes nothing.

    What strong subjects are compared with teaches names that nobody knew, as do *lessons*; all is then judged again.
    """
    memory = memory or Memory()
    index = Index(units, ((module_of(path)[0], path) for path in owners), memory.outlines)
    memory.turn(index, subjects)
    follower = Follower(index)
    callers, constants, failures, uses = Callers(follower), Constants(follower), Failures(), Uses(index)
    judgement = Judgement(constants, callers, subjects, memory.plain(names), failures)
    taught = judgement.taught | lessons.taught(constants, judgement.spelling, owners.values(), judgement.collections(uses))
    if taught:
        judgement = Judgement(constants, callers, subjects, memory.learned(names, taught), failures)
    collections, truths = tuple(judgement.collections(uses)), judgement.truths()
    leaves, flags = tuple(_leaves(index, judgement, truths, failures)), tuple(_flags(index, truths))
    wanted = taught | needles.of_names(*judgement.looked_for(), collections, leaves) | needles.of_outcomes(truths, flags)
    return Linked(
        units=index.units,
        index=index,
        leaves=leaves,
        flags=flags,
        predicates=_predicates(index, truths),
        collections=collections,
        needles=frozenset(filter(needles.is_needle, wanted | judgement.needles)),
        spelling=judgement.spelling,
        owners=owners,
        follower=follower,
        constants=constants,
        carriers=judgement.carriers,
        failed=failures.found(),
    )


def _predicates(index: Index, truths: Truths) -> tuple[tuple[FunctionAt, Held], ...]:
    return tuple((index.functions[dotted], held) for dotted, held in truths.predicates.items())


def _flags(index: Index, truths: Truths) -> Iterator[tuple[PlacedUnit, int, Held]]:
    for unit in index.units:
        for number, definition in index.outline(unit).kept:
            if (held := truths.flags.get((id(unit), id(definition)))) is not None:
                yield unit, number, held


def _leaves(index: Index, judgement: Judgement, truths: Truths, failures: Failures) -> Iterator[Leaf]:
    for unit in index.units:
        found: list[Leaf] = []
        with failures.of(unit):
            found.extend(leaves_of(unit, index.outline(unit), judgement.lookups(unit), truths))
        if not failures.has(unit):
            yield from found
