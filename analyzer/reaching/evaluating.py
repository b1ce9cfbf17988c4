"""Evaluates the formulas and expressions of a linked program in all worlds at once."""

from collections.abc import Iterable

from ..extracting.expression import Attr, Expr, Formula, Name, Opaque, Str
from ..linking.meaning import Bound, Parameter, Place, PlacedUnit
from . import expressions, formulas
from .carrying import Shared, path
from .cells import Column, Table, outcome
from .diagram import Split, combine
from .frames import Frame, Thunk, Truth, Value
from .outcome import NEVER, Outcome, both, negated
from .spelled import names_in, positive, renamed
from .worlds import Form, Variable, Worlds

_DEPTH_LIMIT = 8  # calls


class Evaluator:
    """Evaluates in the worlds it is given; keeps which variables and strings it came upon, for better ones."""

    def __init__(self, shared: Shared, worlds: Worlds) -> None:
        self.shared, self.worlds = shared, worlds
        self.follow = shared.follow
        self.variables: dict[Variable, None] = {}
        self.carriers: dict[Variable, dict[str, None]] = {}  # what carries each, in words
        self.literals: dict[str, None] = {}
        self.marks: dict[str, None] = {}
        self.atoms: dict[object, int] = {}
        self.texts: list[str] = []
        self.focus: tuple[Variable, ...] = ()  # of whose names the answer tells
        self.reason: str | None = None  # why a test on a name could not be decided
        self.open: set[object] = set()
        self.cut = 0
        self.mapped: dict[tuple[int, ...], tuple[object, Value]] = {}
        self.compared: dict[tuple[object, ...], tuple[object, Column]] = {}
        self.outcomes: dict[int, tuple[Column, Outcome, int]] = {}
        self.given: dict[object, Value | None] = {}
        self._values: dict[object, tuple[Expr, Frame, Value | None]] = {}
        self._columns: dict[tuple[Variable, Form], Column] = {}
        self._decisions: dict[tuple[int, int, int], tuple[Frame, Truth]] = {}
        self._guards: dict[tuple[int, int, int], tuple[Frame, Truth]] = {}

    def enter(self, key: object, depth: int) -> bool:
        """Tell whether something may be followed, and keep that it is; who was told so discards the key when done."""
        if key in self.open or depth > _DEPTH_LIMIT:
            self.cut += 1
            return False
        self.open.add(key)
        return True

    # -- what is asked for

    def value(self, expr: Expr, frame: Frame) -> Value | None:
        """Return what an expression is worth, or None where nobody says."""
        if isinstance(expr, Str | Opaque):
            return expressions.value(self, expr, frame)
        place = frame.place
        key = id(expr), id(place.unit), place.scope, place.line, id(frame.bound), frame.judged
        if key not in self._values:
            before = self.cut
            found = expressions.value(self, expr, frame)
            if self.cut > before:
                return found
            self._values[key] = expr, frame, found
        return self._values[key][2]

    def truth(self, formula: Formula, frame: Frame) -> Truth:
        """Return in which worlds a formula holds."""
        return formulas.truth(self, formula, frame)

    def decided(self, unit: PlacedUnit, number: int, frame: Frame) -> Truth:
        """Return in which worlds a decision of a unit holds, whatever leads to it."""
        key = id(unit), number, id(frame.bound)
        if key not in self._decisions:
            decision = unit.facts.decisions[number]
            at = frame.at(Place(unit, decision.scope, decision.block, decision.span[0])).judging(None)
            self._decisions[key] = frame, self.truth(decision.formula, at)
        return self._decisions[key][1]

    def guarded(self, unit: PlacedUnit, guard: int | None, frame: Frame) -> Truth:
        """Return in which worlds all guards of a place have the outcome that leads there."""
        walked: list[int] = []
        at = guard
        while at is not None and (id(unit), at, id(frame.bound)) not in self._guards:
            walked.append(at)
            at = unit.facts.guards[at].before
        held: Truth = Outcome(self.worlds.everywhere, 0) if at is None else self._guards[id(unit), at, id(frame.bound)][1]
        for number in reversed(walked):
            one = unit.facts.guards[number]
            test = self.decided(unit, one.decision, frame)
            held = combine(both, held, test if one.holds else self.negated(test))
            self._guards[id(unit), number, id(frame.bound)] = frame, held
        return held

    def negated(self, truth: Truth) -> Truth:
        """Return the opposite."""
        return combine(lambda one: negated(one, self.worlds.everywhere), truth)

    # -- variables and atoms

    def column(self, variable: Variable, form: Form, words: str) -> Column:
        """Return what a variable is in each world; *words* say what carries it here."""
        self.variables[variable] = None
        self.carriers.setdefault(variable, {})[words] = None
        key = variable, form
        if key not in self._columns:
            self._columns[key] = self.worlds.column(variable, form)
        return self._columns[key]

    def atom(self, text: str, frame: Frame) -> Truth:
        """Return the truth of what is asked beside the name: equal texts about the same things are one atom, negated or not."""
        asked, is_negated = positive(text)
        sources = {name: self._source(name, frame) for name in names_in(asked)}
        asked = renamed(asked, {name: source[0] for name, source in sources.items()})
        key = asked, tuple(source[1] for source in sources.values())
        if key not in self.atoms:
            self.atoms[key] = len(self.texts)
            self.texts.append(asked)
        yes = Outcome(self.worlds.everywhere, 0)
        return Split(self.atoms[key], NEVER, yes) if is_negated else Split(self.atoms[key], yes, NEVER)

    def _source(self, name: str, frame: Frame) -> tuple[str, object]:
        """Return what a name is called where it comes from, and what tells it from another of the same spelling."""
        meaning = self.follow.name(name, frame.place)
        match meaning:
            case Parameter(unit, scope, parameter):
                held = frame.bound.get((id(unit), scope, parameter))
                return self._handed(name, held) if held is not None else (name, (id(unit), scope))
            case Bound(definitions, _):
                held = next((frame.bound[id(one)] for _, one in definitions if id(one) in frame.bound), None)
                return self._handed(name, held) if held is not None else (name, tuple(id(one) for _, one in definitions))
            case _:
                return name, None

    def _handed(self, name: str, held: Thunk | Value) -> tuple[str, object]:
        words = path(self.follow, held.expr, held.frame) if isinstance(held, Thunk) and isinstance(held.expr, Name | Attr) else ""
        if not isinstance(held, Thunk) or not words:
            return name, id(held)
        at: Expr = held.expr
        while isinstance(at, Attr):
            at = at.base
        return words, self._source(at.id, held.frame)[1] if isinstance(at, Name) else id(held)

    def outcome(self, value: Value, text: str, frame: Frame) -> Truth:
        """Return in which worlds a value is true; where nobody can say, it is an atom."""

        def read(column: Column) -> tuple[Column, Outcome, int]:
            if id(column) not in self.outcomes:
                self.outcomes[id(column)] = column, *outcome(column, self.worlds.everywhere)
            return self.outcomes[id(column)]

        def sure(column: Column) -> Outcome:
            return read(column)[1]

        def possible(column: Column) -> Outcome:
            _, held, unknown = read(column)
            return Outcome(held.true | unknown, held.raises)

        low, high = combine(sure, value), combine(possible, value)
        if low == high:
            return low
        return formulas.choose(self.atom(text, frame), high, low)

    def noted(self, column: Iterable[object], *, mark: bool = False) -> None:
        """Keep strings that are compared with, or by which what is compared is changed: others are made of them."""
        kept = self.marks if mark else self.literals
        for cell in column:
            if isinstance(cell, str):
                kept[cell] = None
            elif isinstance(cell, tuple | frozenset | Table):
                self.noted(cell, mark=mark)
