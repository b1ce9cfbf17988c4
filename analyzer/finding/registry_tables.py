"""Tables that are a registry already: in a module that calls itself one, from names to what was made for them, or to where that is."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from ...registry.space import Space
from ..extracting.expression import Coll, Expr, Str, dotted
from ..inventory import Registration
from ..linking.collections import Collection
from ..linking.linked import Linked
from ..linking.members import Shape
from ..settings.schema import Form

_REGISTRY = "registry"  # the name of such a module, or of the package it is


def is_registry_table(one: Collection) -> bool:
    """Return whether the table is what a migration leads to, and nothing but such entries.

    That is `{"jamba": jamba.Patches, …}` in `registry.py`, or `{"jamba": "models.jamba", …}`, where a module is imported once it is needed.
    """
    value = one.definition.value
    if one.shape is not Shape.MAPPING or not is_registry(one.unit.path) or not isinstance(value, Coll):
        return False
    return bool(value.values) and all(isinstance(key, Str) for key in value.items) and all(_owner(owner) for owner in value.values)


def entries(linked: Linked) -> Iterator[Registration]:
    """Yield one registration a key of such tables."""
    for one in linked.collections:
        value = one.definition.value
        if is_registry_table(one) and isinstance(value, Coll):
            for key, owner in zip(value.items, value.values, strict=False):
                if isinstance(key, Str):
                    yield Registration(
                        key=key.value,
                        space=_space_of(key.value, linked),
                        registry=one.dotted,
                        owner=_owner(owner),
                        path=one.unit.path,
                        line=one.unit.first + one.definition.span[0],
                        form=Form.ENTRY.value,
                    )


def _owner(value: Expr) -> str:
    """Return what an entry points to: by its name, or as text by the full name of its module; nothing for anything else."""
    if isinstance(value, Str):
        parts = value.value.split(".")
        return value.value if len(parts) > 1 and all(part.isidentifier() for part in parts) else ""
    return dotted(value) or ""


def is_registry(path: str) -> bool:
    """Return whether a module calls itself a registry, or is of a package that does."""
    place = PurePosixPath(path)
    return place.stem == _REGISTRY or (place.stem == "__init__" and place.parent.name == _REGISTRY)


def _space_of(key: str, linked: Linked) -> Space:
    return Space.MODEL_TYPE if key in linked.names.types else Space.CLASS_NAME if key[:1].isupper() else Space.UNKNOWN
