"""What the methods of strings, collections and mappings hand back."""

import posixpath
import re
from collections.abc import Callable, Mapping
from functools import cache

from . import patterns
from .cells import ADDED, Class, Mark, Table
from .operators import as_set

_OF_STRINGS = frozenset(
    {"lower", "upper", "casefold", "title", "capitalize", "swapcase", "strip", "lstrip", "rstrip", "replace", "removeprefix"}
    | {"removesuffix", "split", "rsplit", "partition", "rpartition", "format", "zfill", "splitlines"}
)
CHANGING = frozenset({"replace", "removeprefix", "removesuffix", "split", "rsplit", "partition", "rpartition", "strip", "lstrip", "rstrip"})
"""Methods whose arguments say what a string may have held before."""


@cache
def method(name: str) -> Callable[..., object] | None:
    """Return what a method of that name does to its object and its arguments, or None where it is none of these."""
    return _of_string(name) if name in _OF_STRINGS else _METHODS.get(name)


def _of_string(name: str) -> Callable[..., object]:
    def make(text: object, *args: object) -> object:
        if isinstance(text, Class) or not isinstance(text, str):
            raise TypeError(f"{text!r} is no string")
        found = getattr(text, name)(*args)
        return tuple(found) if isinstance(found, list) else found

    return make


def _get(table: object, key: object, default: object = None) -> object:
    if not isinstance(table, Table):
        raise TypeError(f"{table!r} is no mapping")
    missing = Mark.UNKNOWN if ADDED in table.keys else default
    return next((value for known, value in zip(table.keys, table.values, strict=True) if known == key), missing)


def _join(text: object, parts: object) -> object:
    if not isinstance(text, str) or not isinstance(parts, tuple):
        raise TypeError(f"{text!r} joins nothing")
    return text.join(parts)


def _table(value: object) -> Table:
    if isinstance(value, Table):
        return value
    raise TypeError(f"{value!r} is no mapping")


def _items(value: object) -> tuple[object, ...]:
    table = _table(value)
    return tuple(zip(table.keys, table.values, strict=True))


def _sub(pattern: object, new: object, text: object) -> object:
    if not (isinstance(pattern, str) and isinstance(new, str) and isinstance(text, str)):
        raise TypeError("a pattern replaces in strings")
    return patterns.checked(pattern).sub(new, text)


_METHODS: Mapping[str, Callable[..., object]] = {
    "get": _get,
    "join": _join,
    "keys": lambda table: _table(table).keys,
    "values": lambda table: _table(table).values,
    "items": _items,
    "copy": lambda value: value,
    "union": lambda one, *more: as_set(one).union(*map(as_set, more)),
    "intersection": lambda one, *more: as_set(one).intersection(*map(as_set, more)),
    "difference": lambda one, *more: as_set(one).difference(*map(as_set, more)),
    "mro": lambda cls: (cls,),
}
FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "str": lambda value: value if isinstance(value, str) else str(plain(value)),
    "len": len,
    "set": lambda value=(): as_set(tuple(value)),
    "frozenset": lambda value=(): as_set(tuple(value)),
    "list": lambda value=(): tuple(value),
    "tuple": lambda value=(): tuple(value),
    "sorted": lambda value: tuple(sorted(value)),
    "reversed": lambda value: tuple(reversed(tuple(value))),
    "iter": lambda value: value,
    "enumerate": lambda value: tuple(enumerate(value)),
    "zip": lambda *values: tuple(zip(*values, strict=False)),
    "dict": lambda value=(): value if isinstance(value, Table) else Table(*map(tuple, zip(*value, strict=True))),
    "bool": bool,
    "basename": posixpath.basename,
    "re.sub": _sub,
    "re.escape": re.escape,
}
"""Built-in functions, and some of the standard library, by what they are called."""


def plain(value: object) -> object:
    """Return a value that `str` spells as Python would, or raise TypeError."""
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{value!r} is not spelled out")
