"""Which functions are compared: those that decide by a name on either side, and that changed, or ask others, or whose module binds others."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..analyzer.finding.draft import Draft
from ..analyzer.inventory import Site, Zone
from ..analyzer.settings.globs import matcher, plain
from .succeeding import successor
from .tree import Function, Tree, functions

UNREAD = "neither"
Held = Mapping[str, tuple[tuple[Site, Draft], ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One function on both sides, with the sites that it holds there."""

    old: Function
    new: Function
    sites: tuple[tuple[Site, Draft], ...]

    @property
    def subject(self) -> str:
        """How a claim names the pair."""
        return self.old.key if self.old.key == self.new.key else f"{self.old.key} = {self.new.key}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone:
    """A function that only one side has, or that nothing says the other half of."""

    function: Function
    side: str  # old, new, or UNREAD
    sites: tuple[tuple[Site, Draft], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """What is compared, and what cannot be."""

    pairs: tuple[Pair, ...]
    alone: tuple[Alone, ...]


class UnknownFunctionError(ValueError):
    """A function was asked for that a tree has not; the message says which are near."""


def paired(old: Tree, new: Tree, asked: Iterable[str] = ()) -> Pairs:
    """Pair the functions of two trees by name, then by body, then by who calls them; *asked* adds pairs, each `OLD[=NEW]` as `package.module:Class.method`.

    Raises:
        UnknownFunctionError: a function that was asked for is not there.

    """
    if len(old.modules) == len(new.modules) == 1:  # two single files: whatever they are called
        asked = (*asked, *_of_files(old, new))
    held = _holding(old), _holding(new)
    known = _known(old, (one for side in held for one in side)), _known(new, (one for side in held for one in side))
    pairs: dict[str, Pair] = {}
    alone: list[Alone] = []
    for key in dict.fromkeys((*held[0], *held[1])):
        one, other = known[0].get(key), known[1].get(key)
        if one is None or other is None:
            halves = _by_body(one, other, old, new) or _by_call(one, old, new)
            if halves is None:
                if (single := _alone(key, (one, other), held, (old, new))) is not None:
                    alone.append(single)
                continue
            one, other = halves
        sites = held[0].get(one.key, ()), held[1].get(other.key, ())
        if (one.source, one.around, _asking(sites[0])) != (other.source, other.around, _asking(sites[1])):
            pairs[key] = Pair(old=one, new=other, sites=(*sites[0], *sites[1]))
    for text in asked:
        pair = _asked(text, old, new, held)
        pairs[pair.old.key] = pair
    taken = {(side, one.key) for pair in pairs.values() for side, one in (("old", pair.old), ("new", pair.new))}
    return Pairs(pairs=tuple(pairs.values()), alone=tuple(one for one in alone if (one.side, one.function.key) not in taken))


def within(found: Pairs, globs: tuple[str, ...]) -> Pairs:
    """Return what of *found* lies in files that gitignore patterns take in, on either side."""
    if not globs:
        return found
    takes = matcher(globs)

    def lies(function: Function) -> bool:
        return takes(plain(function.path)) is not None

    return Pairs(
        pairs=tuple(pair for pair in found.pairs if lies(pair.old) or lies(pair.new)),
        alone=tuple(one for one in found.alone if lies(one.function)),
    )


def _of_files(old: Tree, new: Tree) -> Iterator[str]:
    """Yield the pairs of functions of one name in two files, whatever the files are called."""
    (first,), (second,) = old.modules.values(), new.modules.values()
    others = functions(second)
    for name, one in functions(first).items():
        if name in others and others[name].source != one.source:
            yield f"{first.name}:{name}={second.name}:{name}"


def _holding(tree: Tree) -> Held:
    """Return the sites of shared code by the function around them."""
    found: dict[str, list[tuple[Site, Draft]]] = {}
    for site, draft in tree.program.sites:
        module = draft.unit.module
        if site.zone is not Zone.SHARED or module not in tree.modules:
            continue
        steps = site.scope.split(".") if site.scope != "<module>" else []
        if (name := _function_of(steps, draft)) is not None:
            found.setdefault(f"{module}:{name}", []).append((site, draft))
    return {key: tuple(sites) for key, sites in found.items()}


def _asking(sites: Iterable[tuple[Site, Draft]]) -> list[tuple[object, ...]]:
    """Return what a function asks, by whatever constants and predicates of other modules."""
    return sorted((site.subject, site.op, site.names) for site, _ in sites)


def _function_of(steps: list[str], draft: Draft) -> str | None:
    """Return the name of the outermost function of a scope: the classes around it, and itself."""
    classes = sum(1 for _, form in draft.unit.steps if form == "class")
    return ".".join(steps[: classes + 1]) if len(steps) > classes else None


def _known(tree: Tree, keys: Iterable[str]) -> Mapping[str, Function]:
    modules = {key.partition(":")[0] for key in keys}
    found = (function for name in modules if name in tree.modules for function in functions(tree.modules[name]).values())
    return {function.key: function for function in found}


def _by_body(one: Function | None, other: Function | None, old: Tree, new: Tree) -> tuple[Function, Function] | None:
    """Return the two halves of a function that was moved as it is: its body is what it was."""
    lost, tree = (one, new) if one is not None else (other, old)
    if lost is None:
        return None
    name = lost.name.rpartition(".")[2]
    same = [
        function
        for module in tree.modules.values()
        if f"def {name}" in module.text
        for function in functions(module).values()
        if function.source == lost.source
    ]
    if len(same) != 1:
        return None
    return (lost, same[0]) if one is not None else (same[0], lost)


def _alone(key: str, halves: tuple[Function | None, Function | None], held: tuple[Held, Held], trees: tuple[Tree, Tree]) -> Alone | None:
    """Return a function that has no other half, or that could be read on no side; None where it is the same there."""
    for side, function, sites in zip(("old", "new"), halves, held, strict=True):
        if function is not None:
            return Alone(function=function, side=side, sites=sites[key])
    module, _, name = key.partition(":")
    found = [tree.modules.get(module) for tree in trees]
    if found[0] == found[1] or (file := found[0] or found[1]) is None:
        return None
    line = min(site.line for sites in held for site, _ in sites.get(key, ()))
    return Alone(function=Function(module=module, name=name, path=file.path, line=line, source="", around=""), side=UNREAD, sites=())


def _by_call(one: Function | None, old: Tree, new: Tree) -> tuple[Function, Function] | None:
    """Return a function that is gone with the one that is called in its place."""
    found = None if one is None else successor(one, old, new)
    return None if one is None or found is None else (one, found)


def _asked(text: str, old: Tree, new: Tree, held: tuple[Held, Held]) -> Pair:
    first, _, second = text.partition("=")
    one, other = _named(first, old), _named(second or first, new)
    return Pair(old=one, new=other, sites=(*held[0].get(one.key, ()), *held[1].get(other.key, ())))


def _named(key: str, tree: Tree) -> Function:
    from rapidfuzz import process  # noqa: PLC0415  only a wrong name needs it

    module, _, name = key.partition(":")
    known = functions(tree.modules[module]) if module in tree.modules else {}
    if name in known:
        return known[name]
    choices = list(known) if known else list(tree.modules)
    near = ", ".join(found for found, _, _ in process.extract(name if known else module, choices, limit=3))
    raise UnknownFunctionError(f"{tree.target} has no function {key!r} (package.module:Class.method); near are {near or 'none'}")
