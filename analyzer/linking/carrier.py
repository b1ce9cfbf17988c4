"""What an expression carries: a model's name, of which key space, and how surely."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

from ...registry.space import Space
from ..extracting.expression import Attr, Call, Expr, Item, Name, Str
from ..inventory import Confidence

_HOPS_LIMIT = 8


class Strength(IntEnum):
    """How much an expression says of itself: the less, the more the names beside it must."""

    REFUSED = -1  # called what never carries one, or made of such
    BARE = 0  # any local, parameter or attribute: all names beside it must be known
    HINTED = 1  # its own name says so (`arch`, `model_name`), or a class name: one known name beside it is enough
    STRONG = 2  # an attribute that always carries one (`config.model_type`)


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrier:
    """An expression that carries a name."""

    space: Space
    strength: Strength
    confidence: Confidence
    origin: str  # what carries the name, aliases followed
    key: str  # last attribute or key of the origin: its identity
    many: bool = False  # holds several names (`architectures`)
    is_class: bool = False  # holds the class itself, not its name
    named: bool = False  # its own name says that it carries a name (`model_type_to_patch`)
    via: tuple[str, ...] = ()

    def hinting(self, space: Space, *, many: bool = False, named: bool = False) -> "Carrier":
        """Return the same with what its own name says of it."""
        return replace(self, space=space, strength=Strength.HINTED, many=many, named=named)


def last_word(expr: Expr) -> str:
    """Return the last name, attribute or literal key of an expression."""
    match expr:
        case Attr(_, name) | Name(name):
            return name
        case Item(_, Str(key)):
            return key
        case Item(base, _) | Call(base, _, _):
            return last_word(base)
        case _:
            return ""


def class_space(name: str) -> Space:
    """Return the key space of the class of what is called *name*."""
    lowered = name.lower()
    if "processor" in lowered:
        return Space.PROCESSOR
    return Space.TOKENIZER if "tokenizer" in lowered else Space.CLASS_NAME


def surest(found: Iterable[Carrier]) -> Carrier | None:
    """Return the surest of several; where one is refused, all are that say nothing of themselves."""
    ranked = sorted(found, key=lambda one: -one.strength)
    if ranked and ranked[0].strength is Strength.BARE and ranked[-1].strength is Strength.REFUSED:
        return ranked[-1]
    return ranked[0] if ranked else None


def linked(inner: Carrier, where: str) -> Carrier:
    """Return a carrier with the hop by which it was followed."""
    confidence = Confidence.LINKED if inner.confidence is Confidence.EXACT else inner.confidence
    return replace(inner, confidence=confidence, via=(where, *inner.via)[:_HOPS_LIMIT])
