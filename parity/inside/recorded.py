"""Stand-ins for what does not exist here: each is known by its path, asks the world what it cannot know, and tells it what is done to it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, Protocol

from .learning import Learned

_CLASS = re.compile(r"_?[A-Z][A-Za-z0-9_]*[a-z][A-Za-z0-9_]*\Z")  # Camel case: what a module holds under such a name is a class
KIND = "(kind)"  # under which a stand-in holds the class that it was said to be of
_DEEPEST = 2  # loops inside each other's elements


class World(Protocol):
    """What stand-ins ask, and whom they tell."""

    @property
    def learned(self) -> Learned: ...
    def made(self, value: "Recorded") -> None: ...
    def touched(self, value: "Recorded") -> None: ...
    def touched_type(self, made: "RecordedType") -> None: ...
    def tell(self, kind: str, what: str, *values: Any) -> None: ...
    def called(self, path: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any: ...
    def choose(self, key: str, domain: Sequence[Any]) -> Any: ...
    def value(self, path: str, name: str, *, of_module: bool = False) -> Any: ...
    def recorded_type(self, path: str) -> "RecordedType": ...
    def type_of(self, value: Any) -> Any: ...
    def last_name(self, path: str) -> str: ...
    def show(self, value: Any) -> str: ...


class BeyondRecordingError(Exception):
    """A stand-in was asked for something that only the real thing could do; what the run says from here on is worth nothing."""


def world_of(value: Any) -> World:
    """Return the world of a stand-in."""
    world: World = object.__getattribute__(value, "_recorded_world")
    return world


def path_of(value: Any) -> str:
    """Return the path by which a stand-in is known."""
    path: str = object.__getattribute__(value, "_recorded_path")
    return path


def is_recorded(value: Any) -> bool:
    """Whether a value is a stand-in for an object (not for a class)."""
    return issubclass(type(value), Recorded)


def held_for_writing(value: Any) -> dict[str, Any]:
    """Return what a stand-in holds, to change it: it is put back before the next run."""
    world_of(value).touched(value)
    held: dict[str, Any] = object.__getattribute__(value, "_recorded_held")
    return held


class Recorded:
    """A value that does not exist: an argument, what an option holds, what a call gives back, a module."""

    def __init__(self, world: World, path: str, *, module: bool = False) -> None:
        object.__setattr__(self, "_recorded_world", world)
        object.__setattr__(self, "_recorded_path", path)
        object.__setattr__(self, "_recorded_module", module)
        object.__setattr__(self, "_recorded_held", {})
        world.made(self)

    # -- reading

    def __getattr__(self, name: str) -> Any:
        held = object.__getattribute__(self, "_recorded_held")
        if name in held:
            return held[name]
        if (
            name.startswith("__")
            and name.endswith("__")
            and name not in {"__version__", "__name__", "__qualname__", "__module__", "__doc__"}
        ):
            raise AttributeError(name)
        if held.get(KIND) is not None and (own := _of_class(held[KIND], name)) is not None:
            return own.__get__(self, held[KIND]) if hasattr(type(own), "__get__") else own
        world, is_module = world_of(self), object.__getattribute__(self, "_recorded_module")
        path = f"{path_of(self)}.{name}"
        value = world.recorded_type(path) if is_module and _CLASS.match(name) else world.value(path, name, of_module=is_module)
        held_for_writing(self)[name] = value
        return value

    @property  # type: ignore[misc]  # `x.__class__` of a value that does not exist is one as well
    def __class__(self) -> Any:
        return world_of(self).type_of(self)

    def __getitem__(self, key: Any) -> Any:
        held = object.__getattribute__(self, "_recorded_held")
        shown = f"[{world_of(self).show(key)}]"
        if shown not in held:
            value = world_of(self).value(f"{path_of(self)}{shown}", key if isinstance(key, str) else "")
            held_for_writing(self)[shown] = value
        return held[shown]

    def get(self, key: Any, default: Any = None) -> Any:
        """Return an item, or *default* where it is chosen that there is none."""
        held = object.__getattribute__(self, "_recorded_held")
        world, shown = world_of(self), f"[{world_of(self).show(key)}]"
        if shown not in held and not world.choose(f"{world.show(key)} in {path_of(self)}", (True, False)):
            return default
        return self[key]

    def items(self) -> list[tuple[Any, Any]]:
        """Return one pair."""
        world, path = world_of(self), path_of(self)
        return [(world.value(f"{path}.key", ""), world.value(f"{path}.value", ""))]

    # -- writing

    def __setattr__(self, name: str, value: Any) -> None:
        world_of(self).tell("set", f"{path_of(self)}.{name}", value)
        held_for_writing(self)[name] = value

    def __delattr__(self, name: str) -> None:
        world_of(self).tell("del", f"{path_of(self)}.{name}")
        held_for_writing(self).pop(name, None)

    def __setitem__(self, key: Any, value: Any) -> None:
        shown = f"[{world_of(self).show(key)}]"
        world_of(self).tell("set", f"{path_of(self)}{shown}", value)
        held_for_writing(self)[shown] = value

    def __delitem__(self, key: Any) -> None:
        shown = f"[{world_of(self).show(key)}]"
        world_of(self).tell("del", f"{path_of(self)}{shown}")
        held_for_writing(self).pop(shown, None)

    # -- doing

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return world_of(self).called(path_of(self), args, kwargs)

    def __enter__(self) -> Any:
        world_of(self).tell("enter", path_of(self))
        return world_of(self).value(f"{path_of(self)}.__enter__()", "")

    def __exit__(self, *_: object) -> None:
        world_of(self).tell("exit", path_of(self))

    # -- asking

    def _ask(self, question: str) -> bool:
        return bool(world_of(self).choose(question, (True, False)))

    def __bool__(self) -> bool:
        return self._ask(f"bool({path_of(self)})")

    def __contains__(self, item: Any) -> bool:
        return self._ask(f"{world_of(self).show(item)} in {path_of(self)}")

    def __eq__(self, other: object) -> bool:
        if is_recorded(other):
            return path_of(self) == path_of(other) or self._ask(" == ".join(sorted((path_of(self), path_of(other)))))
        if other is None:
            return False  # whether it is None was chosen where it was read
        return self._ask(f"{path_of(self)} == {world_of(self).show(other)}")

    def __ne__(self, other: object) -> bool:
        return not self.__eq__(other)

    def __hash__(self) -> int:
        return hash(path_of(self))

    def __lt__(self, other: Any) -> bool:
        return self._ask(f"{path_of(self)} < {world_of(self).show(other)}")

    def __ge__(self, other: Any) -> bool:
        return not self.__lt__(other)

    def __gt__(self, other: Any) -> bool:
        return self._ask(f"{path_of(self)} > {world_of(self).show(other)}")

    def __le__(self, other: Any) -> bool:
        return not self.__gt__(other)

    # -- going through it

    def __iter__(self) -> Iterator[Any]:
        world, path = world_of(self), path_of(self)
        name = world.last_name(path)
        if (arity := world.learned.arities.get(name)) is not None:
            return iter([world.value(f"{path}[{number}]", "") for number in range(arity)])
        if path.count("[*]") >= _DEEPEST or not world.choose(f"{path} holds something", (True, False)):
            return iter(())
        if (arity := world.learned.rows.get(name)) is not None:
            return iter([tuple(world.value(f"{path}[*][{number}]", "") for number in range(arity))])
        return iter([world.value(f"{path}[*]", "")])

    def __len__(self) -> int:
        return int(world_of(self).choose(f"{path_of(self)} holds something", (True, False)))

    def __dir__(self) -> list[str]:
        return []

    # -- being something

    def _beyond(self, *_: object) -> NoReturn:
        raise BeyondRecordingError(f"{path_of(self)} is taken for a number")

    __index__ = __int__ = __float__ = __complex__ = _beyond

    def __repr__(self) -> str:
        return f"<{path_of(self)}>"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return f"<{path_of(self)}{':' if spec else ''}{spec}>"

    def _combined(self, *others: Any) -> Any:
        world = world_of(self)
        return world.value(f"({path_of(self)} ~ {', '.join(map(world.show, others))})", "")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _combined
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __matmul__ = __and__ = __rand__ = __or__ = __ror__ = _combined
    __neg__ = __pos__ = __invert__ = __abs__ = _combined

    def __mro_entries__(self, _bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (world_of(self).recorded_type(path_of(self)),)

    def __instancecheck__(self, instance: Any) -> bool:
        return bool(self._ask(f"isinstance({world_of(self).show(instance)}, {path_of(self)})"))


def _of_class(made: type, name: str) -> Any:
    """Return what a class of code under test says of its instances; None where that is nothing, or what every object says."""
    if made.__module__ == "builtins" or name.startswith("__"):
        return None
    return next((vars(one)[name] for one in made.__mro__ if one is not object and name in vars(one)), None)


class RecordedType(type):
    """The class of stand-ins for classes, which can be called, inherited from, and asked for instances."""

    _recorded_world: World
    _recorded_path: str
    _recorded_own: bool  # defined by code under test, on top of a stand-in

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **_: Any) -> "RecordedType":
        """Make a class; one that code under test defines is told by its bases."""
        made = super().__new__(cls, name, bases, namespace)
        if "_recorded_path" not in namespace:
            type.__setattr__(made, "_recorded_own", True)
        return made

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **_: Any) -> None:
        super().__init__(name, bases, namespace)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return cls._recorded_world.value(f"{cls._recorded_path}.{name}", "", of_module=True)

    def __setattr__(cls, name: str, value: Any) -> None:
        if not name.startswith("__"):
            cls._recorded_world.tell("set", f"{cls.told}.{name}", value)
        cls._recorded_world.touched_type(cls)
        type.__setattr__(cls, name, value)

    @property
    def told(cls) -> str:
        """How the class is known in what is told."""
        return f"class {cls.__name__}" if cls._recorded_own else cls._recorded_path

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls._recorded_own:
            return super().__call__(*args, **kwargs)
        return cls._recorded_world.called(cls._recorded_path, args, kwargs)

    def __instancecheck__(cls, instance: Any) -> bool:
        if type.__instancecheck__(cls, instance):
            return True
        return (
            is_recorded(instance)
            and not cls._recorded_own
            and bool(cls._recorded_world.choose(f"isinstance({path_of(instance)}, {cls._recorded_path})", (True, False)))
        )

    def __or__(cls, other: Any) -> Any:
        return cls

    __ror__ = __or__

    def __getitem__(cls, _key: Any) -> Any:
        return cls

    def __repr__(cls) -> str:
        return f"<class {cls._recorded_path}>"
