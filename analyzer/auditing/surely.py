"""Whether a test is surely true, or surely false, of one name: what else it asks may be either; tables of dependencies count."""

from collections.abc import Iterable

from ..extracting.expression import And, Blank, Formula, Not, Or, Over, Ref, Test
from ..linking.leaves import Leaf
from ..upstream.knowledge import Upstream
from .asking import Leaves, asked


def surely(formula: Formula, subject: str, name: str, leaves: Leaves, upstream: Upstream) -> bool | None:
    """Return the outcome that *formula* has whenever *subject* (source text) is *name*; None where that depends on more."""
    match formula:
        case Test(span=span):
            return _leaf(leaves[span], subject, name, upstream) if span in leaves else None
        case And(parts):
            return _all(surely(part, subject, name, leaves, upstream) for part in parts)
        case Or(parts):
            outcome = _all(_denied(surely(part, subject, name, leaves, upstream)) for part in parts)
            return _denied(outcome)
        case Not(part):
            return _denied(surely(part, subject, name, leaves, upstream))
        case Over() | Ref() | Blank():
            return None


def table_of(leaf: Leaf, upstream: Upstream) -> tuple[str, ...] | None:
    """Return what the table of a dependency holds in which a leaf looks for its subject; None where it is another test."""
    judged = leaf.judged
    if judged is None or judged.constant is None or judged.op not in {"in", "not in"} or judged.reversed or judged.names:
        return None
    return upstream.table(judged.constant)


def _leaf(leaf: Leaf, subject: str, name: str, upstream: Upstream) -> bool | None:
    if leaf.subject != subject or leaf.judged is None:
        return None
    table = table_of(leaf, upstream)
    if table is not None:
        return (name in table) is (leaf.judged.op == "in")
    question = asked(leaf)
    return None if question is None else question.fits(name)


def _all(outcomes: Iterable[bool | None]) -> bool | None:
    found = list(outcomes)
    return False if False in found else None if None in found else True


def _denied(outcome: bool | None) -> bool | None:  # noqa: FBT001  an outcome is what it is about
    return None if outcome is None else not outcome
