"""What an expression can hold: names, what holds them, and how they were reached."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from ..extracting.expression import Expr
from .meaning import Place

Value: TypeAlias = tuple[Expr, Place]
"""What a key leads to, and where that is written."""
_HOPS_LIMIT = 8


class Shape(StrEnum):
    """What holds the names."""

    SCALAR = "scalar"
    SEQUENCE = "sequence"  # list, tuple, set
    MAPPING = "mapping"  # its names are its keys
    PATTERN = "pattern"  # a compiled regular expression, or the alternatives of one
    CLASS = "class"  # class objects
    ENUM = "enum"
    UNKNOWN = "unknown"  # a constant of another package


@dataclass(frozen=True, slots=True, kw_only=True)
class Members:
    """Names, what holds them, and how they were reached."""

    shape: Shape
    names: tuple[str, ...]
    constant: str | None = None  # dotted name of the outermost constant on the way
    external: str | None = None  # dotted name of a part that lies in another package
    unresolved: tuple[str, ...] = ()  # dotted names that were looked for in vain
    via: tuple[str, ...] = ()
    values: tuple[Value, ...] = ()  # of a mapping, one for each name
    slots: tuple[tuple[str, ...], ...] = ()  # where each key is a tuple: the names in each of its places


def joined(parts: Sequence[Members]) -> Members:
    """Join what several parts hold; the first known shape that is no scalar wins."""
    if len(parts) == 1:
        return parts[0]
    shapes = [part.shape for part in parts if part.shape not in {Shape.SCALAR, Shape.UNKNOWN}]
    shape = Shape.MAPPING if Shape.MAPPING in shapes else shapes[0] if shapes else parts[0].shape
    held = dict.fromkeys(name for part in parts for name in part.names)
    valued = {name: value for part in parts for name, value in zip(part.names, part.values, strict=False) if part.values}
    return Members(
        shape=shape,
        names=tuple(held),
        constant=parts[0].constant,
        external=next((part.external for part in parts if part.external), None),
        unresolved=tuple(dict.fromkeys(name for part in parts for name in part.unresolved)),
        via=tuple(dict.fromkeys(hop for part in parts for hop in part.via))[:_HOPS_LIMIT],
        values=tuple(valued[name] for name in held) if valued.keys() == held.keys() else (),
        slots=parts[0].slots if len({part.slots for part in parts}) == 1 else (),
    )


def is_class_name(name: str) -> bool:
    """Whether an identifier is spelled as classes are."""
    return name[:1].isupper() and not name.isupper() and "_" not in name.lstrip("_")[:2] and any(letter.islower() for letter in name)
