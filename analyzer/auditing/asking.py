"""What one test asks of a name, as far as letters tell: that it is one of some strings, begins or ends with one, or holds one."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from ..extracting.expression import And, Blank, Formula, Not, Or, Over, Ref, Span, Test
from ..linking.leaves import Leaf
from ..linking.members import Shape

Leaves: TypeAlias = Mapping[Span, Leaf]
_NEGATED = {"!=": "==", "not in": "in", "is not": "is"}
_LISTED = frozenset({Shape.SEQUENCE, Shape.MAPPING, Shape.ENUM})


class Form(StrEnum):
    """How a name is compared with letters."""

    EXACT = "is"
    PREFIX = "begins with"
    SUFFIX = "ends with"
    PART = "holds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question about one subject: whether any of some strings fits it."""

    subject: str  # source text
    form: Form
    texts: tuple[str, ...]
    holds: bool  # False: that none of them fits
    leaf: Leaf

    def fits(self, name: str) -> bool:
        """Whether it is true of a name."""
        return any(fits(self.form, text, name) for text in self.texts) is self.holds

    def denied(self) -> "Asked":
        """Return the opposite."""
        return replace(self, holds=not self.holds)


def fits(form: Form, text: str, name: str) -> bool:
    """Whether one string fits a name."""
    match form:
        case Form.EXACT:
            return name == text
        case Form.PREFIX:
            return name.startswith(text)
        case Form.SUFFIX:
            return name.endswith(text)
        case Form.PART:
            return text in name


def covers(earlier: tuple[Form, str], later: tuple[Form, str]) -> bool:
    """Whether every name that the later string fits is one that the earlier fits."""
    (form, text), (form_too, text_too) = earlier, later
    match form, form_too:
        case _, Form.EXACT:
            return fits(form, text, text_too)
        case Form.PART, _:
            return text in text_too
        case Form.PREFIX, Form.PREFIX:
            return text_too.startswith(text)
        case Form.SUFFIX, Form.SUFFIX:
            return text_too.endswith(text)
        case _:
            return False


def asked(leaf: Leaf) -> Asked | None:
    """Return what a leaf asks, or None where more than letters decides: a pattern, a class, a list of several names."""
    judged = leaf.judged
    if judged is None or judged.many or not judged.names:
        return None
    op = _NEGATED.get(judged.op, judged.op)
    if (form := _form(op, judged.shape, is_reversed=judged.reversed)) is None or (op == "==" and len(judged.names) > 1):
        return None
    return Asked(subject=leaf.subject, form=form, texts=judged.names, holds=op == judged.op, leaf=leaf)


def _form(op: str, shape: Shape, *, is_reversed: bool) -> Form | None:
    match op:
        case "==" | "case" if shape in {Shape.SCALAR, Shape.ENUM}:
            return Form.EXACT
        case "in" if not is_reversed and shape in _LISTED:
            return Form.EXACT
        case "in" if is_reversed and shape in {Shape.SCALAR, Shape.SEQUENCE}:
            return Form.PART
        case "startswith":
            return Form.PREFIX
        case "endswith":
            return Form.SUFFIX
        case _:
            return None


def by_span(leaves: Iterable[Leaf]) -> Leaves:
    """Return the leaves of one decision by their place."""
    return {leaf.span: leaf for leaf in leaves}


def enough(formula: Formula, leaves: Leaves) -> tuple[Asked, ...]:
    """Return questions of which a single yes makes *formula* true."""
    match formula:
        case Test(span=span):
            found = asked(leaves[span]) if span in leaves else None
            return () if found is None else (found,)
        case Or(parts):
            return tuple(one for part in parts for one in enough(part, leaves))
        case And(parts) if len(parts) == 1:
            return enough(parts[0], leaves)
        case Not(part):
            return tuple(one.denied() for one in needed(part, leaves))
        case Over(every, scope, part) if not every:
            return _outside(enough(part, leaves), scope)
        case Over() | And() | Ref() | Blank():
            return ()


def needed(formula: Formula, leaves: Leaves) -> tuple[Asked, ...]:
    """Return questions that must all be answered with yes where *formula* is true."""
    match formula:
        case Test(span=span):
            found = asked(leaves[span]) if span in leaves else None
            return () if found is None else (found,)
        case And(parts):
            return tuple(one for part in parts for one in needed(part, leaves))
        case Or(parts):
            return _one_of([needed(part, leaves) for part in parts])
        case Not(part):
            return tuple(one.denied() for one in enough(part, leaves))
        case Over(every, scope, part) if not every:
            return _outside(needed(part, leaves), scope)
        case Over() | Ref() | Blank():
            return ()


def _outside(found: tuple[Asked, ...], scope: int) -> tuple[Asked, ...]:
    """Of what is asked in a loop, keep what is asked of the same subject each time."""
    return tuple(
        one
        for one in found
        if not any(bound.scope == scope and bound.name == head(one.subject) for bound in one.leaf.unit.facts.definitions)
    )


def head(subject: str) -> str:
    """Return the variable that a subject begins with."""
    return re.split(r"[^\w]", subject, maxsplit=1)[0]


def _one_of(parts: list[tuple[Asked, ...]]) -> tuple[Asked, ...]:
    """Where each part asks the same subject in the same form, the whole asks for one of all the strings."""
    first = [part[0] for part in parts if len(part) == 1 and part[0].holds]
    if len(first) < len(parts) or len({(one.subject, one.form) for one in first}) > 1:
        return ()
    return (replace(first[0], texts=tuple(dict.fromkeys(text for one in first for text in one.texts))),)
