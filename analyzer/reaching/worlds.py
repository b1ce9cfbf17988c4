"""The worlds in which a test is asked: the models of the universe, strings that it does not hold, and names that are missing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import product

from ...registry.space import Space
from .cells import Class, Column, Mark
from .samples import OTHER
from .universe import Kin, Universe

_OTHERS_LIMIT = 1500  # worlds of strings that the universe does not hold
_EMPTY = "[]"
_ABSENT: Mapping[str, str | None] = {"None": None, "''": "", _EMPTY: None}


class Part(StrEnum):
    """Which name of a model a variable carries."""

    TYPE = "type"
    TEXT = "text"  # type of the language model inside
    ARCHITECTURE = "architecture"
    CLASS = "class"
    CONFIG = "config"
    PROCESSOR = "processor"
    TOKENIZER = "tokenizer"
    ANY = "any"
    FREE = "free"  # a path, a template: nothing is known of it


SPACES = {
    Part.TYPE: Space.MODEL_TYPE,
    Part.TEXT: Space.TEXT_MODEL_TYPE,
    Part.ARCHITECTURE: Space.ARCHITECTURE,
    Part.CLASS: Space.CLASS_NAME,
    Part.CONFIG: Space.CLASS_NAME,
    Part.PROCESSOR: Space.PROCESSOR,
    Part.TOKENIZER: Space.TOKENIZER,
    Part.ANY: Space.UNKNOWN,
    Part.FREE: Space.PATH,
}


_CLASSES = frozenset({Part.CLASS, Part.CONFIG, Part.PROCESSOR, Part.TOKENIZER})


PARTS = {
    Space.MODEL_TYPE: Part.TYPE,
    Space.TEXT_MODEL_TYPE: Part.TEXT,
    Space.ARCHITECTURE: Part.ARCHITECTURE,
    Space.CLASS_NAME: Part.CLASS,
    Space.PROCESSOR: Part.PROCESSOR,
    Space.TOKENIZER: Part.TOKENIZER,
    Space.UNKNOWN: Part.ANY,
    Space.ENUM: Part.ANY,
}


class Form(StrEnum):
    """How a variable holds the name."""

    STRING = "string"
    LIST = "list"  # of one name
    CLASS = "class"  # the class of that name


@dataclass(frozen=True, slots=True, order=True)
class Variable:
    """What carries a name: its part of a model, and which of several that stand in one test."""

    part: Part
    rival: int = 0  # from 1 for a second carrier of the same part in one test: nothing ties it to the first


@dataclass(frozen=True, kw_only=True)
class Worlds:
    """Rows of names, one for each variable: those that the tables tie, then those with a string that nobody knows, then missing ones."""

    variables: tuple[Variable, ...]
    rows: tuple[tuple[str | None, ...], ...]
    known: int  # rows that hold known names
    others: int  # rows after them that hold an unknown one
    absent: tuple[str, ...]  # what is missing in the rows after those

    @property
    def everywhere(self) -> int:
        """The bits of all worlds."""
        return (1 << len(self.rows)) - 1

    @cached_property
    def among_others(self) -> int:
        """The bits of the worlds with a string that is no known name."""
        return ((1 << self.others) - 1) << self.known

    def column(self, variable: Variable, form: Form) -> Column:
        """Return what a variable is in each world; a single unknown cell where it stands in none yet."""
        if variable not in self.variables or not self.rows:
            return (Mark.UNKNOWN,)
        number = self.variables.index(variable)
        cells = tuple(row[number] for row in self.rows)
        match form:
            case Form.STRING:
                return cells
            case Form.CLASS:
                return tuple(Class("NoneType" if cell is None else cell) for cell in cells)
            case Form.LIST:
                empty = len(self.rows) - 1 if self.absent[-1:] == (_EMPTY,) else -1
                return tuple(() if at == empty else None if cell is None else (cell,) for at, cell in enumerate(cells))


def worlds_of(
    universe: Universe, variables: Iterable[Variable], beyond: Mapping[Part, Sequence[str]], others: Mapping[Variable, Sequence[str]]
) -> Worlds:
    """Return the worlds of some variables: *beyond* are spelled names that no table holds, *others* strings that are none."""
    wanted = tuple(sorted(variables))
    if not wanted:
        return Worlds(variables=(), rows=(), known=0, others=0, absent=())
    tied = dict.fromkeys(row for kin in universe.kin for row in _tied(kin, wanted))
    if len(wanted) == 1:
        tied |= {(name,): None for name in _alone(universe, wanted[0].part)}
    for blank in product((None, OTHER), repeat=len(wanted)):
        tied.pop(blank, None)
    held = [{row[number] for row in tied} - {OTHER} for number in range(len(wanted))]
    for number, variable in enumerate(wanted):
        for name in beyond.get(variable.part, ()):
            tied |= dict.fromkeys(_beyond(name, number, wanted, beyond, others))
    strange = [row for row in _strange(wanted, others) if any(text not in held[number] for number, text in enumerate(row))]
    missing = {} if _CLASSES.issuperset(variable.part for variable in wanted) else _ABSENT
    return Worlds(
        variables=wanted,
        rows=(*tied, *(row for row in strange if row not in tied), *((gone,) * len(wanted) for gone in missing.values())),
        known=len(tied),
        others=sum(1 for row in strange if row not in tied),
        absent=tuple(missing),
    )


def _tied(kin: Kin, variables: Sequence[Variable]) -> Iterator[tuple[str | None, ...]]:
    """Yield the rows of one model: a class and an architecture are the same name, all else is combined."""
    choices = [_choices(kin, variable) for variable in variables]
    parts = [variable.part for variable in variables]
    same = [number for number, part in enumerate(parts) if part in {Part.ARCHITECTURE, Part.CLASS}]
    for row in product(*choices):
        if len(same) < 2 or row[same[0]] == row[same[1]]:  # noqa: PLR2004  one alone has nothing to agree with
            yield row


def _choices(kin: Kin, variable: Variable) -> tuple[str | None, ...]:
    if variable.rival:
        return (OTHER,)
    match variable.part:
        case Part.TYPE:
            return (kin.type,)
        case Part.TEXT:
            return (kin.text or None,)
        case Part.ARCHITECTURE | Part.CLASS:
            return kin.architectures or ((None,) if kin.sub else (OTHER,))
        case Part.CONFIG:
            return (kin.config or None,)
        case Part.PROCESSOR:
            return kin.processors or (None,)
        case Part.TOKENIZER:
            return kin.tokenizers or (None,)
        case Part.ANY:
            return (kin.type, *kin.architectures)
        case Part.FREE:
            return (OTHER,)


def _beyond(
    name: str, number: int, variables: Sequence[Variable], beyond: Mapping[Part, Sequence[str]], others: Mapping[Variable, Sequence[str]]
) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a name that no table holds: beside it stand such names too, where they are asked for, or any string."""
    yield from product(
        *(
            (name,) if at == number else (OTHER, *(one for one in beyond.get(variable.part, ()) if one in others.get(variable, ())))
            for at, variable in enumerate(variables)
        )
    )


def _alone(universe: Universe, part: Part) -> tuple[str, ...]:
    """Return the names of a part that stand in no row of a model's own: language models by themselves, submodules."""
    match part:
        case Part.TEXT:
            return universe.of(Space.TEXT_MODEL_TYPE)
        case Part.CLASS:
            return universe.classes
        case _:
            return ()


def _strange(variables: Sequence[Variable], others: Mapping[Variable, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Yield combinations of strings; of many, those with the first ones."""
    limit = int(_OTHERS_LIMIT ** (1 / len(variables)))
    yield from product(*(tuple(others.get(variable, ()))[:limit] or (OTHER,) for variable in variables))
