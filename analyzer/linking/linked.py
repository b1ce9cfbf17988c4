"""Facts of all units in, one linked program out: every leaf that decides by a name, and every definition that holds one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..extracting.expression import Expr, Ref, Span, Test, scoped_leaves
from ..extracting.facts import Definition
from ...registry.space import Space
from ...registry.universe.names import Names
from ..inventory import Zone
from .carriers import Carriers
from .collections import Collection, Collections
from .following import Follower
from .index import Index
from .judge import Judge, Judged
from .meaning import External, FunctionAt, Place, PlacedUnit, module_of
from .members import Constants, Shape
from .truths import Held, Truths


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One test, lookup or reference that decides by a name."""

    unit: PlacedUnit
    decision: int | None  # None: a lookup outside of tests
    scope: int
    span: Span
    subject: str
    judged: Judged | None  # of a test or lookup
    held: Held | None  # of a reference


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """The linked program."""

    units: tuple[PlacedUnit, ...]
    index: Index
    leaves: tuple[Leaf, ...]
    flags: tuple[tuple[PlacedUnit, int, Held], ...]  # unit, number of the definition, what it holds
    predicates: tuple[tuple[FunctionAt, Held], ...]
    collections: tuple[Collection, ...]
    needles: frozenset[str]  # identifiers to look for in units that have not been read
    names: Names
    owners: Mapping[str, str | None]  # of each file of the target: the model that owns it
    follower: Follower
    constants: Constants

    def owned_by(self, module: str, *, module_only: bool) -> tuple[str, ...]:
        """Return the models that own what a dotted name imports; empty where nobody does.

        The last part may be a name inside the module, unless *module_only*.
        """
        for candidate in (module,) if module_only else (module, module.rpartition(".")[0]):
            path = self.index.path_of(candidate)
            if path is not None:
                owner = self.owners[path]
                return () if owner is None else (owner,)
        if self.index.is_own(module):
            return ()
        parts = module.split(".")
        inner = parts[1:] if module_only else parts[1:-1]
        if not module_only and len(parts) > _DEEP and self.names.models_named(parts[-1]) and parts[-1].islower():
            inner = parts[1:]  # `from transformers.models import jamba`
        return tuple(dict.fromkeys(name for part in inner for name in self.names.models_named(part)))

    def chain(self, expr: Expr, unit: PlacedUnit, definition: Definition) -> str | None:
        """Return the dotted name of another package's module that a chain of attributes leads to."""
        meaning = self.follower.meaning(expr, Place(unit, definition.scope, definition.block, definition.span[0]))
        return meaning.dotted if isinstance(meaning, External) else None


def link(
    units: Iterable[PlacedUnit],
    owners: Mapping[str, str | None],
    names: Names,
    strong: Mapping[str, Space],
    hinted: Mapping[str, Space],
    never: frozenset[str],
) -> Linked:
    """Link *units*; *owners* holds the path of every file of the target, and which model owns it."""
    index = Index(units, ((module_of(path)[0], path) for path in owners))
    follower = Follower(index)
    constants = Constants(follower)
    judge = Judge(follower, constants, Carriers(follower, strong, hinted, never), names)
    truths = Truths(follower, judge)
    collections = tuple(Collections(follower, constants, judge).found())
    leaves = tuple(_leaves(index, judge, truths))
    flags = tuple(
        (unit, number, truths.flags[id(definition)])
        for unit in index.units
        for number, definition in enumerate(unit.facts.definitions)
        if id(definition) in truths.flags
    )
    predicates = tuple((index.functions[dotted], held) for dotted, held in truths.predicates.items())
    needles = _needles(judge, collections, leaves, truths, flags)
    return Linked(
        units=index.units,
        index=index,
        leaves=leaves,
        flags=flags,
        predicates=predicates,
        collections=collections,
        needles=needles | _classes(index, judge),
        names=names,
        owners=owners,
        follower=follower,
        constants=constants,
    )


def _classes(index: Index, judge: Judge) -> frozenset[str]:
    """Return the local names of models' classes that shared code imports or defines: they may be checked against elsewhere."""
    shared = [unit.facts for unit in index.units if unit.zone is not Zone.MODEL]
    found = {item.local for facts in shared for item in facts.imports if item.name and item.name[:1].isupper() and judge.is_name(item.name)}
    found |= {cls.name for facts in shared for cls in facts.classes if judge.is_name(cls.name)}
    return frozenset(name for name in found if len(name) > _SHORTEST)


def _leaves(index: Index, judge: Judge, truths: Truths) -> Iterable[Leaf]:
    for unit in index.units:
        own = _own_flags(unit, truths)
        for number, decision in enumerate(unit.facts.decisions):
            for leaf, scope in scoped_leaves(decision.formula, decision.scope):
                match leaf:
                    case Test():
                        judged = truths.tests.get(id(leaf))
                        if judged is not None:
                            yield Leaf(unit=unit, decision=number, scope=scope, span=leaf.span, subject=judged.subject, judged=judged, held=None)
                    case Ref():
                        held = truths.reference(leaf.expr, Place(unit, scope, decision.block, leaf.span[0]))
                        if held is not None and (number, leaf.text.rpartition(".")[2]) not in own:
                            yield Leaf(unit=unit, decision=number, scope=scope, span=leaf.span, subject=leaf.text, judged=None, held=held)
        for lookup in unit.facts.lookups:
            judged = judge.lookup(lookup, Place(unit, lookup.scope, lookup.block, lookup.span[0]))
            if judged is not None:
                yield Leaf(unit=unit, decision=None, scope=lookup.scope, span=lookup.span, subject=lookup.text, judged=judged, held=None)


def _own_flags(unit: PlacedUnit, truths: Truths) -> set[tuple[int, str]]:
    """Return decision and name of each flag: in its own assignment a flag is not used, it is kept."""
    found: set[tuple[int, str]] = set()
    for definition in unit.facts.definitions:
        held = truths.flags.get(id(definition))
        if held is not None and held.decision is not None:
            found.add((held.decision, definition.name.rpartition(".")[2]))
    return found


def _needles(
    judge: Judge, collections: Iterable[Collection], leaves: Iterable[Leaf], truths: Truths, flags: Iterable[tuple[PlacedUnit, int, Held]]
) -> frozenset[str]:
    found = {name.rpartition(".")[2] for name in judge.wanted}
    found |= {one.dotted.rpartition(".")[2] for one in collections if _is_visible(one)}
    found |= {leaf.judged.constant.rpartition(".")[2] for leaf in leaves if leaf.judged is not None and leaf.judged.constant}
    found |= {dotted.rpartition(".")[2] for dotted in truths.predicates} | truths.receivers
    for unit, number, held in flags:
        definition = unit.facts.definitions[number]
        if "." in definition.name or unit.facts.scopes[definition.scope].form != "function":
            found.add(held.dotted.rpartition(".")[2])
    return frozenset(name for name in found if len(name) > _SHORTEST and name not in _NEVER)


def _is_visible(one: Collection) -> bool:
    """Whether other units can see it."""
    scope = one.unit.facts.scopes[one.definition.scope]
    return one.shape in {Shape.MAPPING, Shape.SEQUENCE} and (scope.form in {"unit", "class"} or "." in one.definition.name)


_DEEP = 3  # parts of a dotted name, more than which the last may be a module
_SHORTEST = 3  # letters; `keys` and the like are judged by _NEVER
_NEVER = frozenset({"matches", "forward", "__call__", "__init__", "name", "keys", "items", "values", "config", "model", "module", "modules", "None"})
