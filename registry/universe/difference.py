"""Two snapshots of model names in, what came, went and moved between them out."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from .snapshot import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What the newer of two snapshots has that the older has not, and the other way round, each sorted."""

    types_added: tuple[str, ...]
    types_removed: tuple[str, ...]
    classes_added: tuple[str, ...]
    classes_removed: tuple[str, ...]
    changed: tuple[str, ...]  # types in both whose class, folder or parts are others

    def __bool__(self) -> bool:
        """Tell whether there is any difference."""
        return any((self.types_added, self.types_removed, self.classes_added, self.classes_removed, self.changed))


def difference(old: Snapshot, new: Snapshot) -> Difference:
    """Compare two snapshots, whatever their versions are."""
    before, after = classes_of(old), classes_of(new)
    return Difference(
        types_added=_less(new.types.keys(), old.types.keys()),
        types_removed=_less(old.types.keys(), new.types.keys()),
        classes_added=_less(after, before),
        classes_removed=_less(before, after),
        changed=tuple(sorted(name for name in old.types.keys() & new.types.keys() if old.types[name] != new.types[name])),
    )


def classes_of(snapshot: Snapshot) -> frozenset[str]:
    """Return all class names of a snapshot: those of its tables and its configurations."""
    tables = {name for table in snapshot.tables.values() for classes in table.values() for name in classes}
    return frozenset(tables | {held.config for held in snapshot.types.values()})


def _less(these: AbstractSet[str], those: AbstractSet[str]) -> tuple[str, ...]:
    return tuple(sorted(these - those))
