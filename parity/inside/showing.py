"""What a value is, in a word: the same for values that are alike, whichever side made them, and another for those that are not."""

import functools
import sys
import types
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from .digest import Digests
from .recorded import RecordedType

Show = Callable[[Any], str]
_ADDRESS = " at 0x"


def shown(value: Any, show: Show, digests: Digests) -> str:
    """Return what a value is; *show* tells what is in it."""
    match value:
        case RecordedType() if not value._recorded_own:  # noqa: SLF001  its own mark
            return value.told
        case None | str() | bytes() | int() | float() | complex() | range() | slice():
            return repr(value)
        case {"__name__": str() as name, "__builtins__": _} if type(value) is dict:
            return f"namespace of {name}"
        case dict() | types.MappingProxyType():
            return "{" + ", ".join(f"{show(key)}: {show(item)}" for key, item in value.items()) + "}"
        case list() | tuple() | deque():
            return f"{type(value).__name__}({', '.join(map(show, value))})"
        case set() | frozenset():
            return "{" + ", ".join(sorted(map(show, value))) + "}"
        case types.FunctionType() if not value.__code__.co_filename.startswith("<"):
            return f"builtin {value.__name__}"  # ours, or the standard library's
        case types.FunctionType():
            return digests.function(value, show)
        case type():
            return value.__name__ if value.__module__ in sys.modules else digests.cls(value, show)
        case _:
            return _held(value, show)


def _held(value: Any, show: Show) -> str:
    """Return what is known of something by what it holds."""
    match value:
        case types.ModuleType():
            return f"module {value.__name__}"
        case types.MethodType():
            return f"method {value.__func__.__name__} of {show(value.__self__)}"
        case staticmethod() | classmethod():
            return f"{type(value).__name__} {show(value.__func__)}"
        case property():
            return f"property({', '.join(map(show, (value.fget, value.fset, value.fdel)))})"
        case functools.partial():
            return f"partial({show(value.func)}, {show(value.args)}, {show(value.keywords)})"
        case _ if (told := getattr(type(value), "_shown_as", None)) is not None:
            return str(told)
        case _:
            return _object(value, show)


def _object(value: Any, show: Show) -> str:
    held = getattr(value, "__dict__", None)
    slots = {name: getattr(value, name) for name in _slots(type(value)) if hasattr(value, name)}
    inside = {**slots, **held} if isinstance(held, Mapping) else slots
    if not inside and _ADDRESS not in (said := repr(value)):
        return said
    return f"{type(value).__name__}({', '.join(f'{key}={show(item)}' for key, item in sorted(inside.items()))})"


def _slots(cls: type) -> list[str]:
    found = (vars(base).get("__slots__", ()) for base in cls.__mro__)
    names = (name for slots in found for name in ((slots,) if isinstance(slots, str) else slots))
    return [name for name in names if not name.startswith("__")]
