"""What the facts of one unit say by themselves, whatever stands beside them: worked out once, and kept from round to round."""

import builtins
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TypeVar, cast

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
    Name,
    Opaque,
    Ref,
    Str,
    Test,
    Truth,
    children,
    dotted,
    scoped_leaves,
)
from ..extracting.facts import Decision, Definition, Facts, Invocation
from .carrier import last_word
from .held import heard_name, outcome
from .meaning import PlacedUnit

Answer = TypeVar("Answer")
LITERAL = frozenset({"Literal", "typing.Literal", "t.Literal", "typing_extensions.Literal"})
_BUILT_IN = frozenset(dir(builtins))
_ANSWERS = (Opaque("True"), Opaque("False"), Opaque("None"))
_EXPORTS = frozenset({"__all__", "__slots__", "__match_args__", "_import_structure"})
_BUILDERS = frozenset(
    {"set", "frozenset", "tuple", "list", "dict", "OrderedDict", "MappingProxyType", "defaultdict", "fromkeys", "sorted", "zip"}
)


class Outline:
    """Answers about one unit, each worked out when it is first asked for."""

    def __init__(self, facts: Facts) -> None:
        """Take the facts; nothing is worked out yet."""
        self.facts = facts
        self._once: dict[Callable[[Facts], object], object] = {}

    def once(self, work: Callable[[Facts], Answer]) -> Answer:
        """Return what a function, that looks at nothing else, says of the facts; it is asked once."""
        if work not in self._once:
            self._once[work] = work(self.facts)
        return cast("Answer", self._once[work])

    @cached_property
    def leaves(self) -> tuple[tuple[tuple[Test | Ref, int], ...], ...]:
        """The leaves of each decision, each with its scope."""
        return tuple(tuple(scoped_leaves(decision.formula, decision.scope)) for decision in self.facts.decisions)

    @cached_property
    def tests(self) -> tuple[tuple[Decision, tuple[tuple[Test, int], ...]], ...]:
        """The decisions with comparisons in them, each comparison with its scope."""
        found = [
            (decision, tuple((leaf, scope) for leaf, scope in leaves if isinstance(leaf, Test)))
            for decision, leaves in zip(self.facts.decisions, self.leaves, strict=True)
        ]
        return tuple((decision, tests) for decision, tests in found if tests)

    @cached_property
    def calls(self) -> tuple[tuple[str, Invocation], ...]:
        """The calls of what has a name, each with the last name of what is called."""
        return tuple((name, one) for one in self.facts.invocations if isinstance(one.call, Call) and (name := _called_name(one.call)))

    @cached_property
    def derived(self) -> tuple[Definition, ...]:
        """The constants of a module that may be made of other constants."""
        return tuple(one for one in self.facts.definitions if _is_derived(one, self.facts))

    @cached_property
    def read(self) -> frozenset[str]:
        """The names and attributes that the expressions of the unit read."""
        return _read(self.facts, (leaf for found in self.leaves for leaf, _ in found))

    @cached_property
    def heard(self) -> frozenset[str]:
        """The last names under which the unit may read outcomes, or hand them over."""
        facts = self.facts
        exprs = [leaf.expr for found in self.leaves for leaf, _ in found if isinstance(leaf, Ref)]
        exprs += [definition.value for definition in facts.definitions]
        exprs += [item.value for item in facts.returns]
        exprs += [arg for _, args in self.given for arg in args]
        return frozenset(map(heard_name, exprs))

    @cached_property
    def kept(self) -> tuple[tuple[int, Definition], ...]:
        """The definitions that may keep an outcome, each with its number."""
        return tuple((number, one) for number, one in enumerate(self.facts.definitions) if _may_keep(one))

    @cached_property
    def given(self) -> tuple[tuple[Invocation, tuple[Expr, ...]], ...]:
        """The calls that may be given outcomes, each with the arguments that may be such."""
        return tuple((one, args) for one in self.facts.invocations if (args := _given(one)))

    @cached_property
    def handing(self) -> tuple[tuple[str, bool, tuple[Expr, ...], tuple[str, ...]], ...]:
        """The calls of functions by their bare name, and (True) of methods of the own class: name, arguments, and their last words."""
        found: list[tuple[str, bool, tuple[Expr, ...], tuple[str, ...]]] = []
        for item in self.facts.invocations:
            if isinstance(item.call, Call) and (called := _called(item.call.func)) is not None:
                args = (*item.call.args, *(value for _, value in item.call.keywords))
                found.append((*called, args, tuple(map(last_word, args))))
        return tuple(found)

    @cached_property
    def renamings(self) -> tuple[tuple[str, str], ...]:
        """Each new name that is given to what has a name already, and the old one."""
        assigned = [
            (definition.name.rpartition(".")[2], heard_name(definition.value))
            for definition in self.facts.definitions
            if isinstance(definition.value, Name | Attr)
        ]
        imported = [(item.local, item.name) for item in self.facts.imports if item.name is not None and item.local != item.name]
        return (*assigned, *imported)

    @cached_property
    def answering(self) -> frozenset[int]:
        """The scopes of functions of which all that they hand back can be outcomes, by its form."""
        returns = self.facts.returns
        return frozenset(item.scope for item in returns) - {item.scope for item in returns if not _may_answer(item.value)}

    @cached_property
    def holding(self) -> tuple[Definition, ...]:
        """The definitions that may make a collection of names, or add to one."""
        return tuple(filter(_may_add, self.facts.definitions))

    def is_literal(self, value: Expr) -> bool:
        """Whether a value spells out members of a collection, and is not only made of others."""
        match value:
            case Coll(_, items, _):
                return bool(items)
            case Call(func, args, keywords):
                return _builds(func) and (bool(keywords) or any(map(self.is_literal, args)))
            case Binary(_, left, right):
                return self.is_literal(left) or self.is_literal(right)
            case Either(options):
                return any(map(self.is_literal, options))
            case Comp(shape, _, _, scope):
                loops = [definition.value for definition in self.facts.definitions if definition.scope == scope]
                spelled = (loop.of for loop in loops if isinstance(loop, Element))
                return any(isinstance(of, Coll) or (shape == "dict" and last_word(of).isupper()) for of in spelled)
            case Item(base, _):
                return dotted(base) in LITERAL
            case _:
                return False


