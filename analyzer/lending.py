"""What shared code takes from the files of models: which of them it imports from, and which members it leaves to heirs to set."""

from collections.abc import Iterator, Mapping

from .extracting.expression import Attr, Expr, Name
from .inventory import Zone
from .linking.carrier import Strength
from .linking.index import Index
from .linking.linked import Linked
from .linking.meaning import Place, PlacedUnit, module_of


def lent(index: Index, owners: Mapping[str, str | None]) -> frozenset[str]:
    """Return the files of models that the shared code read so far imports from; *owners* says of each file who owns it."""
    found: set[str] = set()
    seen: set[str] = set()
    queue = list(dict.fromkeys(_imported(index)))
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        path, whole = _home(index, name)
        if path is not None and owners.get(path) is not None:
            found.add(path)
            queue += _handed_on(index, path, None if whole else name.rpartition(".")[2])
    return frozenset(found)


def left_to_heirs(linked: Linked) -> frozenset[str]:
    """Return the members of their own class that tests in shared code hold against what carries a name, and that hold nothing there."""
    return frozenset(name for unit in linked.units if unit.zone is not Zone.MODEL for name in _left(linked, unit))


def _left(linked: Linked, unit: PlacedUnit) -> Iterator[str]:
    for decision, leaves in linked.index.outline(unit).tests:
        for leaf, scope in leaves:
            place = Place(unit, scope, decision.block, leaf.span[0])
            for member, subject in ((leaf.right, leaf.left), (leaf.left, leaf.right)):
                match member:
                    case Attr(Name("self" | "cls"), name) if _is_open(linked, member, subject, place):
                        yield name
                    case _:
                        pass


def _is_open(linked: Linked, member: Expr, subject: Expr, place: Place) -> bool:
    owner = (linked.follower.owner(place) or "").rpartition(".")[2]
    held = linked.constants.members(member, place)
    if owner not in linked.needles or (held is not None and held.names):
        return False
    carrier = linked.carriers.carrier(subject, place)
    return carrier is not None and carrier.strength > Strength.BARE


def _imported(index: Index) -> Iterator[str]:
    for unit in index.units:
        if unit.zone is not Zone.MODEL:
            yield from (index.absolute(unit, item) for item in unit.facts.imports if item.name != "*")


def _home(index: Index, name: str) -> tuple[str | None, bool]:
    """Return the file that a dotted name lies in, and whether it is all of that file."""
    path = index.path_of(name)
    return (index.path_of(name.rpartition(".")[0]), False) if path is None else (path, True)


def _handed_on(index: Index, path: str, name: str | None) -> Iterator[str]:
    """Yield where a module may have a name from, or anything if a package is taken as a whole, that it does not define itself."""
    module, is_package = module_of(path)
    if name is None and not is_package:
        return
    for local, (unit, item) in index.imports.get(module, {}).items():
        if name in {None, local}:
            yield index.absolute(unit, item)
    for star in index.stars.get(module, ()):
        yield star if name is None else f"{star}.{name}"
