"""What is registered already: keys that a descriptor, a function or a table entry was put into a registry under."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ...registry.space import Space
from ...registry.universe.names import Names
from ..extracting.expression import Call, Coll, Expr, Name, Star, Str, dotted
from ..extracting.facts import Class, Definition, Facts, Function, Invocation
from ..inventory import Registration
from ..linking.constants import Constants
from ..linking.index import Index
from ..linking.linked import Linked
from ..linking.meaning import LINE_END, Place, PlacedUnit
from ..settings.schema import Form, Idiom
from .registry_tables import entries

_GENERIC = "register"  # what the name of a function begins with that registers, in a target without idioms of its own
_SPACES = frozenset(space.value for space in Space)
_NAMED = ("model_type", "name", "key", "arch", "architecture", "model_types")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """One place of a unit that may register something, and by which idiom."""

    item: Class | Function | Invocation | Definition
    call: Expr
    idiom: Idiom | None


class Program(Protocol):
    """What keys are followed in."""

    @property
    def index(self) -> Index: ...
    @property
    def constants(self) -> Constants: ...
    @property
    def names(self) -> Names: ...


class Registers:
    """Reads the registrations of a program; which places of a unit may register something is worked out once."""

    def __init__(self, idioms: Sequence[Idiom]) -> None:
        """Take what the target's registries look like."""
        self._idioms = tuple(idioms)
        self._known: dict[int, tuple[Facts, tuple[_Place, ...]]] = {}  # by id of the facts, which are kept

    def registrations(self, linked: Linked) -> tuple[Registration, ...]:
        """Return the registrations of all units, by path and line."""
        said = [one for unit in linked.units for place in self._places(unit) for one in _registered(linked, unit, place)]
        told = {_where(one) for one in said}
        found = {(*_where(one), one.space): one for one in (*(one for one in entries(linked) if _where(one) not in told), *said)}
        return tuple(found[key] for key in sorted(found))

    def keys(self, program: Program, units: Iterable[PlacedUnit]) -> Iterator[str]:
        """Yield the keys that are put into registries which the settings name."""
        for unit in units:
            for place in self._places(unit):
                if place.idiom is not None:
                    yield from (one.key for one in _registered(program, unit, place))

    def _places(self, unit: PlacedUnit) -> tuple[_Place, ...]:
        held = self._known.get(id(unit.facts))
        if held is None:
            held = self._known[id(unit.facts)] = unit.facts, tuple(_places(unit.facts, self._idioms))
        return held[1]


def _where(one: Registration) -> tuple[str, int, str, str]:
    return one.path, one.line, one.key, one.registry


def needles(idioms: Iterable[Idiom]) -> frozenset[str]:
    """Return the identifiers by which units with registrations are found."""
    return frozenset(via.rpartition(".")[2] for idiom in idioms for via in idiom.via) - {"register"}


def _places(facts: Facts, idioms: Sequence[Idiom]) -> Iterator[_Place]:
    """Yield the places that may register something: decorators, calls, and definitions of a registry's table."""
    decorating: set[Expr] = set()
    items: tuple[Class | Function, ...] = (*facts.classes, *facts.functions)
    for item in items:
        decorating.update(item.decorators)
        for decorator in item.decorators:
            called = decorator.func if isinstance(decorator, Call) else decorator
            idiom = _idiom(dotted(called), idioms, Form.DECORATOR)
            if idiom is not None or _registers(called):
                yield _Place(item=item, call=decorator, idiom=idiom)
    for made in facts.invocations:
        if isinstance(made.call, Call):
            idiom = _idiom(dotted(made.call.func), idioms, Form.CALL)
            if (idiom is not None or _registers(made.call.func)) and made.call not in decorating:
                yield _Place(item=made, call=made.call, idiom=idiom)
    for definition in facts.definitions:
        idiom = _idiom(definition.name, idioms, Form.ITEM_STORE if definition.op == "store" else Form.ENTRY)
        if idiom is not None:
            yield _Place(item=definition, call=definition.value, idiom=idiom)


def _registered(program: Program, unit: PlacedUnit, place: _Place) -> Iterator[Registration]:
    match place.item:
        case Class() | Function() as item:
            yield from _decorated(program, unit, item, place)
        case Invocation() as item:
            yield from _called(program, unit, item, place)
        case Definition() as item:
            yield from _filled(program, unit, item, place)


def _decorated(program: Program, unit: PlacedUnit, item: Class | Function, place: _Place) -> Iterator[Registration]:
    owner = program.index.qualified(unit, item.scope, item.name)
    match place.call:
        case Call(called, args, keywords):
            pass
        case called:
            args, keywords = (), ()
    keys = _attribute_keys(program, owner, place.idiom) if place.idiom is not None else ()
    keys = keys or (*_keys(program, unit, item.scope, args, keywords, place.idiom), *_further(program, unit, item.scope, args[1:]))
    yield from _made(unit, item.span[0], keys, place.idiom, dotted(called), owner, Form.DECORATOR, program)


