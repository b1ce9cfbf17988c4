"""Which functions hand back what they are given, in another spelling: `return t.strip().lower()`, `return f"{c.__module__}.{c.__qualname__}"`."""

from dataclasses import dataclass

from ..extracting.expression import Attr, Call, Comp, Either, Element, Expr, Item, Name, Opaque, Pieces, Str, dotted
from ..extracting.facts import Definition
from .following import Follower
from .meaning import LINE_END, Bound, FunctionAt, Parameter, Place, PlacedUnit, before

_CASTS = frozenset({"str", "repr", "next", "iter"})
_NORMALISERS = frozenset(
    {"lower", "casefold", "upper", "strip", "lstrip", "rstrip", "replace", "removesuffix", "removeprefix", "split", "rsplit"}
    | {"partition", "rpartition", "title", "capitalize"}
)
_NAMES_OF_CLASSES = frozenset({"__name__", "__qualname__", "__module__"})
_DEPTH_LIMIT = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """The parameter that a function hands back, and the attribute of a class by which it names it (empty: as it is)."""

    parameter: str
    attribute: str = ""


def passed(follower: Follower, at: FunctionAt) -> Passed | None:
    """Return which parameter a function hands back in another spelling, or None where it hands back something else."""
    for item in at.unit.facts.returns:
        if item.scope == at.function.body and not isinstance(item.value, Opaque | Str):
            return _through(follower, item.value, Place(at.unit, item.scope, item.block, LINE_END), at.function.body, "", _DEPTH_LIMIT)
    return None


def _through(follower: Follower, expr: Expr, place: Place, body: int, attribute: str, depth: int) -> Passed | None:
    if depth == 0:
        return None
    match expr:
        case Name(name):
            match follower.name(name, place):
                case Parameter(_, scope, parameter) if scope == body:
                    return Passed(parameter=parameter, attribute=attribute)
                case Bound(definitions, _):
                    found = (_defined(follower, unit, definition, body, attribute, depth) for unit, definition in definitions)
                    return next(filter(None, found), None)
                case _:
                    return None
        case Call(Attr(_, "join"), (Comp(_, element, _, scope),), _):
            inside = Place(place.unit, scope, place.block, LINE_END)
            return _through(follower, element, inside, body, attribute, depth - 1)
        case inner if (base := _inside(inner)) is not None:
            return _through(follower, base, place, body, _attribute(inner) or attribute, depth - 1)
        case _:
            return None


def _defined(follower: Follower, unit: PlacedUnit, definition: Definition, body: int, attribute: str, depth: int) -> Passed | None:
    if definition.op not in {"=", "for"}:
        return None
    at = Place(unit, definition.scope, definition.block, before(definition) - (definition.op == "="))
    return _through(follower, definition.value, at, body, attribute, depth - 1)


def _inside(expr: Expr) -> Expr | None:
    """Return what another spelling is made of."""
    match expr:
        case Call(Attr(base, method), _, _) if method in _NORMALISERS:
            return base
        case Call(func, (arg,), ()) if dotted(func) in _CASTS:
            return arg
        case Attr(base, name) if name in _NAMES_OF_CLASSES:
            return base
        case Element(of, None):
            return of
        case Item(Call(Attr(_, method), _, _) as base, key) if method in _NORMALISERS and not isinstance(key, Str):
            return base
        case Pieces(parts) | Either(parts):
            return next((part for part in parts if not isinstance(part, Str | Opaque)), None)
        case _:
            return None


def _attribute(expr: Expr) -> str:
    return expr.name if isinstance(expr, Attr) else ""
