"""Units of which linking could not make sense: each is told, and left out, and the rest of the program is judged all the same."""

from types import TracebackType

from .meaning import PlacedUnit

_FAULTS = (AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Failures:
    """Collects the units that failed; the only place where linking catches what it does not expect."""

    def __init__(self) -> None:
        self._reasons: dict[int, str] = {}
        self._units: list[PlacedUnit] = []

    def of(self, unit: PlacedUnit) -> "_Kept":
        """Keep what goes wrong inside from going further: it is told of *unit*, once."""
        return _Kept(self, unit)

    def tell(self, unit: PlacedUnit, error: BaseException) -> None:
        """Note what went wrong in *unit*, unless something was told of it before."""
        if id(unit) not in self._reasons:
            self._units.append(unit)
            self._reasons[id(unit)] = f"{_what(unit)} cannot be linked ({type(error).__name__}); the rest was; please report it"

    def has(self, unit: PlacedUnit) -> bool:
        """Whether something went wrong in *unit*."""
        return id(unit) in self._reasons

    def found(self) -> tuple[tuple[str, str], ...]:
        """Return path and reason of each unit that failed."""
        return tuple((unit.path, self._reasons[id(unit)]) for unit in self._units)


class _Kept:
    """Keeps the faults of one unit; a class, for it is entered thousands of times."""

    __slots__ = ("_failures", "_unit")

    def __init__(self, failures: Failures, unit: PlacedUnit) -> None:
        self._failures, self._unit = failures, unit

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        if not isinstance(error, _FAULTS):
            return False
        self._failures.tell(self._unit, error)
        return True


def _what(unit: PlacedUnit) -> str:
    """Return the name of what is in a unit: lines move, names stay."""
    facts = unit.facts
    names = [item.name for items in (facts.functions, facts.classes, facts.definitions) for item in items]
    return ".".join((*unit.outer, *names[:1])) or "a statement"
