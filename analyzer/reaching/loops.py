"""Loops and comprehensions taken apart: what their variables hold, turn by turn."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from ..extracting.expression import Coll, Element, Expr, Formula, Name, Star, Test, children, scoped_leaves
from ..extracting.facts import Definition
from ..linking.meaning import Bound, Place
from .cells import Column, Mark, Table, lift, outcome
from .diagram import combine, ends
from .frames import Frame, Thunk, Truth, Value
from .outcome import Outcome, both
from .protocol import Asked

Turn: TypeAlias = tuple[Frame, Truth]
"""A frame with the loop variables bound, and in which worlds there is such a turn."""
_TURNS_LIMIT = 600
_DEPTH_LIMIT = 4


def of_comprehension(frame: Frame) -> list[Definition]:
    """Return the loop variables of the comprehension whose scope *frame* is in, in source order."""
    facts, scope = frame.place.unit.facts, frame.place.scope
    return [definition for definition in facts.definitions if definition.scope == scope and definition.op == "for"]


def filtered(asked: Asked, frame: Frame) -> Truth:
    """Return in which worlds the conditions of a comprehension hold."""
    held: Truth = Outcome(asked.worlds.everywhere, 0)
    unit, scope = frame.place.unit, frame.place.scope
    for number, decision in enumerate(unit.facts.decisions):
        if decision.scope == scope and decision.role == "comprehension":
            held = combine(both, held, asked.decided(unit, number, frame))
    return held


def around(asked: Asked, read: Iterable[tuple[Expr, int]], frame: Frame, *, whole: bool = True) -> list[Definition]:
    """Return the variables of loops that some expressions, each in its scope, read and nothing binds yet, outer loops first.

    Comprehensions bind their own, where a formula is asked as a *whole*.
    """
    found: dict[int, Definition] = {}
    queue = [(expr, scope, _DEPTH_LIMIT) for expr, scope in read]
    while queue:
        expr, scope, depth = queue.pop()
        match expr:
            case Name(name):
                definition = _looping(asked, name, frame.at(replace(frame.place, scope=scope)), whole=whole)
                if definition is not None and id(definition) not in found:
                    found[id(definition)] = definition
                    queue += [(definition.value, definition.scope, depth - 1)] if depth else []
            case _:
                queue += [(part, scope, depth) for part in children(expr)]
    return sorted(found.values(), key=lambda definition: definition.span)


def _looping(asked: Asked, name: str, frame: Frame, *, whole: bool) -> Definition | None:
    match asked.follow.name(name, frame.place):
        case Bound(((unit, definition), *_), _):
            inside = unit is frame.place.unit and definition.op == "for" and id(definition) not in frame.bound
            comprehended = unit.facts.scopes[definition.scope].form == "comprehension"
            return definition if inside and not (whole and comprehended) else None
        case _:
            return None


def read_by(frame: Frame, guard: int | None) -> Iterator[tuple[Expr, int]]:
    """Yield the expressions that the guards of a place compare or take for true."""
    unit = frame.place.unit
    for one in unit.facts.leading(guard):
        decision = unit.facts.decisions[one.decision]
        yield from sides(decision.formula, decision.scope)


def sides(formula: Formula, scope: int) -> Iterator[tuple[Expr, int]]:
    """Yield what a formula compares or takes for true, each with its scope."""
    for leaf, inside in scoped_leaves(formula, scope):
        yield from ((part, inside) for part in ((leaf.left, leaf.right) if isinstance(leaf, Test) else (leaf.expr,)))


def turns(asked: Asked, variables: list[Definition], frame: Frame) -> list[Turn] | None:
    """Return the turns that bind some loop variables, outer loops first; None where what is looped over is not known."""
    found: list[Turn] = [(frame, Outcome(asked.worlds.everywhere, 0))]
    for over, group in _grouped(variables):
        more: list[Turn] = []
        for outer, present in found:
            at = outer.at(Place(outer.place.unit, group[0].scope, group[0].block, group[0].span[0]))
            items = elements(asked, over, at)
            if items is None or len(items) * len(found) > _TURNS_LIMIT:
                return None
            for item, is_there in items:
                bound = {id(definition): _slot(asked, item, definition.value) for definition in group}
                more.append((outer.with_bound(bound), combine(both, present, is_there)))
        found = more
    return found


def _grouped(variables: list[Definition]) -> list[tuple[Expr, list[Definition]]]:
    """Return the variables by what they loop over: those of one tuple belong together."""
    found: list[tuple[Expr, list[Definition]]] = []
    for definition in variables:
        over = definition.value.of if isinstance(definition.value, Element) else definition.value
        if found and found[-1][0] == over and found[-1][1][0].span[0] == definition.span[0]:
            found[-1][1].append(definition)
        else:
            found.append((over, [definition]))
    return found


def elements(asked: Asked, over: Expr, frame: Frame) -> list[tuple[Thunk | Value, Truth]] | None:
    """Return the elements of what is looped over, each with the worlds in which there is one; None where they are not known."""
    everywhere = Outcome(asked.worlds.everywhere, 0)
    if isinstance(over, Coll) and over.shape != "dict" and not any(isinstance(item, Star) for item in over.items):
        return [(Thunk(item, frame), everywhere) for item in over.items]
    value = asked.value(over, frame)
    if value is None or any(cell is Mark.UNKNOWN for _, column in ends(value) for cell in column):
        return None
    most = max((len(cell) for _, column in ends(value) for cell in column if isinstance(cell, tuple | frozenset | Table)), default=0)
    if isinstance(value, tuple) and len(value) == 1:
        return [((item,), everywhere) for item in in_order(value[0])]
    found: list[tuple[Thunk | Value, Truth]] = []
    for number in range(most):
        item = combine(lambda column, at=number: lift(lambda cell: _nth(cell, at), (column,)), value)
        there = combine(lambda column: _present(column, asked.worlds.everywhere), item)
        found.append((item, there))
    return found or [((Mark.MISSING,), combine(lambda column: _present(lift(_nothing, (column,)), asked.worlds.everywhere), value))]


def in_order(value: object) -> tuple[object, ...]:
    """Return the items of a collection; a set's sorted, as far as they can be."""
    if isinstance(value, frozenset):
        return tuple(sorted(value, key=str))
    return tuple(value) if isinstance(value, tuple | Table) else tuple(value) if isinstance(value, str) else ()


def _nth(cell: object, number: int) -> object:
    if not isinstance(cell, tuple | frozenset | Table | str):
        raise TypeError(f"{cell!r} cannot be looped over")
    items = in_order(cell)
    return items[number] if number < len(items) else Mark.MISSING


def _nothing(cell: object) -> object:
    return _nth(cell, 0)


def _present(column: Column, everywhere: int) -> Outcome:
    """Return where there is an element; where the loop itself raises, so does this."""
    cells = tuple(cell if cell is Mark.RAISES or cell is Mark.MISSING else True for cell in column)
    return outcome(cells, everywhere)[0]


def _slot(asked: Asked, item: Thunk | Value, value: Expr) -> Thunk | Value:
    """Return what one variable of a tuple holds."""
    slot = value.slot if isinstance(value, Element) else None
    if slot is None:
        return item
    if isinstance(item, Thunk):
        match item.expr:
            case Coll(_, items, _) if slot < len(items):
                return Thunk(items[slot], item.frame)
            case _:
                held = asked.value(item.expr, item.frame)
                item = (Mark.UNKNOWN,) if held is None else held
    return combine(lambda column: lift(lambda cell: cell[slot] if isinstance(cell, tuple | str) else Mark.UNKNOWN, (column,)), item)
