"""Settings in, TOML or plain tables out: text that reads back to the same settings."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, get_args, get_origin, get_type_hints

from .schema import Settings
from .spelling import dotted, quoted

_WIDTH = 110  # columns; a longer list is broken

Note = Callable[[str], tuple[str, ...]]  # the lines of comment that stand above `zones.model`, a key, or `[zones]`, a table


def plain(settings: Settings) -> dict[str, Any]:
    """Return the settings as tables, lists and scalars, in the order of the schema; what is not set is left out."""
    return dict(_table(settings))


def to_toml(settings: Settings, *, note: Note = lambda _: (), only: frozenset[str] | None = None) -> str:
    """Return the settings, or only those top keys, as a TOML file, with a note above the keys and tables that have one."""
    tables = {key: value for key, value in plain(settings).items() if only is None or key in only}
    return "\n".join(_lines(tables, "", note)) + "\n"


def _table(record: Any) -> Iterator[tuple[str, Any]]:
    hints = get_type_hints(type(record))
    for column in fields(record):
        value = getattr(record, column.name)
        if value is not None:
            yield column.name, _value(value, free=_is_free_table(hints[column.name]))


def _is_free_table(hint: Any) -> bool:
    item = get_args(hint)[0] if get_origin(hint) is tuple else None
    return get_origin(item) is tuple and Ellipsis not in get_args(item)


def _value(value: Any, *, free: bool = False) -> Any:
    if is_dataclass(value):
        return dict(_table(value))
    if isinstance(value, tuple):
        return {key: _value(item) for key, item in value} if free else [_value(item) for item in value]
    return value.value if isinstance(value, StrEnum) else value


def _lines(table: Mapping[str, Any], path: str, note: Note) -> Iterator[str]:
    """Yield the lines of one table: its own values first, then the tables in it."""
    later: list[tuple[str, Any]] = []
    for key, value in table.items():
        if isinstance(value, dict) or _of_tables(value):
            later.append((key, value))
        else:
            yield from note(dotted(path, key))
            yield f"{dotted('', key)} = {_spelled(value)}"
    for key, value in later:
        inner = dotted(path, key)
        many = isinstance(value, list)
        for number, item in enumerate(value if many else (value,)):
            yield ""
            yield from note(inner if many else f"[{inner}]") if number == 0 else ()
            yield f"[[{inner}]]" if many else f"[{inner}]"
            yield from _lines(item, inner, (lambda _: ()) if many else note)


def _of_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _spelled(value: Any) -> str:
    if isinstance(value, list):
        return _list([_spelled(item) for item in value])
    return quoted(value) if isinstance(value, str) else json.dumps(value)


def _list(items: list[str]) -> str:
    line = f"[{', '.join(items)}]"
    if len(line) <= _WIDTH:
        return line
    rows = [""]
    for item in items:
        longer = f"{rows[-1]} {item},"
        if len(longer) <= _WIDTH:
            rows[-1] = longer
        else:
            rows.append(f" {item},")
    return "\n".join(("[", *(f" {row}" for row in rows if row), "]"))
