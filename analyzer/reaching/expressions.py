"""The worth of an expression in all worlds: literals, displays, operators, strings put together."""

from ..extracting.expression import (
    Attr,
    Binary,
    Call,
    Coll,
    Comp,
    Either,
    Element,
    Expr,
    Item,
    Lambda,
    Name,
    Opaque,
    Or,
    Pieces,
    Ref,
    Star,
    Str,
    Truth,
    dotted,
)
from ..linking.meaning import FunctionAt, Place
from . import attributes, calls, following, loops
from .cells import ADDED, Mark, Table, Thing
from .choices import UNKNOWN, apply, as_value, chosen, mapped
from .diagram import combine
from .frames import Frame, Value
from .methods import plain
from .operators import binary
from .outcome import Outcome
from .protocol import Asked
from .spelled import literal


def value(asked: Asked, expr: Expr, frame: Frame) -> Value | None:
    """Return what an expression is worth, or None where nobody says."""
    match expr:
        case Str(text):
            return (text,)
        case Opaque(text):
            known = literal(text)
            return None if known is Mark.UNKNOWN else (known,)
        case Name():
            return following.name(asked, expr, frame)
        case Attr():
            return attributes.attribute(asked, expr, frame)
        case Item(base, key):
            return _item(asked, base, key, frame) or (None if isinstance(key, Opaque) else following.carried(asked, expr, frame))
        case Call():
            found = calls.value(asked, expr, frame) or _made_of_names(asked, expr, frame)
            return found if found is not None or calls.changes(expr) else following.carried(asked, expr, frame)
        case Coll():
            return display(asked, expr, frame)
        case Either(options):
            return _either(asked, options, frame)
        case Element(of, slot):
            return _unpacked(asked, of, slot, frame)
        case Comp():
            return _comprehended(asked, expr, frame)
        case Truth(number):
            return as_value(asked, asked.decided(frame.place.unit, number, frame))
        case Binary() | Pieces():
            return _joined(asked, expr, frame)
        case Star() | Lambda():
            return None


def _made_of_names(asked: Asked, call: Call, frame: Frame) -> Value | None:
    """`dict.fromkeys(NAMES)` and the like: what linking knows of it."""
    last = (dotted(call.func) or "").rpartition(".")[2]
    return following.constant(asked, call, frame) if last in _MADE_OF_NAMES else None


_MADE_OF_NAMES = frozenset({"fromkeys", "OrderedDict", "defaultdict", "MappingProxyType", "deque", "get_args"})


# -- displays


def display(asked: Asked, expr: Coll, frame: Frame) -> Value:
    """Return a list, tuple, set or mapping; what nobody knows in it stays in it by its text."""
    items = tuple(_part(asked, item, frame) for item in expr.items)
    stars = tuple(isinstance(item, Star) for item in expr.items)
    if expr.shape == "dict":
        held = tuple(_part(asked, part, frame) for part in expr.values)
        return apply(lambda *cells: _mapping(cells[: len(items)], cells[len(items) :], stars), *items, *held) if items else (Table((), ()),)
    if not items:
        return ((),)
    kind = frozenset if expr.shape == "set" else tuple
    return apply(lambda *cells: kind(_spliced(cells, stars)), *items)


def _part(asked: Asked, item: Expr, frame: Frame) -> Value:
    if isinstance(item, Star):
        return asked.value(item.value, frame) or UNKNOWN
    held, unknown = asked.value(item, frame), Thing(repr(item))
    if held is None:
        return (unknown,)
    return combine(lambda column: tuple(unknown if cell is Mark.UNKNOWN else cell for cell in column), held)


def _spliced(cells: tuple[object, ...], stars: tuple[bool, ...]) -> list[object]:
    found: list[object] = []
    for cell, is_star in zip(cells, stars, strict=True):
        if is_star:
            found += loops.in_order(cell)
        else:
            found.append(cell)
    return found


def _mapping(keys: tuple[object, ...], values: tuple[object, ...], stars: tuple[bool, ...]) -> Table:
    found: dict[object, object] = {}
    for key, held, is_star in zip(keys, values, stars, strict=True):
        if is_star and isinstance(key, Table):
            found |= dict(zip(key.keys, key.values, strict=True))
        else:
            found[key] = held
    return Table(tuple(found), tuple(found.values()))


# -- parts and choices


