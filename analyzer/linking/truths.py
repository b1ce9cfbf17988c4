"""Flags and predicates: names and functions that hold the outcome of a name test, to a fixed point."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..extracting.expression import And, Attr, Blank, Call, Either, Expr, Formula, Item, Name, Not, Opaque, Or, Over, Ref, Str, Test, Truth
from ..extracting.expression import scoped_leaves
from ..extracting.facts import Decision, Definition, Return
from .following import Follower
from .judge import Judge, Judged
from .meaning import LINE_END, Bound, FunctionAt, Parameter, Place, PlacedUnit

_ROUNDS_LIMIT = 8
_ALIAS_LIMIT = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A flag or a predicate: where it is defined, and the names it depends on."""

    dotted: str
    names: tuple[str, ...]
    unit: PlacedUnit
    decision: int | None  # of its unit; None where it calls a predicate
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """What one `return` says: the names it depends on, and whether it is an outcome, spelled as a test."""

    names: tuple[str, ...]
    decision: int | None
    is_outcome: bool
    spelled: bool


class Truths:
    """Judges every decision of the program, and follows the outcomes that are kept."""

    def __init__(self, follower: Follower, judge: Judge) -> None:
        self._follow, self._judge = follower, judge
        self.tests: dict[int, Judged] = {}  # by id of the Test
        self.flags: dict[int, Held] = {}  # by id of the Definition
        self.predicates: dict[str, Held] = {}
        self.handed: dict[tuple[int, int, str], Held] = {}  # by unit, scope and name of a parameter that is given a flag
        self.receivers: set[str] = set()  # functions that are given a flag
        self._attributes: dict[str, list[Held]] = {}
        self._methods: dict[str, list[Held]] = {}
        self._renamings = tuple(_renamings(follower.index.units))
        self._heard: frozenset[str] = frozenset()  # last names under which an outcome may be read: all others are passed over unfollowed
        self._judge_tests()
        self._settle()

    def _judge_tests(self) -> None:
        for unit, decision in self._decisions():
            for leaf, scope in scoped_leaves(decision.formula, decision.scope):
                if isinstance(leaf, Test):
                    judged = self._judge.test(leaf, Place(unit, scope, decision.block, leaf.span[0]))
                    if judged is not None:
                        self.tests[id(leaf)] = judged

    def _decisions(self) -> Iterator[tuple[PlacedUnit, Decision]]:
        for unit in self._follow.index.units:
            for decision in unit.facts.decisions:
                yield unit, decision

    def _settle(self) -> None:
        for _ in range(_ROUNDS_LIMIT):
            before = len(self.flags) + len(self.predicates) + len(self.handed)
            self._heard = self._all_heard()
            for unit in self._follow.index.units:
                self._find_flags(unit)
            self._index_attributes()
            for at in self._follow.index.functions.values():
                self._find_predicate(at)
            self._index_methods()
            for unit in self._follow.index.units:
                self._hand_over(unit)
            if len(self.flags) + len(self.predicates) + len(self.handed) == before:
                return

    def _all_heard(self) -> frozenset[str]:
        found = {held.dotted.rpartition(".")[2] for held in (*self.flags.values(), *self.predicates.values())}
        found |= {name for _, _, name in self.handed}
        while more := {new for new, old in self._renamings if old in found and new not in found}:
            found |= more
        return frozenset(found)

    def _hand_over(self, unit: PlacedUnit) -> None:
        """Follow flags into the parameters of the functions that are called with them."""
        for item in unit.facts.invocations:
            if not isinstance(item.call, Call):
                continue
            place = Place(unit, item.scope, item.block, item.span[0])
            given = [(number, held) for number, arg in enumerate(item.call.args) if (held := self._given(arg, place)) is not None]
            named = [(name, held) for name, arg in item.call.keywords if (held := self._given(arg, place)) is not None]
            if given or named:
                self._receive(item.call.func, place, given, named)

    def _given(self, arg: Expr, place: Place) -> Held | None:
        if (number := _truth(arg)) is not None and not isinstance(arg, Either):
            names = self.names(place.unit, number)
            return Held(dotted="", names=names, unit=place.unit, decision=number, where=place.where) if names else None
        return self.reference(arg, place) if isinstance(arg, Name | Attr) else None

    def _receive(self, func: Expr, place: Place, given: list[tuple[int, Held]], named: list[tuple[str, Held]]) -> None:
        meaning = self._follow.meaning(func, place)
        if not isinstance(meaning, FunctionAt):
            name = (func.name if isinstance(func, Attr) else func.id if isinstance(func, Name) else "")
            if meaning is None and name:
                self.receivers.add(name)
            return
        self.receivers.add(meaning.function.name)
        if not meaning.function.has_body:
            return
        params = meaning.unit.facts.scopes[meaning.function.body].params
        bound = params[1:] if params[:1] in {("self",), ("cls",)} and isinstance(func, Attr) else params
        received = [(bound[number], held) for number, held in given if number < len(bound)] + [(name, held) for name, held in named if name in params]
        for name, held in received:
            self.handed.setdefault((id(meaning.unit), meaning.function.body, name), held)

    # -- flags

    def _find_flags(self, unit: PlacedUnit) -> None:
        for definition in unit.facts.definitions:
            if id(definition) in self.flags or definition.op not in {"=", "|=", "&="}:
                continue
            decision = _truth(definition.value)
            names: tuple[str, ...] = ()
            if decision is not None:
                names = self.names(unit, decision)
            elif isinstance(definition.value, Call):
                held = self.reference(definition.value, Place(unit, definition.scope, definition.block, definition.span[0]))
                names = held.names if held is not None else ()
            if names:
                place = Place(unit, definition.scope, definition.block, definition.span[0])
                dotted = self._follow.index.qualified(unit, definition.scope, definition.name)
                self.flags[id(definition)] = Held(dotted=dotted, names=names, unit=unit, decision=decision, where=place.where)

    def names(self, unit: PlacedUnit, number: int) -> tuple[str, ...]:
        """Return the names that a decision depends on, through flags and predicates too."""
        decision = unit.facts.decisions[number]
        found: dict[str, None] = {}
        for leaf, scope in scoped_leaves(decision.formula, decision.scope):
            found |= dict.fromkeys(self._leaf_names(leaf, Place(unit, scope, decision.block, leaf.span[0])))
        return tuple(found)

    def _leaf_names(self, leaf: Test | Ref, place: Place) -> tuple[str, ...]:
        if isinstance(leaf, Test):
            judged = self.tests.get(id(leaf))
            return () if judged is None else judged.names or (f"@{(judged.constant or '?').rpartition('.')[2]}",)
        held = self.reference(leaf.expr, place)
        return () if held is None else held.names

    def _index_attributes(self) -> None:
        """A flag kept on an object is known by its attribute, where most of what is stored under that name is one."""
        self._attributes = {}
        for name, definitions in self._follow.index.attributes.items():
            held = [self.flags[id(definition)] for _, definition in definitions if id(definition) in self.flags]
            others = sum(1 for _, definition in definitions if id(definition) not in self.flags and not _is_constant(definition))
            if held and len(held) >= others:
                self._attributes[name] = held

    # -- predicates

    def _find_predicate(self, at: FunctionAt) -> None:
        if at.dotted in self.predicates or not at.function.has_body:
            return
        returns = [item for item in at.unit.facts.returns if item.scope == at.function.body]
        seen: set[int] = set()
        answers = [answer for item in returns if (answer := self._answer(at.unit, item, seen)) is not None]
        if len(answers) < len(returns) or not any(answer.is_outcome for answer in answers):
            return
        names = tuple(dict.fromkeys(name for answer in answers for name in answer.names))
        spelled = any(answer.spelled for answer in answers)
        if names and (spelled or not at.function.effects):
            first = next((answer.decision for answer in answers if answer.decision is not None), None)
            where = f"{at.unit.path}:{at.unit.first + at.function.span[0]}"
            self.predicates[at.dotted] = Held(dotted=at.dotted, names=names, unit=at.unit, decision=first, where=where)

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
                held = self.reference(item.value, Place(unit, item.scope, item.block, LINE_END))
                if held is None:
                    return None
                names |= dict.fromkeys(held.names)
            case value if (number := _truth(value)) is not None:
                own.append(number)
            case _:
                return None
        first: int | None = None
        for number in (*_unseen(unit, item.guard, seen), *own):
            inside = self.names(unit, number)
            if inside and not self._pure(unit.facts.decisions[number].formula, unit, number):
                return None
            if inside and first is None:
                first = number
            names |= dict.fromkeys(inside)
        return _Answer(names=tuple(names), decision=first, is_outcome=is_outcome, spelled=spelled)

    def _pure(self, formula: Formula, unit: PlacedUnit, number: int) -> bool:
        """Whether no `or` (negations counted in) joins a name test with something else."""
        decision = unit.facts.decisions[number]

        def walk(at: Formula, scope: int, *, negated: bool) -> tuple[bool, bool]:
            match at:
                case Not(part):
                    return walk(part, scope, negated=not negated)
                case Over(every, inner, part):
                    del every
                    return walk(part, inner, negated=negated)
                case And(parts) | Or(parts):
                    walked = [walk(part, scope, negated=negated) for part in parts]
                    named = [has for has, _ in walked]
                    joins = isinstance(at, Or) != negated
                    return any(named), all(ok for _, ok in walked) and not (joins and any(named) and not all(named))
                case Test() | Ref():
                    return bool(self._leaf_names(at, Place(unit, scope, decision.block, at.span[0]))), True
                case Blank():
                    return False, True

        return walk(formula, decision.scope, negated=False)[1]

    def _index_methods(self) -> None:
        found: defaultdict[str, list[Held]] = defaultdict(list)
        counted: defaultdict[str, int] = defaultdict(int)
        for dotted in self._follow.index.functions:
            name = dotted.rpartition(".")[2]
            counted[name] += 1
            if dotted in self.predicates:
                found[name].append(self.predicates[dotted])
        self._methods = {name: held for name, held in found.items() if len(held) * 2 > counted[name]}

    # -- uses

    def reference(self, expr: Expr, place: Place, depth: int = 0) -> Held | None:
        """Return the flag or predicate that an expression reads or calls, or None."""
        if _last_name(expr) not in self._heard:
            return None
        match expr:
            case Name():
                return self._meant(expr, place, depth)
            case Attr(base, name):
                found = self._meant(expr, place, depth)
                if found is None and not (isinstance(base, Name) and base.id in {"self", "cls"} and self._owned(name, place)):
                    found = self._kept(name)
                return found
            case Item(_, Str(key)):
                return self._kept(key)
            case Call(Name("bool"), (inner,), _):
                return self.reference(inner, place, depth)
            case Call(func, _, _):
                return self._called(func, place)
            case _:
                return None

    def _owned(self, name: str, place: Place) -> bool:
        """Whether the class around *place* itself stores something else under that name."""
        return self._follow.meaning(Attr(Name("self"), name), place) is not None

    def _kept(self, name: str) -> Held | None:
        held = self._attributes.get(name)
        if held is not None:
            return _all_of(held)
        properties = [self.predicates[at.dotted] for at in self._follow.index.properties.get(name, ()) if at.dotted in self.predicates]
        return _all_of(properties) if properties else None

    def _meant(self, expr: Expr, place: Place, depth: int) -> Held | None:
        meaning = self._follow.meaning(expr, place)
        if isinstance(meaning, FunctionAt):
            is_property = any(at is meaning for at in self._follow.index.properties.get(meaning.function.name, ()))
            return self.predicates.get(meaning.dotted) if is_property else None
        if isinstance(meaning, Parameter):
            return self.handed.get((id(meaning.unit), meaning.scope, meaning.name))
        if not isinstance(meaning, Bound) or depth > _ALIAS_LIMIT:
            return None
        held: list[Held] = []
        for unit, definition in meaning.definitions:
            if (flag := self.flags.get(id(definition))) is not None:
                held.append(flag)
            elif isinstance(definition.value, Name | Attr) and definition.op == "=":
                inner = self.reference(definition.value, Place(unit, definition.scope, definition.block, definition.span[0] - 1), depth + 1)
                if inner is not None:
                    held.append(inner)
        return _all_of(held) if held else None

    def _called(self, func: Expr, place: Place) -> Held | None:
        meaning = self._follow.meaning(func, place)
        if isinstance(meaning, FunctionAt):
            return self.predicates.get(meaning.dotted)
        if meaning is None and isinstance(func, Attr) and func.name in self._methods:
            return _all_of(self._methods[func.name])
        return None


