"""Units of which linking could not make sense: each is told, and left out, and the rest of the program is judged all the same."""

from collections.abc import Iterator
from contextlib import contextmanager

from .meaning import PlacedUnit

_FAULTS = (AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Failures:
    """Collects the units that failed; the only place where linking catches what it does not expect."""

    def __init__(self) -> None:
        self._reasons: dict[int, str] = {}
        self._units: list[PlacedUnit] = []

    @contextmanager
    def of(self, unit: PlacedUnit) -> Iterator[None]:
        """Keep what goes wrong inside from going further: it is told of *unit*, once."""
        try:
            yield
        except _FAULTS as error:
            if id(unit) not in self._reasons:
                self._units.append(unit)
                self._reasons[id(unit)] = f"{_what(unit)} cannot be linked ({type(error).__name__}); the rest was; please report it"

    def has(self, unit: PlacedUnit) -> bool:
        """Whether something went wrong in *unit*."""
        return id(unit) in self._reasons

    def found(self) -> tuple[tuple[str, str], ...]:
        """Return path and reason of each unit that failed."""
        return tuple((unit.path, self._reasons[id(unit)]) for unit in self._units)


def _what(unit: PlacedUnit) -> str:
    """Return the name of what is in a unit: lines move, names stay."""
    facts = unit.facts
    names = [item.name for items in (facts.functions, facts.classes, facts.definitions) for item in items]
    return ".".join((*unit.outer, *names[:1])) or "a statement"
