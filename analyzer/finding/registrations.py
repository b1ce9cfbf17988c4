"""What is registered already: keys that a descriptor, a function or a table entry was put into a registry under."""

from collections.abc import Iterable, Iterator, Sequence

from ...registry.space import Space
from ..extracting.expression import Call, Coll, Expr, Name, Star, Str, dotted
from ..extracting.facts import Class, Function
from ..inventory import Registration
from ..linking.linked import Linked
from ..linking.meaning import LINE_END, Place, PlacedUnit
from ..settings.schema import Form, Idiom
from .registry_tables import entries

_GENERIC = "register"  # what the name of a function begins with that registers, in a target without idioms of its own
_NAMED = ("model_type", "name", "key", "arch", "architecture", "model_types")


def registrations(linked: Linked, idioms: Sequence[Idiom]) -> tuple[Registration, ...]:
    """Return the registrations of all units, by path and line."""
    found = {
        (one.path, one.line, one.key, one.registry): one
        for unit in linked.units
        for one in (*_decorated(linked, unit, idioms), *_called(linked, unit, idioms), *_filled(linked, unit, idioms))
    }
    found = {(one.path, one.line, one.key, one.registry): one for one in entries(linked)} | found
    return tuple(found[key] for key in sorted(found))


def needles(idioms: Iterable[Idiom]) -> frozenset[str]:
    """Return the identifiers by which units with registrations are found."""
    return frozenset(via.rpartition(".")[2] for idiom in idioms for via in idiom.via) - {"register"}


def _decorated(linked: Linked, unit: PlacedUnit, idioms: Sequence[Idiom]) -> Iterator[Registration]:
    for item in _definitions(unit):
        name, decorators, line, scope = item.name, item.decorators, item.span[0], item.scope
        owner = linked.index.qualified(unit, scope, name)
        for decorator in decorators:
            called = decorator.func if isinstance(decorator, Call) else decorator
            args = decorator.args if isinstance(decorator, Call) else ()
            keywords = decorator.keywords if isinstance(decorator, Call) else ()
            idiom = _idiom(dotted(called), idioms, Form.DECORATOR)
            if idiom is None and not _registers(called):
                continue
            keys = _attribute_keys(linked, owner, idiom) if idiom is not None else ()
            keys = keys or _keys(linked, unit, scope, args, keywords, idiom)
            yield from _made(unit, line, keys, idiom, dotted(called), owner, Form.DECORATOR, linked)


def _definitions(unit: PlacedUnit) -> tuple[Class | Function, ...]:
    return (*unit.facts.classes, *unit.facts.functions)


def _called(linked: Linked, unit: PlacedUnit, idioms: Sequence[Idiom]) -> Iterator[Registration]:
    decorating = {decorator for item in _definitions(unit) for decorator in item.decorators}
    for item in unit.facts.invocations:
        call = item.call
        if not isinstance(call, Call):
            continue
        idiom = _idiom(dotted(call.func), idioms, Form.CALL)
        if (idiom is None and not _registers(call.func)) or call in decorating:
            continue
        keys = _keys(linked, unit, item.scope, call.args, call.keywords, idiom)
        owner = next((name for arg in call.args[1:] if (name := dotted(arg)) is not None), "") or ".".join((unit.module, *unit.outer))
        yield from _made(unit, item.span[0], keys, idiom, dotted(call.func), owner, Form.CALL, linked)


def _registers(called: Expr) -> bool:
    """Whether what is called is named as if it registered something."""
    return (dotted(called) or "").rpartition(".")[2].startswith(_GENERIC)


def _filled(linked: Linked, unit: PlacedUnit, idioms: Sequence[Idiom]) -> Iterator[Registration]:
    for definition in unit.facts.definitions:
        stored = definition.op == "store"
        idiom = _idiom(definition.name, idioms, Form.ITEM_STORE if stored else Form.ENTRY)
        if idiom is None:
            continue
        pairs = [(definition.key, definition.value)] if stored and definition.key is not None else _entries(definition.value)
        for key, value in pairs:
            for name in _names(linked, unit, definition.scope, key):
                owner = dotted(value) or ".".join((unit.module, *unit.outer))
                yield from _made(unit, definition.span[0], (name,), idiom, definition.name, owner, idiom.form, linked)


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


def _attribute_keys(linked: Linked, owner: str, idiom: Idiom) -> tuple[str, ...]:
    found: list[str] = []
    for unit, definition in linked.index.definitions.get(f"{owner}.{idiom.key}", ()) if idiom.key else ():
        found += _names(linked, unit, definition.scope, definition.value)
    return tuple(found)


def _keys(
    linked: Linked, unit: PlacedUnit, scope: int, args: Sequence[Expr], keywords: Sequence[tuple[str, Expr]], idiom: Idiom | None
) -> tuple[str, ...]:
    named = [value for name, value in keywords if name == (idiom.key if idiom is not None and idiom.key else None) or name in _NAMED]
    return tuple(name for value in (*named, *args[:1]) for name in _names(linked, unit, scope, value))


def _names(linked: Linked, unit: PlacedUnit, scope: int, value: Expr) -> list[str]:
    members = linked.constants.members(value.value if isinstance(value, Star) else value, Place(unit, scope, (), LINE_END))
    if members is None or (not isinstance(value, Str | Name | Coll | Star) and dotted(value) is None):
        return []
    return list(members.names)


def _made(
    unit: PlacedUnit, line: int, keys: Sequence[str], idiom: Idiom | None, called: str | None, owner: str, form: Form, linked: Linked
) -> Iterator[Registration]:
    if idiom is None:
        last = (called or "").rpartition(".")[2]
        if not last.startswith(_GENERIC) or not keys or not all(linked.names.is_name(key) for key in keys):
            return
    for key in keys:
        yield Registration(
            key=key,
            space=idiom.space if idiom is not None else _space_of(key, linked),
            registry=idiom.registry if idiom is not None else called or "",
            owner=owner,
            path=unit.path,
            line=unit.first + line,
            form=form.value,
        )


def _space_of(key: str, linked: Linked) -> Space:
    return Space.MODEL_TYPE if key in linked.names.types else Space.CLASS_NAME if key[:1].isupper() else Space.UNKNOWN
