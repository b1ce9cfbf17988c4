"""Who else asks the registry, gets the answers of before: a new descriptor acts where branches were moved from, and nowhere besides."""

import ast
from collections.abc import Iterator
from dataclasses import replace

from ...analyzer.settings.globs import matcher, plain
from ...registry.space import Space
from ..dispatch import definitions
from ..evidence import Verdict
from ..pairing import Pair
from ..part import Asked, Part, Shown
from ..realness import owners
from ..tree import Module, Tree, absolute, functions, parsed
from ..vocabulary import UNKNOWN, Vocabulary
from .trace import prepared, shown

_CASES, _SECONDS = 2_000, 6.0  # for each of those who ask
_TYPES = frozenset({Space.MODEL_TYPE, Space.TEXT_MODEL_TYPE})
_SHOWN = 4  # keys that are named
NAME = "neutrality"


def _show(asked: Asked) -> Shown:
    keys = sorted(_keys(asked.new) - _keys(asked.old))
    pairs = tuple(_consumers(asked.old, asked.new)) if keys else ()
    words = _words(asked, keys)
    less = replace(asked, cases=min(asked.cases, _CASES), seconds=min(asked.seconds, _SECONDS))
    beside = _families(asked)
    return _renamed(shown(less, [prepared(less, pair, words, beside) for pair in pairs]), keys)


def _families(asked: Asked) -> set[str]:
    """Return the modules of the target from which descriptors that came import at their top: what they inherit, they say as well."""
    found: set[str] = set()
    queue = [name for name in owners(asked.old, asked.new) if name in asked.new.modules]
    while queue:
        module = asked.new.modules[queue.pop()]
        held = [node for node in parsed(module).body if isinstance(node, ast.ImportFrom)]
        named = {absolute(node, module) for node in held} & asked.new.modules.keys()
        queue += named - found
        found |= named
    return found


def _keys(tree: Tree) -> set[str]:
    return {one.key for one in tree.program.found.registrations if one.space in _TYPES}


def _words(asked: Asked, keys: list[str]) -> Vocabulary:
    """Return what subjects carry: the keys that came, one that was there, and one that nobody knows."""
    there = sorted(_keys(asked.old))[:1]
    sites = (found for tree in (asked.old, asked.new) for found in tree.program.sites)
    return {draft.key: [*keys, *there, UNKNOWN, None] for site, draft in sites if site.space in _TYPES and draft.key.isidentifier()}


def _consumers(old: Tree, new: Tree) -> Iterator[Pair]:
    """Yield the functions outside of the registry that ask it, and that read as before."""
    registry = _registry(new)
    registering = {one.path for one in new.program.found.registrations}
    for name, module in new.modules.items():
        before = old.modules.get(name)
        if before is None or name in registry or module.path in registering:
            continue
        asking = _imported(module, registry)
        here, there = functions(before), functions(module)
        for key in here.keys() & there.keys() if asking else ():
            if here[key].source == there[key].source and _mentions(module, key, asking):
                yield Pair(old=here[key], new=there[key], sites=())


def _registry(tree: Tree) -> set[str]:
    is_registry = matcher(tree.settings.registry.modules) if tree.settings.registry.modules else None
    return {name for name, module in tree.modules.items() if is_registry is not None and is_registry(plain(module.path)) is not None}


def _imported(module: Module, registry: set[str]) -> frozenset[str]:
    """Return the names that a module imports from the registry, or from a package around it."""
    around = registry | {name.rpartition(".")[0] for name in registry}
    found = (node for node in ast.walk(parsed(module)) if isinstance(node, ast.ImportFrom) and absolute(node, module) in around)
    return frozenset(one.asname or one.name for node in found for one in node.names)


def _mentions(module: Module, function: str, names: frozenset[str]) -> bool:
    node = definitions(module).get(function)
    return node is not None and any(isinstance(one, ast.Name) and one.id in names for one in ast.walk(node))


def _renamed(found: Shown, keys: list[str]) -> Shown:
    """Return what running showed as claims of this part: an arm to which none of the keys comes is none of its business."""

    def named(claim: str) -> str:
        return f"{NAME}{claim.removeprefix('trace')}"

    claims = []
    for one in found.claims:
        claim = replace(one, id=named(one.id), part=NAME, uncovered=())
        if one.cases and not one.differing and one.verdict is Verdict.OPEN and one.uncovered:
            claim = replace(claim, verdict=Verdict.SAME, reason=f"for {', '.join(keys[:_SHOWN])}{', …' if len(keys) > _SHOWN else ''}")
        claims.append(claim)
    differences = tuple(replace(one, claim=named(one.claim)) for one in found.differences)
    return replace(
        found,
        claims=tuple(claims),
        differences=differences,
        planted=tuple(replace(one, claim=named(one.claim)) for one in found.planted),
    )


PART = Part(name=NAME, title="who else asks the registry gets the answers of before", show=_show, by_default=False)
