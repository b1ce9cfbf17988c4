"""What each operator of a test says of two values, as Python would."""

import ast
import operator
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase

from . import patterns
from .cells import Class, Mark, Table, Thing

_ORDERS: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_SETS: Mapping[str, Callable[[frozenset[object], frozenset[object]], bool]] = {
    "&": lambda one, other: bool(one & other),
    "-": lambda one, other: bool(one - other),
    "intersection": lambda one, other: bool(one & other),
    "difference": lambda one, other: bool(one - other),
    "isdisjoint": frozenset.isdisjoint,
    "issubset": frozenset.issubset,
    "issuperset": frozenset.issuperset,
}
_NEGATIVE: Mapping[str, str] = {"!=": "==", "is not": "is", "not in": "in"}
BUILT_IN: Mapping[str, tuple[type, ...]] = {
    "str": (str,),
    "list": (tuple,),
    "tuple": (tuple,),
    "set": (frozenset,),
    "frozenset": (frozenset,),
    "dict": (Table,),
    "int": (int,),
    "bool": (bool,),
}


def holds(op: str, left: object, right: object, rest: str = "") -> object:
    """Return whether a test is true of two values, or a mark; *rest* is what a found position is compared with (`>= 0`).

    Raises what Python would raise, and patterns.PatternError.
    """
    if op in _NEGATIVE:
        inner = holds(_NEGATIVE[op], left, right)
        return inner if isinstance(inner, Mark) else not inner
    if op in _SETS:
        return _SETS[op](as_set(left), as_set(right))
    if op.startswith("re."):
        return patterns.found(op[3:], _string(right), _string(left))
    match op:
        case "==" | "is" | "case":
            return same(left, right)
        case "in":
            return _contains(right, left)
        case "startswith" | "endswith":
            affixes = tuple(map(_string, right)) if isinstance(right, tuple) else _string(right)
            return getattr(_string(left), op)(affixes)
        case "fnmatch":
            return fnmatchcase(_string(left), _string(right))
        case "find":
            return _position(_string(left), _string(right), rest)
        case "isinstance" | "issubclass":
            return _instance(left, right)
        case _ if op in _ORDERS and isinstance(left, int) and isinstance(right, int):
            return _ORDERS[op](left, right)
        case _:
            return Mark.UNKNOWN


def same(left: object, right: object) -> object:
    """Return whether two values are equal; of what is not looked into nobody can say."""
    if isinstance(left, Thing) or isinstance(right, Thing):
        return True if left == right else Mark.UNKNOWN
    return left == right


def as_set(value: object) -> frozenset[object]:
    """Return the members of a collection, or raise TypeError."""
    if isinstance(value, tuple | frozenset | Table):
        return frozenset(value)
    raise TypeError(f"{value!r} is no collection")


def _string(value: object) -> str:
    if isinstance(value, str):
        return value
    raise TypeError(f"{value!r} is no string")


def _contains(holder: object, wanted: object) -> object:
    if isinstance(holder, str):
        return _string(wanted) in holder
    if not isinstance(holder, tuple | frozenset | Table):
        raise TypeError(f"{holder!r} is no collection")
    if wanted in holder:
        return True
    return Mark.UNKNOWN if any(isinstance(item, Thing) for item in holder) else False


def _position(text: str, part: str, rest: str) -> object:
    sign, _, number = rest.partition(" ")
    if sign not in _ORDERS:
        return Mark.UNKNOWN
    return _ORDERS[sign](text.find(part), ast.literal_eval(number))


def _instance(value: object, classes: object) -> object:
    """Tell whether a value, or something of a class, is of one of some classes; what a class inherits from is not known."""
    wanted = classes if isinstance(classes, tuple) else (classes,)
    if not all(isinstance(one, Class) for one in wanted):
        return Mark.UNKNOWN
    names = [one.name for one in wanted if isinstance(one, Class)]
    if isinstance(value, Class):
        return value.name in names
    if any(name not in BUILT_IN for name in names):
        return Mark.UNKNOWN
    return any(isinstance(value, BUILT_IN[name]) for name in names)


def binary(op: str, left: object, right: object) -> object:
    """Return `left op right` of strings, sequences, sets and mappings."""
    match op:
        case "+" if isinstance(left, str) and isinstance(right, str):
            return left + right
        case "+" if isinstance(left, tuple) and isinstance(right, tuple):
            return (*left, *right)
        case "|" if isinstance(left, Table) and isinstance(right, Table):
            return left.merged(right)
        case "|":
            return as_set(left) | as_set(right)
        case "&":
            return as_set(left) & as_set(right)
        case "-":
            return as_set(left) - as_set(right)
        case "^":
            return as_set(left) ^ as_set(right)
        case "%" if isinstance(left, str):
            return left % right
        case _:
            raise TypeError(f"{left!r} {op} {right!r}")