class Outlines:
    """The outlines of the units of the program as it was last linked."""

    def __init__(self) -> None:
        self._known: dict[int, Outline] = {}  # by id of the facts, which the outline keeps

    def of(self, units: Iterable[PlacedUnit]) -> Mapping[int, Outline]:
        """Return the outlines of *units*, by id of their facts; those of units that are gone are forgotten."""
        self._known = {id(unit.facts): self._known.get(id(unit.facts)) or Outline(unit.facts) for unit in units}
        return self._known


def _read(facts: Facts, leaves: Iterable[Test | Ref]) -> frozenset[str]:
    found: set[str] = set()
    stack: list[Expr] = [item.value for item in facts.returns]
    stack += [item.call for item in facts.invocations]
    stack += [definition.value for definition in facts.definitions]
    stack += [lookup.table for lookup in facts.lookups]
    for leaf in leaves:
        stack += [leaf.left, leaf.right] if isinstance(leaf, Test) else [leaf.expr]
    while stack:
        expr = stack.pop()
        match expr:
            case Name(name):
                found.add(name)
            case Attr(base, name):
                found.add(name)
                stack.append(base)
            case _:
                stack.extend(children(expr))
    return frozenset(found)


def _called_name(call: Call) -> str:
    """Return the last name of what is called."""
    match call.func:
        case Attr(_, name) | Name(name):
            return name
        case _:
            return ""


def _is_derived(definition: Definition, facts: Facts) -> bool:
    visible = definition.name.isupper() and facts.scopes[definition.scope].form == "unit"
    return visible and definition.op == "=" and isinstance(definition.value, Binary | Call | Comp | Name | Attr)


def _may_keep(definition: Definition) -> bool:
    return definition.op in {"=", "|=", "&="} and (isinstance(definition.value, Call) or outcome(definition.value) is not None)


def _may_answer(value: Expr) -> bool:
    return value in _ANSWERS or isinstance(value, Name | Attr | Call) or outcome(value) is not None


def _given(item: Invocation) -> tuple[Expr, ...]:
    """Return the arguments of a call that may be outcomes."""
    if not isinstance(item.call, Call):
        return ()
    args = (*item.call.args, *(value for _, value in item.call.keywords))
    return tuple(arg for arg in args if isinstance(arg, Truth | Name | Attr))


def _called(func: Expr) -> tuple[str, bool] | None:
    match func:
        case Name(name) if name not in _BUILT_IN and not name[:1].isupper():
            return name, False
        case Attr(Name("self" | "cls"), name):
            return name, True
        case _:
            return None


def _may_add(definition: Definition) -> bool:
    match definition.op:
        case "store" | "setdefault":
            return isinstance(definition.key, Str | Name | Attr)
        case "update" | "|=":
            return isinstance(definition.value, Coll | Call)
        case "=":
            return definition.name not in _EXPORTS and _may_hold(definition.value)
        case _:
            return False


def _may_hold(value: Expr) -> bool:
    """Whether a value is built of members, or is made by what makes collections."""
    match value:
        case Call(func, _, _):
            return _builds(func)
        case Item(base, _):
            return dotted(base) in LITERAL
        case _:
            return isinstance(value, Coll | Binary | Either | Comp)


def _builds(func: Expr) -> bool:
    name = (dotted(func) or "").rpartition(".")[2]
    return name in _BUILDERS or name.endswith("Dict")