def _further(program: Program, unit: PlacedUnit, scope: int, args: Sequence[Expr]) -> tuple[str, ...]:
    """Return the keys that stand behind the first in a decorator, `@register("llama", "mistral")`: as long as they are names of models."""
    found: list[str] = []
    for arg in args:
        names = _names(program, unit, scope, arg)
        if not names or not all(program.names.is_name(name) or program.names.knows(name) for name in names):
            break
        found += names
    return tuple(found)


def _called(program: Program, unit: PlacedUnit, item: Invocation, place: _Place) -> Iterator[Registration]:
    if isinstance(place.call, Call):
        called, args = place.call.func, place.call.args
        keys = _keys(program, unit, item.scope, args, place.call.keywords, place.idiom)
        owner = next((name for arg in args[1:] if (name := dotted(arg)) is not None), "") or ".".join((unit.module, *unit.outer))
        for idiom, held in _by_space(program, unit, item.scope, place.call, place.idiom) or [(place.idiom, keys)]:
            yield from _made(unit, item.span[0], held, idiom, dotted(called), owner, Form.CALL, program)


def _by_space(program: Program, unit: PlacedUnit, scope: int, call: Call, idiom: Idiom | None) -> list[tuple[Idiom | None, Sequence[str]]]:
    """Return the keys that a call gives by their spaces, as in `keys={"model_type": "llama"}`, each with the idiom of its space."""
    given = next((value for name, value in call.keywords if idiom is not None and name == idiom.key), None)
    match given:
        case Coll("dict", spaces, values) if idiom is not None and all(isinstance(one, Str) and one.value in _SPACES for one in spaces):
            pairs = zip(spaces, values, strict=True)
            return [
                (replace(idiom, space=Space(one.value)), _names(program, unit, scope, value))
                for one, value in pairs
                if isinstance(one, Str)
            ]
        case _:
            return []


def _registers(called: Expr) -> bool:
    """Whether what is called is named as if it registered something."""
    return (dotted(called) or "").rpartition(".")[2].startswith(_GENERIC)


def _filled(program: Program, unit: PlacedUnit, item: Definition, place: _Place) -> Iterator[Registration]:
    if place.idiom is not None:
        pairs = [(item.key, item.value)] if item.op == "store" and item.key is not None else _entries(item.value)
        for key, value in pairs:
            for name in _names(program, unit, item.scope, key):
                owner = dotted(value) or ".".join((unit.module, *unit.outer))
                yield from _made(unit, item.span[0], (name,), place.idiom, item.name, owner, place.idiom.form, program)


def _entries(value: Expr) -> list[tuple[Expr, Expr]]:
    match value:
        case Coll("dict", items, values):
            return list(zip(items, values, strict=False))
        case Coll(_, items, _):
            return [(pair.items[0], pair.items[1]) for pair in items if isinstance(pair, Coll) and len(pair.items) > 1]
        case Call(_, args, _):
            return [entry for arg in args for entry in _entries(arg)]
        case _:
            return []


def _idiom(called: str | None, idioms: Sequence[Idiom], form: Form) -> Idiom | None:
    if called is None:
        return None
    last = called.rpartition(".")[2]
    return next((idiom for idiom in idioms if idiom.form is form and (called in idiom.via or last in idiom.via)), None)


def _attribute_keys(program: Program, owner: str, idiom: Idiom) -> tuple[str, ...]:
    found: list[str] = []
    for unit, definition in program.index.definitions.get(f"{owner}.{idiom.key}", ()) if idiom.key else ():
        found += _names(program, unit, definition.scope, definition.value)
    return tuple(found)


def _keys(
    program: Program, unit: PlacedUnit, scope: int, args: Sequence[Expr], keywords: Sequence[tuple[str, Expr]], idiom: Idiom | None
) -> tuple[str, ...]:
    named = [value for name, value in keywords if name == (idiom.key if idiom is not None and idiom.key else None) or name in _NAMED]
    return tuple(name for value in (*named, *args[:1]) for name in _names(program, unit, scope, value))


def _names(program: Program, unit: PlacedUnit, scope: int, value: Expr) -> list[str]:
    members = program.constants.members(value.value if isinstance(value, Star) else value, Place(unit, scope, (), LINE_END))
    if members is None or (not isinstance(value, Str | Name | Coll | Star) and dotted(value) is None):
        return []
    return list(members.names)


def _made(
    unit: PlacedUnit, line: int, keys: Sequence[str], idiom: Idiom | None, called: str | None, owner: str, form: Form, program: Program
) -> Iterator[Registration]:
    if idiom is None:
        last = (called or "").rpartition(".")[2]
        if not last.startswith(_GENERIC) or not keys or not all(program.names.is_name(key) for key in keys):
            return
    for key in keys:
        yield Registration(
            key=key,
            space=idiom.space if idiom is not None else _space_of(key, program),
            registry=idiom.registry if idiom is not None else called or "",
            owner=owner,
            path=unit.path,
            line=unit.first + line,
            form=form.value,
        )


def _space_of(key: str, program: Program) -> Space:
    return Space.MODEL_TYPE if key in program.names.types else Space.CLASS_NAME if key[:1].isupper() else Space.UNKNOWN
