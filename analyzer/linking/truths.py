"""Flags and predicates: names and functions that hold the outcome of a name test, to a fixed point."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from ..extracting.expression import Attr, Call, Expr, Item, Name, Opaque, Ref, Str, Test, Truth
from ..extracting.facts import Block, Definition, Invocation
from .callers import bound
from .failures import Failures
from .following import Follower
from .held import Held, all_of, heard_name, outcome
from .judged import Judged
from .meaning import Bound, FunctionAt, Parameter, Place, PlacedUnit
from .predicates import Predicates

Tests: TypeAlias = Mapping[int, tuple[Mapping[int, Judged], Mapping[int, Judged]]]
"""The judgements of comparisons by their id: those by themselves and those beside others, by id of the unit."""
_NONE: tuple[Mapping[int, Judged], Mapping[int, Judged]] = ({}, {})
_ROUNDS_LIMIT = 8
_ALIAS_LIMIT = 6


class Truths:
    """Follows the outcomes of tests that are kept."""

    def __init__(self, follower: Follower, tests: Tests, matched: Mapping[int, Mapping[Call, Judged]], failures: Failures) -> None:
        self._follow, self._tests, self._failures = follower, tests, failures
        self._matched = matched  # calls of matchers with literal names
        self.flags: dict[tuple[int, int], Held] = {}  # by id of the unit and of the Definition
        self.predicates: dict[str, Held] = {}
        self.handed: dict[tuple[int, int, str], Held] = {}  # by unit, scope and name of a parameter that is given a flag
        self.receivers: set[str] = set()  # functions that are given a flag
        self._attributes: dict[str, list[Held]] = {}
        self._methods: dict[str, list[Held]] = {}
        self._renamings: defaultdict[str, set[str]] = defaultdict(set)  # new names by the old one
        outlines = [(unit, follower.index.outline(unit)) for unit in follower.index.units]
        for new, old in (renamed for _, outline in outlines for renamed in outline.renamings):
            self._renamings[old].add(new)
        self._heard: frozenset[str] = frozenset()  # last names under which an outcome may be read: all others are passed over unfollowed
        self._functions = Predicates(follower.index, self._leaf_names, self.reference)
        self._kept_values = [(unit, outline.kept) for unit, outline in outlines if outline.kept]
        self._would_be = [at for at in follower.index.functions.values() if self._functions.may_be(at)]
        self._named_so = Counter(at.function.name for at in follower.index.functions.values())
        self._given_away = [(unit, outline.given) for unit, outline in outlines if outline.given]
        self._reads = {id(unit): outline.heard for unit, outline in outlines}
        self._settle()

    def _settle(self) -> None:
        changed: frozenset[str] | None = None  # None: nothing is heard so far
        for _ in range(_ROUNDS_LIMIT):
            before = self._weights()
            self._heard = self._renamed(before)
            self._find(changed)
            after = self._weights()
            changed = self._renamed(name for name, weight in after.items() if weight != before.get(name))
            if not changed:
                return

    def _find(self, changed: frozenset[str] | None) -> None:
        """Look once at all that may be an outcome of what has *changed*; at first of the judgements in the same unit alone."""

        def is_stale(unit: PlacedUnit) -> bool:
            return self.decides(unit) if changed is None else not changed.isdisjoint(self._reads[id(unit)])

        for unit, definitions in self._kept_values:
            if is_stale(unit):
                with self._failures.of(unit):
                    for _, definition in definitions:
                        self._find_flag(unit, definition)
        self._index_attributes()
        for at in self._would_be:
            if at.dotted not in self.predicates and is_stale(at.unit):
                with self._failures.of(at.unit):
                    if (held := self._functions.judged(at)) is not None:
                        self.predicates[at.dotted] = held
        self._index_methods()
        for unit, given in self._given_away:
            if is_stale(unit):
                with self._failures.of(unit):
                    for item, args in given:
                        self._hand_over(unit, item, args)

    def _weights(self) -> Counter[str]:
        """Return how much is known under each last name under which an outcome is kept."""
        found: Counter[str] = Counter()
        for held in (*self.flags.values(), *self.predicates.values()):
            found[held.dotted.rpartition(".")[2]] += 1 + len(held.names)
        for _, _, name in self.handed:
            found[name] += 1
        return found

    def _renamed(self, names: Iterable[str]) -> frozenset[str]:
        """Return *names* and what else what they name is called."""
        found = set(names)
        queue = list(found)
        while queue:
            more = self._renamings.get(queue.pop(), set()) - found
            found |= more
            queue += more
        return frozenset(found)

    # -- flags

    def _find_flag(self, unit: PlacedUnit, definition: Definition) -> None:
        decision = outcome(definition.value)
        if decision is None and not self.hears(definition.value) and self.matched(definition.value, unit) is None:
            return
        place = Place(unit, definition.scope, definition.block, definition.span[0])
        names = self._names_of(definition.value, place) if decision is None else self._functions.names(unit, decision)
        if names:
            dotted = self._follow.index.qualified(unit, definition.scope, definition.name)
            self.flags[id(unit), id(definition)] = Held(dotted=dotted, names=names, unit=unit, decision=decision, where=place.where)

    def _leaf_names(self, leaf: Test | Ref, unit: PlacedUnit, scope: int, block: Block) -> tuple[str, ...]:
        if isinstance(leaf, Ref):
            return self._names_of(leaf.expr, Place(unit, scope, block, leaf.span[0]))
        judged = self.test(leaf, unit)
        return () if judged is None else judged.names or (f"@{(judged.constant or '?').rpartition('.')[2]}",)

    def decides(self, unit: PlacedUnit) -> bool:
        """Whether something in a unit was judged to decide by a name."""
        tested, beside = self._tests.get(id(unit), _NONE)
        return bool(tested or beside or self._matched.get(id(unit)))

    def hears_in(self, unit: PlacedUnit) -> bool:
        """Whether a unit may read outcomes."""
        return not self._heard.isdisjoint(self._reads[id(unit)])

    def test(self, leaf: Test, unit: PlacedUnit) -> Judged | None:
        """Return the judgement of a comparison."""
        tested, beside = self._tests.get(id(unit), _NONE)
        return tested.get(id(leaf)) or beside.get(id(leaf))

    def matched(self, expr: Expr, unit: PlacedUnit) -> Judged | None:
        """Return the judgement of a call of a matcher with literal names."""
        known = self._matched.get(id(unit))
        return known.get(expr) if known is not None and isinstance(expr, Call) else None

    def _names_of(self, expr: Expr, place: Place) -> tuple[str, ...]:
        if (judged := self.matched(expr, place.unit)) is not None:
            return judged.names
        held = self.reference(expr, place)
        return () if held is None else held.names

    def _index_attributes(self) -> None:
        """A flag kept on an object is known by its attribute, where most of what is stored under that name is one."""
        self._attributes = {}
        for name in {held.dotted.rpartition(".")[2] for held in self.flags.values()}:
            definitions = self._follow.index.attributes.get(name, ())
            flags = [(self.flags.get((id(unit), id(definition))), definition) for unit, definition in definitions]
            held = [flag for flag, _ in flags if flag is not None]
            others = sum(1 for flag, definition in flags if flag is None and not _is_constant(definition))
            if held and len(held) >= others:
                self._attributes[name] = held

    def _index_methods(self) -> None:
        found: defaultdict[str, list[Held]] = defaultdict(list)
        for at in self._would_be:
            if at.dotted in self.predicates:
                found[at.function.name].append(self.predicates[at.dotted])
        self._methods = {name: held for name, held in found.items() if len(held) * 2 > self._named_so[name]}

    # -- flags that are handed over

    def _hand_over(self, unit: PlacedUnit, item: Invocation, args: Iterable[Expr]) -> None:
        """Follow flags into the parameters of the function that is called with them."""
        heard = [arg for arg in args if isinstance(arg, Truth) or heard_name(arg) in self._heard]
        if heard and isinstance(item.call, Call):
            place = Place(unit, item.scope, item.block, item.span[0])
            given = {id(arg): held for arg in heard if (held := self._outcome_of(arg, place)) is not None}
            if given:
                self._receive(item.call, place, given)

    def _outcome_of(self, arg: Expr, place: Place) -> Held | None:
        if not isinstance(arg, Truth):
            return self.reference(arg, place)
        names = self._functions.names(place.unit, arg.decision)
        return Held(dotted="", names=names, unit=place.unit, decision=arg.decision, where=place.where) if names else None

    def _receive(self, call: Call, place: Place, given: Mapping[int, Held]) -> None:
        meaning = self._follow.meaning(call.func, place)
        if not isinstance(meaning, FunctionAt):
            if meaning is None and (isinstance(call.func, Name) or "_" in heard_name(call.func)):
                self.receivers.add(heard_name(call.func))
            return
        self.receivers.add(meaning.function.name)
        if meaning.function.has_body:
            for name, values in bound(meaning, call).items():
                for value in values:
                    if id(value) in given:
                        self.handed.setdefault((id(meaning.unit), meaning.function.body, name), given[id(value)])

    # -- uses

    def hears(self, expr: Expr) -> bool:
        """Whether an expression may read an outcome, by its last name."""
        return heard_name(expr) in self._heard

    def reference(self, expr: Expr, place: Place, depth: int = 0) -> Held | None:
        """Return the flag or predicate that an expression reads or calls, or None."""
        if not self.hears(expr):
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
            return all_of(held)
        properties = [self.predicates[at.dotted] for at in self._follow.index.properties.get(name, ()) if at.dotted in self.predicates]
        return all_of(properties) if properties else None

    def _meant(self, expr: Expr, place: Place, depth: int) -> Held | None:
        match self._follow.meaning(expr, place):
            case FunctionAt() as meaning:
                is_property = any(at is meaning for at in self._follow.index.properties.get(meaning.function.name, ()))
                return self.predicates.get(meaning.dotted) if is_property else None
            case Parameter(unit, scope, name):
                return self.handed.get((id(unit), scope, name))
            case Bound(definitions, _) if depth <= _ALIAS_LIMIT:
                held = [one for unit, definition in definitions if (one := self._bound(unit, definition, depth)) is not None]
                return all_of(held) if held else None
            case _:
                return None

    def _bound(self, unit: PlacedUnit, definition: Definition, depth: int) -> Held | None:
        if (flag := self.flags.get((id(unit), id(definition)))) is not None:
            return flag
        if isinstance(definition.value, Name | Attr) and definition.op == "=":
            return self.reference(definition.value, Place(unit, definition.scope, definition.block, definition.span[0] - 1), depth + 1)
        return None

    def _called(self, func: Expr, place: Place) -> Held | None:
        meaning = self._follow.meaning(func, place)
        if isinstance(meaning, FunctionAt):
            return self.predicates.get(meaning.dotted)
        if meaning is None and isinstance(func, Attr) and func.name in self._methods:
            return all_of(self._methods[func.name])
        return None


def _is_constant(definition: Definition) -> bool:
    return isinstance(definition.value, Opaque | Str) or definition.op == "annotation"