def _renamings(units: Iterable[PlacedUnit]) -> Iterator[tuple[str, str]]:
    """Yield each new name that is given to what has a name already, and the old one."""
    for unit in units:
        for definition in unit.facts.definitions:
            if isinstance(definition.value, Name | Attr):
                yield definition.name.rpartition(".")[2], _last_name(definition.value)
        for item in unit.facts.imports:
            if item.name is not None and item.local != item.name:
                yield item.local, item.name


def _last_name(expr: Expr) -> str:
    match expr:
        case Name(name) | Attr(_, name) | Item(_, Str(name)):
            return name
        case Call(Name("bool"), (inner,), _):
            return _last_name(inner)
        case Call(func, _, _):
            return _last_name(func)
        case _:
            return ""


def _unseen(unit: PlacedUnit, guard: int | None, seen: set[int]) -> list[int]:
    """Return the decisions that lead to a place, outermost first, but for those that were asked about for an earlier place."""
    found: list[int] = []
    for one in unit.facts.leading(guard):
        if one.decision in seen:
            break
        found.append(one.decision)
    seen.update(found)
    return found[::-1]


def _truth(value: Expr) -> int | None:
    match value:
        case Truth(number):
            return number
        case Either(options):
            return next((number for option in options if (number := _truth(option)) is not None), None)
        case _:
            return None


def _is_constant(definition: Definition) -> bool:
    return isinstance(definition.value, Opaque | Str) or definition.op == "annotation"


def _all_of(held: list[Held]) -> Held:
    if len(held) == 1:
        return held[0]
    names = tuple(dict.fromkeys(name for one in held for name in one.names))
    first = held[0]
    return Held(dotted=first.dotted, names=names, unit=first.unit, decision=first.decision, where=first.where)
