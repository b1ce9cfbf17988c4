"""Which expressions are what a test is asked about: the variables of its worlds."""

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property

from ...registry.space import Space
from ..extracting.expression import Attr, Call, Either, Element, Expr, Item, Name, Span, Str
from ..extracting.facts import Definition
from ..linking.callers import Callers
from ..linking.carrier import Carrier, Strength, class_space
from ..linking.following import MUTATIONS, Follower
from ..linking.linked import Linked
from ..linking.meaning import Bound, FunctionAt, Parameter, PlacedUnit
from .frames import Frame, Thunk
from .universe import Universe
from .worlds import PARTS, Form, Part, Variable

_TEXT_CONFIGS = ("text_config", "get_text_config", "llm_config", "language_config")
_RIVALS = ("draft", "teacher", "assistant", "reward", "critic", "student")  # models beside the one that is worked on
_CONFIGS = ("config", "cfg")
_DEPTH_LIMIT = 12


class Variables:
    """Recognises the variables of a program."""

    def __init__(self, linked: Linked, universe: Universe) -> None:
        self._carriers, self._follow, self._universe = linked.carriers, linked.follower, universe

    def carried(self, expr: Expr, frame: Frame) -> tuple[Variable, Form, str] | None:
        """Return the variable that an expression carries by what it is called, in which form, and in words; or None."""
        carrier = self._carriers.carrier(expr, frame.place)
        if carrier is None or (carrier.strength is Strength.BARE and frame.judged is None):
            return None
        words = path(self._follow, expr, frame)
        part = self._part(carrier, words, frame)
        of_list = isinstance(expr, Item) and not isinstance(expr.key, Str)
        form = Form.CLASS if carrier.is_class else Form.LIST if carrier.many and not of_list else Form.STRING
        return Variable(part, _rival(words)), form, words

    def class_of(self, expr: Expr, frame: Frame, part: Part | None = None) -> tuple[Variable, Form, str]:
        """Return the variable of the class of what an expression stands for, that of a *part* of a model where it is known."""
        words = path(self._follow, expr, frame)
        return Variable(part or _class_part(words), _rival(words)), Form.CLASS, words

    def named(self, names: tuple[str, ...]) -> Part | None:
        """Return the part of a model that classes of some names are."""
        spaces = (Space.PROCESSOR, Space.TOKENIZER, Space.CLASS_NAME)
        held = [space for space in spaces if not set(names).isdisjoint(self._universe.of(space))]
        if held:
            return PARTS[held[0]]
        return Part.CONFIG if any(kin.config in names for kin in self._universe.kin) else None

    def _part(self, carrier: Carrier, words: str, frame: Frame) -> Part:
        if carrier.space is Space.MODEL_TYPE and _text_config(words):
            return Part.TEXT
        if carrier.space is Space.CLASS_NAME:
            return _class_part(words.removesuffix(".__name__").removesuffix(".__qualname__"))
        part = PARTS.get(carrier.space, Part.FREE)
        if part is not Part.ANY or not frame.judged:
            return part
        types = self._universe.of(Space.MODEL_TYPE)
        if set(frame.judged) <= set(types):
            return Part.TYPE
        return Part.ARCHITECTURE if set(frame.judged) <= set(self._universe.of(Space.ARCHITECTURE)) else Part.ANY


def _class_part(words: str) -> Part:
    last = words.rpartition(".")[2].lower()
    if last.endswith(_CONFIGS):
        return Part.CONFIG
    return PARTS[class_space(last)]


def _text_config(words: str) -> bool:
    """Whether the type of the language model inside is read."""
    holder = words.rpartition(".")[0].rpartition(".")[2]
    return holder.startswith(_TEXT_CONFIGS)


def _rival(words: str) -> int:
    """Return which other model than the one that is worked on is read."""
    return next((number for number, word in enumerate(_RIVALS, 1) if word in words.lower()), 0)


def path(follow: Follower, expr: Expr, frame: Frame, depth: int = _DEPTH_LIMIT) -> str:
    """Return what an expression reads, in words: aliases and parameters of functions on the way followed."""

    def inner(part: Expr) -> str:
        return path(follow, part, frame, depth - 1)

    if depth == 0:
        return ""
    match expr:
        case Name(name):
            return _name(follow, name, frame, depth) or name
        case Attr(base, name) | Item(base, Str(name)):
            return f"{inner(base)}.{name}"
        case Item(base, _) | Element(base, _):
            return inner(base)
        case Call(Name("type"), (base,), _):
            return inner(base)
        case Call(func, _, _):
            return inner(func)
        case Either(options) if options:
            return inner(options[0])
        case _:
            return ""


def _name(follow: Follower, name: str, frame: Frame, depth: int) -> str:
    match follow.name(name, frame.place):
        case Parameter(unit, scope, parameter):
            return _bound(follow, frame.bound.get((id(unit), scope, parameter)), depth)
        case Bound(definitions, _) if id(definitions[0][1]) in frame.bound:
            return _bound(follow, frame.bound[id(definitions[0][1])], depth)
        case Bound(((unit, definition),), _) if unit is frame.place.unit and isinstance(definition.value, Name | Attr):
            return path(follow, definition.value, frame, depth - 1)
        case _:
            return ""


def _bound(follow: Follower, held: object, depth: int) -> str:
    return path(follow, held.expr, held.frame, depth - 1) if isinstance(held, Thunk) else ""


class Shared:
    """What stays the same from question to question about one program."""

    def __init__(self, linked: Linked, universe: Universe, table: Callable[[str], tuple[str, ...] | None]) -> None:
        """Take a linked program; *table* knows the keys of tables of other packages by their dotted names."""
        self.follow, self.constants, self.table = linked.follower, linked.constants, table
        self.variables = Variables(linked, universe)
        self.judged: dict[tuple[int, Span], tuple[str, ...]] = {
            (id(leaf.unit), leaf.span): leaf.judged.names for leaf in linked.leaves if leaf.judged is not None
        }
        self.held = frozenset((id(leaf.unit), leaf.span) for leaf in linked.leaves if leaf.held is not None)
        self.flags: defaultdict[str, list[tuple[PlacedUnit, Definition]]] = defaultdict(list)
        for unit, number, _ in linked.flags:
            definition = unit.facts.definitions[number]
            self.flags[definition.name.rpartition(".")[2]].append((unit, definition))
        self.predicates: defaultdict[str, list[FunctionAt]] = defaultdict(list)
        for at, _ in linked.predicates:
            self.predicates[at.function.name].append(at)

    def is_added_to(self, unit: PlacedUnit, definition: Definition) -> bool:
        """Whether functions of its module add something to what a definition binds."""
        return (unit.module, definition.name) in self._added

    @cached_property
    def _added(self) -> frozenset[tuple[str, str]]:
        found: set[tuple[str, str]] = set()
        for unit in self.follow.index.units:
            for definition in unit.facts.definitions:
                if definition.op in MUTATIONS and (definition.scope or unit.steps) and not self._is_local(unit, definition):
                    found.add((unit.module, definition.name))
        return frozenset(found)

    def _is_local(self, unit: PlacedUnit, definition: Definition) -> bool:
        bound = self.follow.index.local.get((id(unit), definition.scope), {}).get(definition.name, ())
        return definition.name in unit.facts.scopes[definition.scope].params or any(one.op not in MUTATIONS for one in bound)

    @cached_property
    def callers(self) -> Callers:
        """Who calls what."""
        return Callers(self.follow)
