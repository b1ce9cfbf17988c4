"""What is another program since it was last linked, as the names of what has changed in it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from .index import Index
from .meaning import Identity, PlacedUnit
from .outline import Outline


class Changes:
    """Compares a program with the one before."""

    def __init__(self) -> None:
        """Begin with nothing to compare with."""
        self._units: Mapping[str, list[PlacedUnit]] = {}  # by path
        self._modules: frozenset[str] | None = None
        self._ways: object = None
        self._exports: dict[Identity, frozenset[str]] = {}

    def since(self, index: Index) -> set[str] | None:
        """Return the names that may mean something else now, spelled as in `asked`; None where all may."""
        was, before, ways = self._units, self._modules, self._ways
        self._units, self._modules = _by_path(index), frozenset(index.paths)
        self._ways = index.package, {module: tuple(stars) for module, stars in index.stars.items()}
        if before is None or ways != self._ways:
            self._exports = {}
            return None
        gone = [unit for path, units in was.items() for unit in _without(units, self._units.get(path, []))]
        come = [unit for path, units in self._units.items() for unit in _without(units, was.get(path, []))]
        changed = {name for unit in (*gone, *come) for name in self._exported(unit, index)}
        self._exports = {unit.identity: held for unit in index.units if (held := self._exports.get(unit.identity)) is not None}
        return changed.union(*(map(_endings, before ^ self._modules)))

    def _exported(self, unit: PlacedUnit, index: Index) -> frozenset[str]:
        held = self._exports.get(unit.identity)
        if held is None:
            held = self._exports[unit.identity] = frozenset(_exports(unit, index))
        return held


def _by_path(index: Index) -> Mapping[str, list[PlacedUnit]]:
    found: defaultdict[str, list[PlacedUnit]] = defaultdict(list)
    for unit in index.units:
        found[unit.path].append(unit)
    return found


def _without(units: list[PlacedUnit], others: list[PlacedUnit]) -> list[PlacedUnit]:
    """Return the units of a file that are not in another state of it; all, where those in both stand in another order."""
    one, other = [unit.identity for unit in units], [unit.identity for unit in others]
    if one == other:
        return []
    same = set(one) & set(other)
    if [unit for unit in one if unit in same] != [unit for unit in other if unit in same]:
        return units
    return [unit for unit in units if unit.identity not in same]


def _endings(module: str) -> set[str]:
    """Return the names by which a module is found."""
    parts = module.split(".")
    return {module, *(f"~{'.'.join(parts[start:])}" for start in range(1, len(parts)))}


def _exports(unit: PlacedUnit, index: Index) -> Iterator[str]:
    """Yield the names under which others look up what a unit holds."""
    facts = unit.facts
    for definition in facts.definitions:
        last = definition.name.rpartition(".")[2]
        yield from (f".{last}", *_named(index.qualified(unit, definition.scope, definition.name)))
    places = [*((one.scope, one.name) for one in facts.functions), *((one.scope, one.name) for one in facts.classes)]
    for scope, name in places:
        yield from _named(index.qualified(unit, scope, name))
    for imported in facts.imports:
        local = imported.local.partition(".")[0]
        yield f"{unit.module}.{local}" if unit.module else local
    for name, _ in Outline(facts).calls:
        yield f"{name}()"


def _named(qualified: str) -> tuple[str, str]:
    """Return a name, and that of all that its holder holds."""
    return qualified, f"{qualified.rpartition('.')[0]}."
