"""A site before it has an identity: what a detector says of one place."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ...registry.space import Space
from ..extracting.expression import Span
from ..inventory import Confidence, Role
from ..linking.leaves import Leaf
from ..linking.linked import Linked
from ..linking.meaning import PlacedUnit


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One place that decides by, or is keyed by, a name."""

    unit: PlacedUnit
    span: Span
    scope: tuple[str, ...]  # names of the scopes inside the unit
    op: str
    subject: str
    origin: str | None
    key: str  # what identifies the subject: its last attribute or key
    space: Space
    names: tuple[str, ...]
    constant: str | None
    held_by: str | None  # the definition through which the names come, if not spelled right here
    confidence: Confidence
    via: tuple[str, ...]
    decision: tuple[PlacedUnit, int] | None  # None: this place is a decision of its own
    lines: int
    role: Role


def of_leaves(chosen: Callable[[Leaf], bool]) -> Callable[[Linked], Iterable[Draft]]:
    """Return a finder that drafts a site of each leaf that is chosen."""

    def find(linked: Linked) -> Iterator[Draft]:
        for leaf in linked.leaves:
            if chosen(leaf):
                yield drafted(linked, leaf)

    return find


def drafted(linked: Linked, leaf: Leaf) -> Draft:
    """Return the draft of a leaf."""
    unit, judged, held = leaf.unit, leaf.judged, leaf.held
    decision = None if leaf.decision is None else unit.facts.decisions[leaf.decision]
    names = judged.names if judged is not None else held.names if held is not None else ()
    confidence = judged.confidence if judged is not None else Confidence.LINKED
    return Draft(
        unit=unit,
        span=leaf.span,
        scope=linked.index.steps(unit, leaf.scope),
        op=judged.op if judged is not None else "truth",
        subject=leaf.subject,
        origin=judged.origin if judged is not None else None,
        key=judged.key if judged is not None else leaf.subject.rpartition(".")[2],
        space=judged.space if judged is not None else Space.UNKNOWN,
        names=names,
        constant=judged.constant if judged is not None else None,
        held_by=judged.constant if judged is not None else held.dotted if held is not None else None,
        confidence=confidence,
        via=judged.via if judged is not None else (held.where,) if held is not None else (),
        decision=None if leaf.decision is None else (unit, leaf.decision),
        lines=leaf.span[2] - leaf.span[0] + 1 if decision is None else decision.lines,
        role=Role.NONE if decision is None else Role(decision.role),
    )


def standing(unit: PlacedUnit, span: Span, scope: tuple[str, ...], op: str, subject: str, names: tuple[str, ...], lines: int) -> Draft:
    """Return the draft of a place that is told by its spelling alone and tests nothing: a definition or an import."""
    return Draft(
        unit=unit,
        span=span,
        scope=scope,
        op=op,
        subject=subject,
        origin=None,
        key=subject,
        space=Space.UNKNOWN,
        names=names,
        constant=None,
        held_by=None,
        confidence=Confidence.EXACT,
        via=(),
        decision=None,
        lines=lines,
        role=Role.NONE,
    )
