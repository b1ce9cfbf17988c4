"""What calls hand back in all worlds: methods and built-in functions as Python has them, the target's own functions looked into."""

from collections.abc import Callable, Mapping, Sequence

from ..extracting.expression import Attr, Call, Coll, Comp, Expr, Name, Opaque, Star, dotted
from ..extracting.facts import Definition, Return
from ..linking.callers import bound
from ..linking.meaning import LINE_END, ClassAt, FunctionAt, Place
from . import loops
from .cells import Mark
from .choices import UNKNOWN, apply, chosen, mapped
from .diagram import combine
from .frames import Frame, Thunk, Truth, Value
from .methods import CHANGING, FUNCTIONS, method
from .outcome import Outcome
from .protocol import Asked

_FLAGS = {
    "I": "i",
    "IGNORECASE": "i",
    "S": "s",
    "DOTALL": "s",
    "M": "m",
    "MULTILINE": "m",
    "X": "x",
    "VERBOSE": "x",
    "A": "a",
    "ASCII": "a",
}


def value(asked: Asked, call: Call, frame: Frame) -> Value | None:
    """Return what a call hands back, or None where nobody says."""
    name = dotted(call.func)
    last = (name or "").rpartition(".")[2]
    if name == "type" and len(call.args) == 1:
        return asked.column(*asked.shared.variables.class_of(call.args[0], frame))
    if name is not None and last == "compile" and call.args:
        return _pattern(asked, call, frame)
    meaning = asked.follow.meaning(call.func, frame.place)
    if isinstance(meaning, FunctionAt):
        return inlined(asked, meaning, call, frame)
    if isinstance(meaning, ClassAt):
        return asked.value(call.args[0], frame) if _is_enum(meaning) and len(call.args) == 1 else None
    if name == "next":
        return _next(asked, call, frame)
    function = FUNCTIONS.get(name or "") or (FUNCTIONS.get(f"re.{last}") if (name or "").startswith("re.") else None)
    if function is None and last == "basename":
        function = FUNCTIONS[last]
    if function is not None:
        return _applied(asked, function, call.args, frame)
    if isinstance(call.func, Attr) and (made := method(call.func.name)) is not None:
        if call.func.name in CHANGING:
            _note(asked, call.args, frame)
        return _applied(asked, made, (call.func.base, *call.args), frame)
    return None


def changes(call: Call) -> bool:
    """Whether a call hands back something else than what it is asked of: then nothing is known of it by what it is called."""
    if isinstance(call.func, Attr):
        return method(call.func.name) is not None
    return dotted(call.func) in FUNCTIONS


def _is_enum(at: ClassAt) -> bool:
    return any("Enum" in (dotted(base) or "") for base in at.cls.bases)


def _applied(asked: Asked, make: object, args: Sequence[Expr], frame: Frame) -> Value | None:
    values = [None if isinstance(arg, Star) else asked.value(arg, frame) for arg in args]
    known = [held for held in values if held is not None]
    if len(known) < len(values) or not callable(make):
        return None
    return mapped(asked, make, *known) if known else None


def _note(asked: Asked, args: Sequence[Expr], frame: Frame) -> None:
    for arg in args:
        held = asked.value(arg, frame)
        if isinstance(held, tuple) and len(held) == 1:
            asked.noted(held, mark=True)


def _next(asked: Asked, call: Call, frame: Frame) -> Value | None:
    """`next((x for x in … if …), default)`."""
    values = [asked.value(arg, frame) for arg in call.args]
    if not values or any(held is None for held in values) or not isinstance(call.args[0], Comp | Call | Name):
        return None
    return _applied(asked, _first, call.args, frame)


def _first(items: object, *default: object) -> object:
    held = loops.in_order(items)
    return held[0] if held else default[0] if default else Mark.RAISES


def _pattern(asked: Asked, call: Call, frame: Frame) -> Value | None:
    """`re.compile(pattern, flags)`: the pattern with its flags written into it."""
    held = asked.value(call.args[0], frame)
    flags = _flags((*call.args[1:], *(given for _, given in call.keywords)))
    if held is None or flags is None:
        return None
    return apply(lambda text: f"(?{flags}){text}" if flags else text, held)


