"""What code asks about values that are not there: whether they have something, and what they are. The world answers."""

import types
from collections.abc import Iterator
from typing import Any

from .recorded import KIND, RecordedType, held_for_writing, is_recorded, path_of
from .world import World

_MISSING = object()


class Asking:
    """The builtins that ask about a value."""

    def __init__(self, world: World) -> None:
        """Take the world that answers for what is not there."""
        self._world = world

    def has(self, value: Any, name: str) -> bool:
        """Stand for `hasattr`."""
        if not is_recorded(value) or object.__getattribute__(value, "_recorded_module"):
            return hasattr(value, name)
        if name in object.__getattribute__(value, "_recorded_held"):
            return True
        return bool(self._world.choose(f"hasattr({path_of(value)}, {name})", (True, False)))

    def get(self, value: Any, name: str, default: Any = _MISSING) -> Any:
        """Stand for `getattr`."""
        if default is _MISSING:
            return getattr(value, name)
        if is_recorded(value):
            return getattr(value, name) if self.has(value, name) else default
        return getattr(value, name, default)

    def is_instance(self, value: Any, kinds: Any) -> bool:
        """Stand for `isinstance`."""
        if not is_recorded(value):
            return isinstance(value, kinds)
        return any(self._is(value, kind) for kind in _each(kinds))

    def is_subclass(self, value: Any, kinds: Any) -> bool:
        """Stand for `issubclass`."""
        return any(self._is_below(value, kind) for kind in _each(kinds))

    def _is(self, value: Any, kind: Any) -> bool:
        if kind is object:
            return True
        if is_recorded(kind) or (isinstance(kind, RecordedType) and not kind._recorded_own):  # noqa: SLF001  its own mark
            return isinstance(value, kind)
        held = object.__getattribute__(value, "_recorded_held")
        if KIND not in held:
            held_for_writing(value)[KIND] = self._world.kind_of(path_of(value), kind.__name__)
        return held[KIND] is not None and issubclass(held[KIND], kind)

    def _is_below(self, value: Any, kind: Any) -> bool:
        if is_recorded(value) or is_recorded(kind):
            return bool(self._world.choose(f"issubclass({self._world.show(value)}, {self._world.show(kind)})", (False, True)))
        return issubclass(value, kind)


def _each(kinds: Any) -> Iterator[Any]:
    """Yield the classes of a tuple or of a union, however deep."""
    if not is_recorded(kinds) and isinstance(kinds, tuple):
        for kind in kinds:
            yield from _each(kind)
    elif type(kinds) is types.UnionType:
        yield from kinds.__args__
    else:
        yield kinds
