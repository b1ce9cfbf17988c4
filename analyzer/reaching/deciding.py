"""One question about a program answered in better and better worlds, until nothing new is asked; then read off as cases."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from .carrying import Shared
from .diagram import TooWideError, ends
from .evaluating import Evaluator
from .frames import Truth
from .outcome import Outcome
from .reach import Case
from .samples import OTHER, samples
from .spelled import exclusive
from .universe import Universe
from .worlds import Part, Variable, Worlds, worlds_of

_ROUNDS_LIMIT = 6
_CASES_LIMIT = 512
_ORDER = (Part.TYPE, Part.TEXT, Part.ARCHITECTURE, Part.CLASS, Part.PROCESSOR, Part.TOKENIZER, Part.CONFIG, Part.ANY, Part.FREE)

Question = Callable[[Evaluator], Truth]
"""Asks for a truth; what it sets as `focus` are the variables whose names are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """The answer: which names, of which variable, under which outcomes of what else is asked."""

    cases: tuple[Case, ...]
    variable: Variable | None
    variables: tuple[Variable, ...] = ()
    undecided: str | None = None
    merged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The universe, and the names that the program itself spells."""

    universe: Universe
    beyond: Mapping[Part, Sequence[str]] = field(default_factory=dict)


def decide(shared: Shared, known: Known, question: Question, prefer: Part | None = None) -> Decided:
    """Answer a question: the names told are those of the part *prefer*, if it is among those that are asked about."""
    worlds = worlds_of(known.universe, (), known.beyond, {})
    wanted: dict[Variable, None] = {}
    try:
        for _ in range(_ROUNDS_LIMIT):
            asked = Evaluator(shared, worlds)
            truth = question(asked)
            wanted |= asked.variables
            others = samples(asked.literals, asked.marks)
            better = worlds_of(known.universe, wanted, known.beyond, dict.fromkeys(wanted, others))
            if better == worlds:
                break
            worlds = better
        else:
            return Decided(cases=(), variable=None, undecided="what it asks about never comes to an end")
        if not asked.variables:
            return Decided(cases=(), variable=None, undecided=asked.reason or "nothing in it could be followed to a model's name")
        variable = _told(worlds, truth, asked.focus or tuple(asked.variables), prefer)
        return Decided(
            cases=_cases(worlds, asked, truth, variable),
            variable=variable,
            variables=worlds.variables,
            undecided=asked.reason,
            merged=tuple(sorted(word for words in asked.carriers.values() if len(words) > 1 for word in words)),
        )
    except TooWideError as error:
        return Decided(cases=(), variable=None, undecided=str(error))


def _told(worlds: Worlds, truth: Truth, among: Sequence[Variable], prefer: Part | None) -> Variable:
    """Return the variable whose names are told: one that decides it alone, the preferred part first."""
    held = [outcome for _, outcome in ends(truth)]

    def rank(variable: Variable) -> tuple[bool, bool, int, int]:
        labels = _labels(worlds, worlds.variables.index(variable))
        alone = all(outcome.true & bits in {0, bits} for outcome in held for bits in labels.values())
        return not alone or not labels, variable.part is not prefer, variable.rival, _ORDER.index(variable.part)

    return min(among, key=rank)


def _cases(worlds: Worlds, asked: Evaluator, truth: Truth, variable: Variable) -> tuple[Case, ...]:
    labels = _labels(worlds, worlds.variables.index(variable))
    found: list[Case] = []
    for path, held in ends(truth):
        atoms = tuple((asked.texts[number], holds) for number, holds in path)
        if not exclusive(atoms):
            found.append(_case(worlds, labels, atoms, held))
        if len(found) > _CASES_LIMIT:
            raise TooWideError(f"its other conditions multiply to more than {_CASES_LIMIT} cases")
    return tuple(found)


def _labels(worlds: Worlds, number: int) -> dict[str, int]:
    """Return the bits of the worlds of each known name."""
    found: dict[str, int] = {}
    for at, row in enumerate(worlds.rows[: worlds.known]):
        name = row[number]
        if name is not None and name != OTHER:
            found[name] = found.get(name, 0) | 1 << at
    return found


def _case(worlds: Worlds, labels: dict[str, int], atoms: tuple[tuple[str, bool], ...], held: Outcome) -> Case:
    first = worlds.known + worlds.others
    missing = {name: 1 << first + number for number, name in enumerate(worlds.absent)}
    return Case(
        atoms=atoms,
        names=tuple(sorted(name for name, bits in labels.items() if held.true & bits)),
        others=bool(held.true & worlds.among_others),
        absent=tuple(name for name, bit in missing.items() if held.true & bit),
        raises=tuple(sorted(name for name, bits in (labels | missing).items() if held.raises & bits)),
    )
