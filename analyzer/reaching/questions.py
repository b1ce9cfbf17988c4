"""What is asked of a program for one site, one decision, one arm."""

from collections.abc import Iterable

from ..analysis import Program
from ..extracting.expression import Call, Expr, Formula, Ref, Test
from ..extracting.facts import Invocation, Lookup
from ..finding.draft import Draft
from ..inventory import Kind, Site
from ..linking.meaning import Place, PlacedUnit
from . import calls, formulas, loops
from .deciding import Question
from .diagram import combine
from .evaluating import Evaluator
from .frames import Frame, Truth
from .outcome import NEVER, Outcome, both, either


class Asker:
    """Finds the formulas behind the sites of a program."""

    def __init__(self, program: Program) -> None:
        linked = program.linked
        self._drafts = {site.id: draft for site, draft in program.sites}
        self._decisions: dict[str, tuple[PlacedUnit, int]] = {}
        for site, draft in program.sites:
            if draft.decision is not None:
                self._decisions.setdefault(site.decision, draft.decision)
        self._first = {site.decision: site for site, _ in reversed(program.sites)}
        self._flags = {(id(unit), unit.facts.definitions[number].span): (unit, number) for unit, number, _ in linked.flags}
        self._predicates = {(id(at.unit), at.function.span): at for at, _ in linked.predicates}

    def site(self, site: Site) -> Question | str:
        """Return the question whether the test of a site is true, or why there is none."""
        draft = self._drafts[site.id]
        match site.kind:
            case Kind.FLAG if (held := self._flags.get((id(draft.unit), draft.span))) is not None:
                definition = held[0].facts.definitions[held[1]]
                place = Place(draft.unit, definition.scope, definition.block, definition.span[0])
                return _valued(definition.value, Frame(place=place, span=definition.span), site.subject)
            case Kind.PREDICATE if (at := self._predicates.get((id(draft.unit), draft.span))) is not None:
                inside = Frame(place=Place(at.unit, at.function.scope, at.function.block, at.function.span[0]))
                return lambda asked: _of(asked, calls.inlined(asked, at, None, inside), site.subject, inside)
            case Kind.TABLE | Kind.NAMESET | Kind.PER_MODEL_DEF | Kind.REACH_IN:
                return f"a {site.kind} is no test"
            case _:
                return self._tested(site, draft)

    def _tested(self, site: Site, draft: Draft) -> Question | str:
        unit = draft.unit
        if draft.decision is not None:
            decision = unit.facts.decisions[draft.decision[1]]
            found = formulas.leaf(decision.formula, decision.scope, draft.span)
            if found is not None:
                frame = Frame(place=Place(unit, found[1], decision.block, draft.span[0]))
                return lambda asked: _formula(asked, found[0], frame, None)
        for lookup in unit.facts.lookups:
            if lookup.span == draft.span:
                return _looked_up(lookup, unit, site.names)
        for item in unit.facts.invocations:
            if item.span == draft.span and isinstance(item.call, Call):
                return _valued(item.call, _frame(unit, item), site.subject)
        return f"the test of {site.subject} was not found again"

    def decision(self, decision: str) -> Question | str:
        """Return the question whether a whole test is true."""
        held = self._decisions.get(decision)
        if held is None:
            return self.site(self._first[decision])
        return lambda asked: _decided(asked, *held, guarded=False)

    def arm(self, decision: str) -> tuple[Question | str, int | None]:
        """Return the question whether the block behind a test is entered, and the number of the arm."""
        held = self._decisions.get(decision)
        if held is None:
            return self.site(self._first[decision]), None
        return lambda asked: _decided(asked, *held, guarded=True), held[0].facts.decisions[held[1]].arm


def _frame(unit: PlacedUnit, item: Lookup | Invocation) -> Frame:
    return Frame(place=Place(unit, item.scope, item.block, item.span[0]))


def _decided(asked: Evaluator, unit: PlacedUnit, number: int, *, guarded: bool) -> Truth:
    decision = unit.facts.decisions[number]
    frame = Frame(place=Place(unit, decision.scope, decision.block, decision.span[0]), span=decision.span)
    return _formula(asked, decision.formula, frame, decision.guard if guarded else None)


def _formula(asked: Evaluator, formula: Formula, frame: Frame, guard: int | None) -> Truth:
    """Ask a formula, and what guards it; in a loop over known things, whether one of the turns comes there."""
    read = [*loops.sides(formula, frame.place.scope), *loops.read_by(frame, guard)]
    turns = _turns(asked, read, frame, whole=not isinstance(formula, Test | Ref))
    found: Truth = NEVER
    tests = [asked.truth(formula, turn) for turn, _ in turns]
    asked.focus = tuple(asked.variables)
    for (turn, present), test in zip(turns, tests, strict=True):
        leading = combine(both, present, asked.guarded(frame.place.unit, guard, turn))
        found = combine(either, found, combine(both, leading, test))
    return found


def _turns(asked: Evaluator, read: Iterable[tuple[Expr, int]], frame: Frame, *, whole: bool) -> list[loops.Turn]:
    once: list[loops.Turn] = [(frame, Outcome(asked.worlds.everywhere, 0))]
    variables = loops.around(asked, read, frame, whole=whole)
    return (loops.turns(asked, variables, frame) if variables else once) or once


def _valued(expr: Expr, frame: Frame, text: str) -> Question:
    return lambda asked: _of(asked, asked.value(expr, frame), text, frame)


def _of(asked: Evaluator, value: object, text: str, frame: Frame) -> Truth:
    asked.focus = tuple(asked.variables)
    return asked.atom(text, frame) if value is None else asked.outcome(value, text, frame)  # type: ignore[arg-type]  # a value


def _looked_up(lookup: Lookup, unit: PlacedUnit, names: tuple[str, ...]) -> Question:
    frame = _frame(unit, lookup).judging(names)

    def ask(asked: Evaluator) -> Truth:
        table, key = asked.value(lookup.table, frame), asked.value(lookup.key, frame)
        asked.focus = tuple(asked.variables)
        if table is None or key is None:
            return asked.atom(lookup.text, frame)
        return asked.outcome(formulas.compared(asked, "in", key, table), lookup.text, frame)

    return ask
