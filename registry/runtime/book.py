"""The book of a registry: who registered what under which key, and who has to be imported to know. It knows no questions."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from threading import RLock
from types import ModuleType
from typing import Any

from .errors import BrokenOwnerError, SilentOwnerError
from .templates import Descriptor, Template

Address = tuple[str, str]  # space, key


@dataclass(frozen=True)
class Owner:
    """The modules that register a key, in the order in which they are imported, and the matchers that one of them brings."""

    modules: tuple[str, ...]
    matchers: tuple[str, ...] = ()

    def __init__(self, *modules: str, matchers: tuple[str, ...] = ()) -> None:
        """Name modules by their full dotted names."""
        object.__setattr__(self, "modules", modules)
        object.__setattr__(self, "matchers", matchers)

    def covers(self, module: str) -> bool:
        """Return whether *module* is one of the owner's, or lies in one of its packages."""
        return any(module == each or module.startswith(f"{each}.") for each in self.modules)


@dataclass(frozen=True, eq=False)
class Record:
    """A descriptor with the place that registered it."""

    descriptor: Descriptor
    module: str
    line: int
    home: ModuleType | None  # what sys.modules held: if it holds something else, the import failed, and what it registered does not count

    def __str__(self) -> str:
        """Return the place, as messages name it."""
        return f"{self.module}:{self.line}"

    def counts(self) -> bool:
        """Return whether the module that registered is still there."""
        return self.home is None or sys.modules.get(self.module) is self.home


@dataclass(frozen=True)
class Layer:
    """A template and whose it is: where answers are looked for, nearest first."""

    by: str
    template: Template


class Book:
    """Records and owners by address. Only imports happen outside its lock: an import takes locks of its own."""

    def __init__(self) -> None:
        """Open an empty book."""
        self.lock = RLock()
        self.owners: dict[Address, Owner] = {}
        self.records: dict[Address, Record] = {}
        self.overrides: dict[Address, Record] = {}
        self.extensions: dict[Address, tuple[Record, ...]] = {}
        self.answers: list[tuple[str, dict[Any, Any]]] = []  # what questions remember, with the space of their keys

    def load(self, address: Address) -> None:
        """Import the modules that own a key, unless the key is overridden.

        Raises:
            BrokenOwnerError: one of them cannot be imported.

        """
        owner = self.owners.get(address)
        if owner is None or self._one(self.overrides, address):
            return
        for module in owner.modules:
            try:
                import_module(module)
            except Exception as error:
                self.forget()
                raise BrokenOwnerError(
                    f"{module}, which owns the {address[0]} {address[1]!r}, cannot be imported: {type(error).__name__}: {error}; "
                    "only its own keys are concerned"
                ) from error

    def layers(self, address: Address) -> tuple[Layer, ...]:
        """Return what is registered under a key, its extensions, and the families, nearest first; nothing for a key nobody knows.

        Raises:
            SilentOwnerError: the key has an owner, and that registered nothing under it.

        """
        record, extensions = self.record(address), self.extending(address)
        if record is None and not extensions and address in self.owners:
            raise SilentOwnerError(
                f"{', '.join(self.owners[address].modules)}, named as owner of the {address[0]} {address[1]!r}, registered nothing under "
                "it: register it there, or correct the owner; a module that looks up its own key while it is imported has to register first"
            )
        own = [*([record] if record else []), *extensions]
        families = record.descriptor.family.lineage() if record and record.descriptor.family else ()
        return (
            *(Layer(str(each), each.descriptor) for each in own),
            *(Layer(f"family {each.name}", each) for each in families),
        )

    def record(self, address: Address) -> Record | None:
        """Return who registered a key, or took it over."""
        return self._one(self.overrides, address) or self._one(self.records, address)

    def extending(self, address: Address) -> tuple[Record, ...]:
        """Return who extended a key; nobody extends one that was taken over."""
        return () if self._one(self.overrides, address) else tuple(each for each in self.extensions.get(address, ()) if each.counts())

    def addresses(self) -> set[Address]:
        """Return all keys that are owned or registered. Nothing is imported."""
        with self.lock:
            return {*self.owners, *self.records, *self.overrides, *self.extensions}

    def forget(self, address: Address | None = None) -> None:
        """Drop the remembered answers about one key, or all."""
        for space, answers in self.answers:
            if address is None:
                answers.clear()
            elif space == address[0]:
                answers.pop(address[1], None)

    @contextmanager
    def isolated(self) -> Iterator[None]:
        """Undo at the end what was written, except what owners registered: they are imported once in a process, so they stay."""
        with self.lock:
            owners, records, extensions = dict(self.owners), dict(self.records), dict(self.extensions)
            overrides = dict(self.overrides)
        try:
            yield
        finally:
            with self.lock:
                records.update({address: self.records[address] for address in owners.keys() & self.records.keys()})
                extensions.update({address: self.extensions[address] for address in owners.keys() & self.extensions.keys()})
                self.owners, self.records, self.extensions, self.overrides = owners, records, extensions, overrides
                self.forget()

    @staticmethod
    def _one(held: Mapping[Address, Record], address: Address) -> Record | None:
        record = held.get(address)
        return record if record is not None and record.counts() else None