def _item(asked: Asked, base: Expr, key: Expr, frame: Frame) -> Value | None:
    holder, at = asked.value(base, frame.judging(None) if isinstance(key, Str) else frame), asked.value(key, frame)
    if holder is None or at is None:
        return None
    return apply(lambda cell, index: _get(cell, index, is_word=isinstance(key, Str)), holder, at)


def _get(cell: object, index: object, *, is_word: bool) -> object:
    if isinstance(cell, Table):
        return Mark.UNKNOWN if (is_word or ADDED in cell) and index not in cell else cell[index]  # facts know no `.get("x")` from `["x"]`
    if isinstance(cell, tuple | str) and isinstance(index, int):
        return cell[index]
    raise TypeError(f"{cell!r} has no items")


def _either(asked: Asked, options: tuple[Expr, ...], frame: Frame) -> Value | None:
    """`a or b`, by its formula, which holds the literals that facts leave out elsewhere; or one of two by a test that is not known."""
    last = options[-1] if options else None
    unit = frame.place.unit
    if isinstance(last, Truth) and isinstance(formula := unit.facts.decisions[last.decision].formula, Or):
        parts = [
            asked.value(part.expr, frame) if isinstance(part, Ref) else (literal(getattr(part, "text", "")),) for part in formula.parts
        ]
        found = parts[-1]
        for part in reversed(parts[:-1]):
            if part is None or found is None:
                return None
            found = apply(lambda first, second: first or second, part, found)
        return found
    return _ternary(asked, options, frame)


def _ternary(asked: Asked, options: tuple[Expr, ...], frame: Frame) -> Value | None:
    held = [asked.value(option, frame) for option in options]
    if len(held) != 2 or held[0] is None or held[1] is None:  # noqa: PLR2004  one where it holds, one where not
        return None
    if held[0] == held[1]:
        return held[0]
    unit, span = frame.place.unit, frame.span
    inside = [
        number
        for number, decision in enumerate(unit.facts.decisions)
        if decision.role == "ternary" and span is not None and span[:2] <= decision.span[:2] and decision.span[2:] <= span[2:]
    ]
    condition = asked.decided(unit, inside[0], frame) if len(inside) == 1 else asked.atom(f"{options[0]!r} is chosen", frame)
    return chosen(asked, condition, held[0], held[1])


def _unpacked(asked: Asked, of: Expr, slot: int | None, frame: Frame) -> Value | None:
    if slot is None:
        return None
    if isinstance(of, Call) and isinstance(at := asked.follow.meaning(of.func, frame.place), FunctionAt):
        return calls.inlined(asked, at, of, frame, slot)
    held = asked.value(of, frame)
    return None if held is None else mapped(asked, calls.SLOTS[slot], held) if slot < len(calls.SLOTS) else None


def _comprehended(asked: Asked, expr: Comp, frame: Frame) -> Value | None:
    """Return what a comprehension makes, in order; a mapping keeps its keys and, of its values, what is known."""
    place = frame.place
    inside = frame.at(Place(place.unit, expr.scope, place.block, place.line))
    turns = loops.turns(asked, loops.of_comprehension(inside), inside)
    if turns is None:
        return None
    found: Value = ((),)
    for turn, present in turns:
        parts = [asked.value(part, turn) for part in (expr.element, *(() if expr.value is None else (expr.value,)))]
        if parts[0] is None:
            return None
        pair = parts[0] if expr.value is None else apply(lambda *cells: cells, parts[0], parts[1] or (Thing("value"),))
        wanted = combine(
            lambda there, passed: Outcome(there.true & passed.true, there.raises | passed.raises), present, loops.filtered(asked, turn)
        )
        found = chosen(asked, wanted, apply(lambda held, cell: (*held, cell), found, pair), found)
    return apply(lambda held: _made(expr.shape, held), found)


def _made(shape: str, held: tuple[object, ...]) -> object:
    if shape == "dict":
        return Table(*map(tuple, zip(*held, strict=True))) if held else Table((), ())
    return frozenset(held) if shape == "set" else held


# -- operators


def _joined(asked: Asked, expr: Binary | Pieces, frame: Frame) -> Value | None:
    parts = [asked.value(part, frame) for part in ((expr.left, expr.right) if isinstance(expr, Binary) else expr.parts)]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    for part in known:
        if isinstance(part, tuple) and len(part) == 1:
            asked.noted(part, mark=True)
    if isinstance(expr, Pieces):
        return apply(lambda *cells: "".join(str(plain(cell)) for cell in cells), *known)
    return apply(lambda left, right: binary(expr.op, left, right), *known)
