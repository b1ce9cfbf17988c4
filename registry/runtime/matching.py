"""Matchers: which model is it, asked before its key is known."""

import inspect
from collections.abc import Callable
from typing import Any, Generic, ParamSpec

from .book import Address, Book, Record
from .callers import told
from .errors import AmbiguousMatchError, BrokenOwnerError, BrokenOwnerWarning

P = ParamSpec("P")


class Matcher(Generic[P]):
    """A kind of evidence, such as the configuration of a run, by which descriptors know their model.

    All descriptors with a matcher of this name are asked each time, in no order that matters: those already registered, and those of
    owners that are declared with it (`Owner(module, matchers=…)`), which are imported for it.
    """

    def __init__(self, book: Book, name: str, space: str, like: Callable[P, bool]) -> None:
        """Declare a matcher; `Registry` does it."""
        self.name, self.space, self.signature = name, space, inspect.signature(like)
        self.__doc__ = like.__doc__
        self._book = book

    def __repr__(self) -> str:
        """Return its name."""
        return f"<Matcher {self.name}>"

    def key(self, *arguments: P.args, **keywords: P.kwargs) -> str | None:
        """Return the first key of the one descriptor that matches, or None; a question takes it as it is.

        An owner that cannot be imported, or whose matcher raises, matches nothing: it must not stop other models. A `BrokenOwnerWarning`
        says so.

        Raises:
            AmbiguousMatchError: several descriptors match.

        """
        matching = [(key, record) for key, record in self._candidates() if self._matches(record, arguments, keywords)]
        if len(matching) > 1:
            raise AmbiguousMatchError(
                f"matcher {self.name}: {', '.join(f'{key} ({record})' for key, record in matching)} claim the same subject; "
                "narrow all matchers but one, or ask by an exact key"
            )
        return matching[0][0] if matching else None

    def _candidates(self) -> list[tuple[str, Record]]:
        """Return each descriptor that has the matcher, once, with the first of its keys under which it is found, sorted."""
        with self._book.lock:
            owned = sorted(address for address, owner in self._book.owners.items() if self.name in owner.matchers)
        for address in owned:
            self._imported(address)
        with self._book.lock:
            records = {id(record): record for address in self._book.addresses() if (record := self._book.record(address))}
            held = [record for record in records.values() if self.name in record.descriptor.matchers]
            found = [(key, record) for record in held if (key := self._first(record)) is not None]
        return sorted(found, key=lambda each: each[0])

    def _imported(self, address: Address) -> None:
        try:
            self._book.load(address)
        except BrokenOwnerError as error:
            told(f"matcher {self.name}: {error}", BrokenOwnerWarning)

    def _first(self, record: Record) -> str | None:
        addresses = record.descriptor.addresses()
        return next((key for space, key in addresses if space == self.space and self._book.record((space, key)) is record), None)

    def _matches(self, record: Record, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        try:
            return bool(record.descriptor.matchers[self.name](*arguments, **keywords))
        except Exception as error:  # noqa: BLE001  the fault of one model must not stop another; it is told
            told(f"matcher {self.name} of {record} raised {type(error).__name__}: {error}; it matches nothing", BrokenOwnerWarning)
            return False
