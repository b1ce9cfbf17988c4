"""Sites of definitions that hold names: tables and name sets."""

from collections.abc import Callable, Iterable, Iterator

from ...registry.space import Space
from ..inventory import Confidence, Role
from ..linking.collections import Collection
from ..linking.linked import Linked
from ..linking.members import Shape
from .draft import Draft
from .registry_tables import is_registry_table


def of_collections(shape: Shape) -> Callable[[Linked], Iterable[Draft]]:
    """Return a finder that drafts a site of each collection of that shape; a sequence must be referred to."""

    def find(linked: Linked) -> Iterator[Draft]:
        for one in linked.collections:
            if one.shape is shape and (shape is Shape.MAPPING or one.used) and not is_registry_table(one):
                yield _drafted(linked, one)

    return find


def _drafted(linked: Linked, one: Collection) -> Draft:
    definition = one.definition
    return Draft(
        unit=one.unit,
        span=definition.span,
        scope=linked.index.steps(one.unit, definition.scope),
        op="store" if definition.op == "store" else "def",
        subject=definition.name,
        origin=None,
        key=definition.name.rpartition(".")[2],
        space=Space.UNKNOWN,
        names=one.names,
        constant=one.dotted,
        held_by=one.dotted,
        confidence=Confidence.EXACT if not one.via else Confidence.LINKED,
        via=one.via,
        decision=None,
        lines=definition.span[2] - definition.span[0] + 1,
        role=Role.NONE,
    )
