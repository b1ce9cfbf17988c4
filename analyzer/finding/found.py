"""Everything that is found in a linked program; what no detector can make sense of is told, and the rest is found all the same."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ..inventory import Registration
from ..linking.linked import Linked
from ..linking.meaning import PlacedUnit
from .detector import Detector
from .draft import Draft
from .registrations import Registers

_FAULTS = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What there is, and what could not be looked at."""

    drafts: tuple[tuple[Detector, Draft], ...]
    registrations: tuple[Registration, ...]
    failed: tuple[tuple[str, str], ...]  # path and reason of each unit that was not linked, or that somebody stumbled over


def found(linked: Linked, detectors: Sequence[Detector], registers: Registers) -> Found:
    """Let every detector look at *linked*, and read its registrations."""
    failed = list(linked.failed)
    drafts = [(detector, draft) for detector in detectors for draft in _all_of(linked, detector.find, detector.name, failed)]
    entries = _all_of(linked, registers.registrations, "registrations", failed)
    ordered = sorted(entries, key=lambda one: (one.path, one.line, one.key, one.registry))
    return Found(drafts=tuple(drafts), registrations=tuple(ordered), failed=tuple(dict.fromkeys(failed)))


def _all_of(linked: Linked, find: Callable[[Linked], Iterable[_Found]], what: str, failed: list[tuple[str, str]]) -> list[_Found]:
    """Return all that *find* finds. Where it stumbles, it looks again at one unit after another; the only place where that is caught."""
    try:
        return list(find(linked))
    except _FAULTS:
        every: list[_Found] = []
        for unit in linked.units:
            try:
                every.extend(find(_only(linked, unit)))
            except _FAULTS as error:
                failed.append((unit.path, _reason(unit, what, error)))
        return every


def _only(linked: Linked, unit: PlacedUnit) -> Linked:
    """Return the program as it is, of which one unit is looked at."""
    return replace(
        linked,
        units=(unit,),
        leaves=tuple(one for one in linked.leaves if one.unit is unit),
        flags=tuple(one for one in linked.flags if one[0] is unit),
        predicates=tuple(one for one in linked.predicates if one[0].unit is unit),
        collections=tuple(one for one in linked.collections if one.unit is unit),
    )


def _reason(unit: PlacedUnit, what: str, error: Exception) -> str:
    """Return a reason without a line: lines move, names stay."""
    facts = unit.facts
    names = [item.name for items in (facts.functions, facts.classes, facts.definitions) for item in items]
    place = ".".join((*unit.outer, *names[:1])) or "a statement"
    return f"{place} was not understood by {what} ({type(error).__name__}); the rest was; please report it"
