"""A cache above the user's: what a few files alone come to is kept for one run, and only facts, true anywhere, go into the user's own."""

from collections.abc import Iterable, Mapping

from ..store import TABLES, Store

_TRUE_ANYWHERE = frozenset({"tables", "facts"})


class Layered(Store):
    """A store that remembers everything, and asks and tells another about the facts of units."""

    def __init__(self, below: Store) -> None:
        """Lie above *below*, which whoever opened it closes."""
        super().__init__(None)
        self._below = below
        self._held: dict[str, dict[bytes, bytes]] = {name: {} for name in TABLES}

    def get(self, table: str, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the values of those *keys* that are known."""
        asked = tuple(keys)
        held = self._held[table]
        missing = [key for key in asked if key not in held]
        if missing and table in _TRUE_ANYWHERE:
            held.update(self._below.get(table, missing))
        return {key: held[key] for key in asked if key in held}

    def put(self, table: str, values: Mapping[bytes, bytes]) -> None:
        """Keep *values*."""
        self._held[table].update(values)
        if table in _TRUE_ANYWHERE:
            self._below.put(table, values)
