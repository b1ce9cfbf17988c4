"""A shelf: a folder in which one file is one entry, listed by file name without importing, imported when asked.

Entry `table-use` lies in `table_use.py`. A file that begins with `_` and a folder are no entries.
"""

import ast
from collections.abc import Mapping
from importlib import import_module
from pkgutil import get_data, iter_modules
from types import MappingProxyType, ModuleType
from typing import Protocol, TypeVar


class Named(Protocol):
    """Anything with a name; an entry's is that of its file."""

    @property
    def name(self) -> str | None:
        """The name by which the entry is looked up."""


Entry = TypeVar("Entry", bound=Named)


class ShelfError(Exception):
    """A shelf has no entry of a name, or its file does not hold exactly one entry of the right kind and name."""


def names(folder: ModuleType) -> tuple[str, ...]:
    """Return the names of all entries on *folder*, sorted. Nothing is imported."""
    files = [module.name for module in iter_modules(folder.__path__) if not module.ispkg]
    return tuple(sorted(file.replace("_", "-") for file in files if file.isidentifier() and not file.startswith("_")))


def headline(folder: ModuleType, name: str) -> str:
    """Return the first line of the docstring of the entry's file. Nothing is imported.

    Raises:
        ShelfError: there is no such entry.

    """
    source = get_data(folder.__name__, f"{_file(folder, name)}.py") or b""
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


def take(folder: ModuleType, name: str, kind: type[Entry]) -> Entry:
    """Import one file of *folder* and return the entry that it holds.

    Raises:
        ShelfError: there is no such file, or it does not hold exactly one public value of *kind*, of the file's name.

    """
    module = import_module(f"{folder.__name__}.{_file(folder, name)}")
    public = {id(value): value for label, value in vars(module).items() if not label.startswith("_")}
    held = [value for value in public.values() if isinstance(value, kind)]
    if len(held) != 1:
        raise ShelfError(f"{module.__name__} holds {len(held)} public values of {kind.__name__}; an entry's file holds exactly one")
    (entry,) = held
    if entry.name != name:
        raise ShelfError(f"{module.__name__} holds {entry.name!r}; an entry is named like its file, so rename one of them: {name!r}")
    return entry


def gather(folder: ModuleType, kind: type[Entry]) -> Mapping[str, Entry]:
    """Import all of *folder* and return its entries by name, in the order of their names.

    Raises:
        ShelfError: as `take`.

    """
    return MappingProxyType({name: take(folder, name, kind) for name in names(folder)})


def _file(folder: ModuleType, name: str) -> str:
    known = names(folder)
    if name not in known:
        raise ShelfError(f"{folder.__name__} has no {name!r}; it has {', '.join(known) or 'nothing'}")
    return name.replace("-", "_")
