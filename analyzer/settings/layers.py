"""Layers of plain tables laid over each other; of each value it is known which layer it is from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .schema import Settings
from .spelling import Place, dotted, read


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """The settings of one place, as plain tables."""

    name: str  # `preset axolotl`, or the file
    prefix: str  # the table of the file that holds them: `tool.namebranch`, or empty
    tables: Mapping[str, Any]
    is_file: bool = True  # of the user's, so that it is worth saying under which key

    def origin(self, key: str) -> str:
        """Return where this layer spells a key, the way messages say it."""
        if not self.is_file:
            return self.name
        return f"{self.name}: {self.prefix}.{key}" if self.prefix else f"{self.name}: {key}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where the value of one key is from; keys that nobody set have none: they are defaults."""

    key: str  # dotted
    where: str


def laid(layers: tuple[Layer, ...]) -> tuple[Settings, tuple[Origin, ...]]:
    """Return the settings of all layers, the later over the earlier: tables are joined, lists and values replaced.

    The keys of a later layer come first in a joined table, so in tables where the first match wins they win.
    Each file is read on its own first, so that a ConfigError names the one which is wrong.
    """
    tables: Mapping[str, Any] = {}
    origins: dict[str, str] = {}
    for layer in layers:
        if layer.is_file:
            read(Settings, layer.tables, Place(file=layer.name, path=layer.prefix))
        tables = _over(layer.tables, tables)
        origins |= {key: layer.origin(key) for key in _keys(layer.tables)}
    settings = read(Settings, tables, Place(file="the settings together"))
    return settings, tuple(Origin(key=key, where=where) for key, where in sorted(origins.items()))


def _over(upper: Mapping[str, Any], lower: Mapping[str, Any]) -> dict[str, Any]:
    joined = {key: _join(value, lower.get(key)) for key, value in upper.items()}
    return joined | {key: value for key, value in lower.items() if key not in upper}


def _join(upper: Any, lower: Any) -> Any:
    return _over(upper, lower) if isinstance(upper, dict) and isinstance(lower, dict) else upper


def _keys(tables: Mapping[str, Any], path: str = "") -> tuple[str, ...]:
    found: list[str] = []
    for name, value in tables.items():
        found += _keys(value, dotted(path, name)) if isinstance(value, dict) else [dotted(path, name)]
    return tuple(found)
