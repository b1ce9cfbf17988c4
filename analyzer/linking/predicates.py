"""Which functions hand back the outcome of a name test, and nothing else; and which hand back the key of a family."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ..extracting.expression import And, Attr, Blank, Call, Expr, Formula, Name, Not, Opaque, Or, Over, Ref, Str, Test, scoped_leaves
from ..extracting.facts import Block, Return
from .held import Held, outcome
from .index import Index
from .judge import Judge
from .meaning import LINE_END, FunctionAt, Place, PlacedUnit

LeafNames: TypeAlias = Callable[[Test | Ref, PlacedUnit, int, Block], tuple[str, ...]]
Reference: TypeAlias = Callable[[Expr, Place], Held | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """What one `return` says: the names it depends on, and whether it is an outcome, spelled as a test, and may be true."""

    names: tuple[str, ...]
    decision: int | None
    is_outcome: bool
    spelled: bool
    may_hold: bool


class Predicates:
    """Judges functions by what they return; the names of a leaf and what a reference reads are asked for."""

    def __init__(self, index: Index, leaf_names: LeafNames, reference: Reference) -> None:
        self._outline = index.outline
        self._leaf_names, self._reference = leaf_names, reference

    def may_be(self, at: FunctionAt) -> bool:
        """Whether all that a function returns can be outcomes, by its form."""
        return at.function.has_body and at.function.body in self._outline(at.unit).answering

    def judged(self, at: FunctionAt) -> Held | None:
        """Return what a predicate depends on, or None where the function is none."""
        returns = [item for item in at.unit.facts.returns if item.scope == at.function.body]
        seen: set[int] = set()
        named: dict[int, bool] = {}
        answers: list[_Answer] = []
        for item in returns:
            answer = self._answer(at.unit, item, seen)
            if answer is None or (answer.may_hold and not answer.names and not self._is_named(at.unit, item.guard, named)):
                return None  # something else, or a test without a name that is enough
            answers.append(answer)
        names = tuple(dict.fromkeys(name for answer in answers for name in answer.names))
        spelled = any(answer.spelled for answer in answers)
        if not names or not any(answer.is_outcome for answer in answers) or (at.function.effects and not spelled):
            return None
        first = next((answer.decision for answer in answers if answer.decision is not None), None)
        where = f"{at.unit.path}:{at.unit.first + at.function.span[0]}"
        return Held(dotted=at.dotted, names=names, unit=at.unit, decision=first, where=where)

    def _answer(self, unit: PlacedUnit, item: Return, seen: set[int]) -> _Answer | None:
        """Return what one `return` of a would-be predicate says, or None where it hands back something else, or mixes."""
        own: list[int] = []
        names: dict[str, None] = {}
        spelled = is_outcome = True
        match item.value:
            case Opaque("True" | "False"):
                spelled = False
            case Opaque("None"):
                spelled = is_outcome = False
            case Name() | Attr() | Call():
                held = self._reference(item.value, Place(unit, item.scope, item.block, LINE_END))
                if held is None or (held.unit is unit and held.decision is not None and not self._pure(unit, held.decision)):
                    return None
                names |= dict.fromkeys(held.names)
            case value if (number := outcome(value)) is not None:
                own.append(number)
            case _:
                return None
        first: int | None = None
        for number in (*_unseen(unit, item.guard, seen), *own):
            inside = self.names(unit, number)
            if inside and not self._pure(unit, number):
                return None
            if inside and first is None:
                first = number
            names |= dict.fromkeys(inside)
        may_hold = is_outcome and item.value != Opaque("False")
        return _Answer(names=tuple(names), decision=first, is_outcome=is_outcome, spelled=spelled, may_hold=may_hold)

    def _is_named(self, unit: PlacedUnit, guard: int | None, known: dict[int, bool]) -> bool:
        """Whether a name test is among the decisions that lead to a place; *known* holds the answers by guard."""
        path: list[int] = []
        found = False
        while guard is not None and not found:
            if guard in known:
                found = known[guard]
                break
            path.append(guard)
            found = bool(self.names(unit, unit.facts.guards[guard].decision))
            guard = unit.facts.guards[guard].before
        known.update(dict.fromkeys(path, found))
        return found

    def names(self, unit: PlacedUnit, number: int) -> tuple[str, ...]:
        """Return the names that a decision depends on, through flags and predicates too."""
        decision = unit.facts.decisions[number]
        found: dict[str, None] = {}
        for leaf, scope in self._outline(unit).leaves[number]:
            if names := self._leaf_names(leaf, unit, scope, decision.block):
                found |= dict.fromkeys(names)
        return tuple(found)

    def _pure(self, unit: PlacedUnit, number: int) -> bool:
        """Whether no `or` (negations counted in) joins a name test with something else."""
        decision = unit.facts.decisions[number]

        def walk(at: Formula, scope: int, *, negated: bool) -> tuple[bool, bool]:
            match at:
                case Not(part):
                    return walk(part, scope, negated=not negated)
                case Over(_, inner, part):
                    return walk(part, inner, negated=negated)
                case And(parts) | Or(parts):
                    walked = [walk(part, scope, negated=negated) for part in parts]
                    named = [has for has, _ in walked]
                    joins = isinstance(at, Or) != negated
                    return any(named), all(ok for _, ok in walked) and not (joins and any(named) and not all(named))
                case Test() | Ref():
                    return bool(self._leaf_names(at, unit, scope, decision.block)), True
                case Blank():
                    return False, True

        return walk(decision.formula, decision.scope, negated=False)[1]


def family_key(judge: Judge) -> Callable[[FunctionAt], bool]:
    """Return what tells whether a function hands back the name of a family where a name test holds: `return "kimi_k2"`."""

    def asks(unit: PlacedUnit, number: int) -> bool:
        decision = unit.facts.decisions[number]
        return any(
            isinstance(leaf, Test) and judge.asks(leaf, Place(unit, scope, decision.block, leaf.span[0]))
            for leaf, scope in scoped_leaves(decision.formula, decision.scope)
        )

    def is_family_key(at: FunctionAt) -> bool:
        facts = at.unit.facts
        keys = [
            item.value.value
            for item in facts.returns
            if item.scope == at.function.body
            and isinstance(item.value, Str)
            and any(one.holds and asks(at.unit, one.decision) for one in facts.leading(item.guard))
        ]
        return judge.spelling.mostly_names(tuple(keys))

    return is_family_key


def _unseen(unit: PlacedUnit, guard: int | None, seen: set[int]) -> list[int]:
    """Return the decisions that lead to a place, outermost first, but for those that were asked about for an earlier place."""
    found: list[int] = []
    for one in unit.facts.leading(guard):
        if one.decision in seen:
            break
        found.append(one.decision)
    seen.update(found)
    return found[::-1]
