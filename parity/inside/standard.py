"""The standard library as code under test finds it: what computes is real, what touches the world is a stand-in."""

import builtins
import importlib
import inspect
import sys
import threading
import types
from collections.abc import Callable
from typing import Any

from .arms import MARK
from .asking import Asking
from .recorded import Recorded, RecordedType, is_recorded
from .world import World

PURE = frozenset(
    {
        "__future__", "abc", "bisect", "collections", "collections.abc", "contextlib", "contextvars", "copy", "dataclasses", "enum",
        "fnmatch", "functools", "itertools", "json", "math", "numbers", "operator", "re", "string", "textwrap", "types", "typing", "weakref",
    }
)  # fmt: skip
"""What of the standard library is real: it computes, and touches nothing."""
_LOOKS = frozenset(
    {"cleandoc", "getattr_static", "isclass", "iscoroutinefunction", "isfunction", "isgeneratorfunction", "ismethod", "signature", "unwrap"}
)  # of `inspect`


def standard(name: str, world: World, imported: Callable[[str], Any]) -> Any:
    """Return a module of the standard library, or None where it is to be a stand-in; *imported* imports for code under test."""
    match name:
        case "threading":
            return _Threading(world)
        case "sys":
            return _Sys(world)
        case "inspect":
            return _Inspect(world)
        case "importlib":
            return _Importlib(world, imported)
        case _:
            return _without_caches(name) if name in PURE else None


def builtins_for(world: World, importer: Callable[..., Any], reached: Callable[[int], None]) -> dict[str, Any]:
    """Return what a module finds without importing it: what asks about stand-ins is told, and what touches the world is one."""
    held = dict(vars(builtins))

    held["__import__"] = importer
    held[MARK] = reached
    asking = Asking(world)
    held |= {"hasattr": asking.has, "getattr": asking.get, "isinstance": asking.is_instance, "issubclass": asking.is_subclass}
    held["type"] = _type_stand_in(world)
    held["print"] = lambda *args, **_: world.tell("print", "", *args)
    for name in ("open", "input", "eval", "breakpoint", "exit", "quit"):
        held[name] = Recorded(world, name)
    held["exec"] = _executing(world)
    return held


def _executing(world: World) -> Callable[..., None]:
    """Return what stands for `exec`: text is run where it is known; of what a stand-in would have defined nothing is."""

    def run(source: Any, *spaces: Any) -> None:
        given = spaces or (sys._getframe(1).f_globals,)  # noqa: SLF001  as `exec` does, but for locals
        if is_recorded(source):
            world.unread = True
            world.tell("exec", "", source, *given)
        else:
            exec(source, *given)  # noqa: S102  this is what the child is for

    return run


class _Threading:
    """Stands for `threading` in code under test: locks are real, and nobody hears of them; threads are told, and do not run."""

    Lock, RLock, local = staticmethod(threading.Lock), staticmethod(threading.RLock), threading.local

    def __init__(self, world: World) -> None:
        self._told = Recorded(world, "threading", module=True)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._told, name)


class _Sys:
    """Stands for `sys` in code under test: who calls is known, and nothing else of the interpreter is."""

    _getframe = staticmethod(sys._getframe)  # noqa: SLF001  the name is the interpreter's

    def __init__(self, world: World) -> None:
        self.__dict__["_told"] = Recorded(world, "sys", module=True)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._told, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._told, name, value)


class _Inspect:
    """Stands for `inspect` in code under test: what is there is looked into, and what is not is asked for."""

    Parameter, Signature = inspect.Parameter, inspect.Signature

    def __init__(self, world: World) -> None:
        self._told = Recorded(world, "inspect", module=True)

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self._told, name)
        if name not in _LOOKS:
            return asked
        real = getattr(inspect, name)

        def look(value: Any, *more: Any, **options: Any) -> Any:
            is_there = not (is_recorded(value) or isinstance(value, RecordedType))
            return real(value, *more, **options) if is_there else asked(value, *more, **options)

        return look


class _Importlib:
    """Stands for `importlib` in code under test."""

    def __init__(self, world: World, imported: Callable[[str], Any]) -> None:
        self._imported = imported
        self.util = Recorded(world, "importlib.util", module=True)

    def import_module(self, name: str, package: str | None = None) -> Any:
        """Import a module by its name."""
        if name.startswith("."):
            level = len(name) - len(name.lstrip("."))
            parts = (package or "").split(".")
            name = ".".join([*parts[: len(parts) - level + 1], name.lstrip(".")])
        return self._imported(name)


def _without_caches(name: str) -> Any:
    """Return a module of the standard library; what caches from one run to the next does not."""
    real = importlib.import_module(name)
    if name != "functools":
        return real
    made = types.ModuleType(name)
    made.__dict__.update(vars(real))

    def uncached(function: Any = None, *_: Any, **__: Any) -> Any:
        if not callable(function):
            return _cacheless
        return _cacheless(function)

    made.__dict__.update(lru_cache=uncached, cache=uncached)
    return made


def _cacheless(function: Any) -> Any:
    function.cache_clear = lambda: None
    return function


def _type_stand_in(world: World) -> type:
    class Meta(type):
        def __call__(cls, *args: Any, **kwargs: Any) -> Any:
            if len(args) == 1:
                return world.type_of(args[0])
            name, bases, members = args
            return type(name, bases, {"__module__": sys._getframe(1).f_globals["__name__"], **members}, **kwargs)  # noqa: SLF001  as `type` does

        def __instancecheck__(cls, instance: Any) -> bool:
            return isinstance(instance, type)

        def __subclasscheck__(cls, subclass: Any) -> bool:
            return issubclass(subclass, type)

        def __eq__(cls, other: object) -> bool:
            return other is type or other is cls

        def __hash__(cls) -> int:
            return hash(type)

        def __getitem__(cls, key: Any) -> Any:
            return type[key]

        def __or__(cls, other: Any) -> Any:
            return type | other

        def __ror__(cls, other: Any) -> Any:
            return other | type

    return Meta("type", (), {})
