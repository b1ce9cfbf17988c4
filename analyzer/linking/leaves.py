"""The leaves of a linked program: every test, lookup, call and reference that decides by a name."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..extracting.expression import Ref, Span, Test
from ..extracting.facts import Lookup
from .held import Held
from .judged import Judged
from .meaning import Place, PlacedUnit
from .outline import Outline
from .truths import Truths


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One test, lookup, call or reference that decides by a name."""

    unit: PlacedUnit
    decision: int | None  # None: a lookup or a call outside of tests
    scope: int
    span: Span
    subject: str
    judged: Judged | None  # of a test, a lookup or a call of a matcher
    held: Held | None  # of a reference


def leaves_of(unit: PlacedUnit, outline: Outline, lookups: Iterable[tuple[Lookup, Judged]], truths: Truths) -> Iterator[Leaf]:
    """Yield the leaves of one unit: those of its decisions, its lookups, then its calls of matchers outside of decisions."""
    told: set[Span] = set()
    if truths.decides(unit) or truths.hears_in(unit):
        yield from _decided(unit, outline, truths, told)
    for lookup, judged in lookups:
        yield Leaf(unit=unit, decision=None, scope=lookup.scope, span=lookup.span, subject=lookup.text, judged=judged, held=None)
    for item in unit.facts.invocations if truths.decides(unit) else ():
        called = truths.matched(item.call, unit)
        if called is not None and item.span not in told:
            yield Leaf(unit=unit, decision=None, scope=item.scope, span=item.span, subject=called.subject, judged=called, held=None)


def _decided(unit: PlacedUnit, outline: Outline, truths: Truths, told: set[Span]) -> Iterator[Leaf]:
    """Yield the leaves of the decisions of a unit; note in *told* the calls of matchers among them."""
    own = _own_flags(unit, outline, truths)
    for number, (decision, found) in enumerate(zip(unit.facts.decisions, outline.leaves, strict=True)):
        for leaf, scope in found:
            match leaf:
                case Test():
                    judged = truths.test(leaf, unit)
                    if judged is not None:
                        yield Leaf(
                            unit=unit, decision=number, scope=scope, span=leaf.span, subject=judged.subject, judged=judged, held=None
                        )
                case Ref(expr, text, span) if (judged := truths.matched(expr, unit)) is not None:
                    told.add(span)
                    yield Leaf(unit=unit, decision=number, scope=scope, span=span, subject=text, judged=judged, held=None)
                case Ref(expr, text, span) if truths.hears(expr):
                    held = truths.reference(expr, Place(unit, scope, decision.block, span[0]))
                    if held is not None and (number, text.rpartition(".")[2]) not in own:
                        yield Leaf(unit=unit, decision=number, scope=scope, span=span, subject=text, judged=None, held=held)
                case Ref():
                    pass


def _own_flags(unit: PlacedUnit, outline: Outline, truths: Truths) -> set[tuple[int, str]]:
    """Return decision and name of each flag: in its own assignment a flag is not used, it is kept."""
    found: set[tuple[int, str]] = set()
    for _, definition in outline.kept:
        held = truths.flags.get((id(unit), id(definition)))
        if held is not None and held.decision is not None:
            found.add((held.decision, definition.name.rpartition(".")[2]))
    return found
