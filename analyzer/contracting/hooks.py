"""Hook points and what is bound to them: how a dialect asks, with how many arguments, and which functions answer."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from ...registry.dialects.dialect import Call, Dialect, HookKind
from ...registry.dialects.keys import function_of
from ...registry.dialects.policies import Binding
from ...registry.dialects.template import render
from ..inventory import Zone
from .module import Module, Signature
from .subject import Subject

_BY_FUNCTION = {HookKind.EFFECT, HookKind.VALUE, HookKind.ADJUST, HookKind.PREDICATE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How a function asks: which of its positional arguments is the hook point, and how many of its positional arguments the hook does not get."""

    function: str
    point: int
    own: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A function that is bound to a hook point, or to a place of a descriptor."""

    path: str
    signature: Signature
    point: str
    arguments: int  # that it gets


def wanted(dialect: Dialect | None) -> frozenset[str]:
    """Return the names of the calls that say how a dialect's hooks are asked for, and where they are bound."""
    if dialect is None:
        return frozenset()
    return frozenset({*(one.function for one in askings(dialect)), *(slot.call for slot in dialect.slots)})


def askings(dialect: Dialect) -> tuple[Asking, ...]:
    """Return how the functions of a dialect ask."""
    found = dict.fromkeys(one for call in dialect.calls if call.kind in _BY_FUNCTION if (one := _asking(call)) is not None)
    return tuple(found)


def _asking(call: Call) -> Asking | None:
    filled = {"point": "POINT", "function": "POINT", "role": "ROLE", "key": "KEY", "context": "CONTEXT", "value": "VALUE"}
    tree = ast.parse(render(call.text, filled | {"arguments": "", "default": "None"}), mode="eval").body
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        return None
    texts = [each.value if isinstance(each, ast.Constant) else "" for each in tree.args]
    handed = sum(1 for each in tree.args if isinstance(each, ast.Name) and each.id in {"CONTEXT", "VALUE"})
    return Asking(function=tree.func.id, point=texts.index("POINT"), own=len(tree.args) - handed) if "POINT" in texts else None


def asked(subject: Subject, dialect: Dialect) -> dict[str, set[int]]:
    """Return with how many arguments the hooks of each point are called."""
    ways = {one.function: one for one in askings(dialect)}
    found: dict[str, set[int]] = {}
    for module in subject.tree.modules.values():
        for call in module.calls:
            way = ways.get(call.name)
            if way is not None and call.positional is not None and len(call.texts) > way.point:
                found.setdefault(call.texts[way.point], set()).add(call.positional - way.own)
    return found


def bound(subject: Subject) -> Iterator[Bound]:
    """Yield the functions that are bound, each with the number of arguments that it gets."""
    dialect = subject.dialect
    if dialect is None:
        return
    points = asked(subject, dialect)
    for module in subject.tree.modules.values():
        yield from _in_slots(module, dialect, points)
    if dialect.binding is Binding.NAME:
        functions = {function_of(point): (point, counts) for point, counts in points.items()}
        for path in sorted(_owned(subject)):
            for signature in subject.tree.modules[path].functions:
                point, counts = functions.get(signature.name, ("", set[int]()))
                yield from (Bound(path=path, signature=signature, point=point, arguments=count) for count in sorted(counts))


def _owned(subject: Subject) -> set[str]:
    """Return the files of all owners: where that is a package, those that lie in it."""
    tree = subject.tree
    owners = {key.owner for registry in subject.registries for key in registry.keys if key.owner in tree.modules}
    folders = {owner.rpartition("/")[0] for owner in owners if owner is not None and tree.modules[owner].package}
    return {path for path in tree.modules if path in owners or (path.rpartition("/")[0] in folders and tree.zones[path] is Zone.MODEL)}


def _in_slots(module: Module, dialect: Dialect, points: dict[str, set[int]]) -> Iterator[Bound]:
    slots = {(slot.call, slot.argument): slot for slot in dialect.slots}
    for call in module.calls:
        for keyword, key, names in call.given:
            slot = slots.get((call.name, keyword))
            for name in names if slot is not None else ():
                signature = module.function(name)
                if signature is None or slot is None:
                    continue
                for count in sorted(points.get(key, ())) if slot.by_point else [slot.arguments]:
                    yield Bound(path=module.path, signature=signature, point=key or keyword, arguments=count)