def _flags(given: Sequence[Expr]) -> str | None:
    found = ""
    stack = list(given)
    while stack:
        match stack.pop():
            case Attr(_, name) if name in _FLAGS:
                found += _FLAGS[name]
            case Opaque("0"):
                pass
            case part if (parts := getattr(part, "left", None)) is not None:
                stack += [parts, part.right]  # type: ignore[union-attr]  # one that has a left side has a right one
            case _:
                return None
    return "".join(sorted(set(found)))


# -- the target's own functions


def inlined(asked: Asked, at: FunctionAt, call: Call | None, frame: Frame, slot: int | None = None) -> Value | None:
    """Return what a function of the target hands back for what it is given; the first `return` whose conditions hold counts.

    Of a tuple, *slot* says which member is wanted.
    """
    key = "inlined", id(at.unit), at.function.body, slot
    if not at.function.has_body:
        return None
    returns = [item for item in at.unit.facts.returns if item.scope == at.function.body]
    if not returns or not asked.enter(key, frame.depth):
        return None
    inside = Frame(
        place=Place(at.unit, at.function.body, (), LINE_END),
        bound={(id(at.unit), at.function.body, name): held for name, held in _arguments(at, call, frame).items()},
        depth=frame.depth + 1,
        judged=frame.judged,
    )
    try:
        return _handed_back(asked, returns, inside, slot)
    finally:
        asked.open.discard(key)


def _arguments(at: FunctionAt, call: Call | None, frame: Frame) -> Mapping[str, Thunk]:
    outside = Frame(place=Place(at.unit, at.function.scope, at.function.block, at.function.span[0]), depth=frame.depth + 1)
    found = {name: Thunk(expr, outside) for name, expr in at.function.defaults}
    given = {} if call is None else bound(at, call)
    return found | {name: Thunk(exprs[0], frame) for name, exprs in given.items() if len(exprs) == 1}


def _handed_back(asked: Asked, returns: Sequence[Return], frame: Frame, slot: int | None) -> Value | None:
    found: list[tuple[Truth, Value]] = []
    for group, variables in _by_loop(asked, returns, frame):
        turns = loops.turns(asked, variables, frame) if variables else [(frame, None)]
        if turns is None:
            return None
        for turn, present in turns:
            for item in group:
                at = turn.at(Place(frame.place.unit, item.scope, item.block, LINE_END))
                condition = asked.guarded(frame.place.unit, item.guard, at)
                if present is not None:
                    condition = combine(
                        lambda one, two: Outcome(one.true & two.true, one.raises & two.true | two.raises), condition, present
                    )
                found.append((condition, _member(asked, item.value, slot, at) or UNKNOWN))
    held: Value = (None,)
    for condition, given in reversed(found):
        held = chosen(asked, condition, given, held)
    return None if held == UNKNOWN else held


def _member(asked: Asked, expr: Expr, slot: int | None, frame: Frame) -> Value | None:
    """Return what an expression holds, or one member of the tuple that it is."""
    match expr:
        case Coll("tuple" | "list", items, _) if slot is not None and slot < len(items):
            return asked.value(items[slot], frame)
        case _ if slot is None:
            return asked.value(expr, frame)
        case _:
            held = asked.value(expr, frame)
            return None if held is None or slot >= len(SLOTS) else mapped(asked, SLOTS[slot], held)


def _nth(slot: int) -> Callable[[object], object]:
    return lambda cell: cell[slot] if isinstance(cell, tuple) else Mark.UNKNOWN


SLOTS = tuple(map(_nth, range(16)))
"""What hands back each member of a tuple."""


def _by_loop(asked: Asked, returns: Sequence[Return], frame: Frame) -> list[tuple[list[Return], list[Definition]]]:
    """Return the `return`s in source order; those inside one loop stand together, with its variables."""
    found: list[tuple[list[Return], list[Definition]]] = []
    for item in returns:
        at = frame.at(Place(frame.place.unit, item.scope, item.block, LINE_END))
        variables = loops.around(asked, [(item.value, item.scope), *loops.read_by(at, item.guard)], at)
        if found and variables and found[-1][1] and found[-1][1][0] is variables[0]:
            found[-1][0].append(item)
            found[-1][1].extend(one for one in variables if one not in found[-1][1])
        else:
            found.append(([item], list(variables)))
    return found
