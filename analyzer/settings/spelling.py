"""Plain tables in, frozen values out: typed by the schema, with the path of whatever is wrong in the message."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

Kind = TypeVar("Kind")
_BEYOND = 0x10000  # from here on TOML wants eight digits
_PLAIN = re.compile(r"[A-Za-z0-9_-]+")
_WORDS = {str: "text", int: "int", bool: "true or false", dict: "table", list: "list", float: "float"}


class ConfigError(Exception):
    """A configuration that cannot be used; the message says what is wrong, where, and what would be right."""


def quoted(text: str) -> str:
    """Return a text as TOML spells it, with everything that is not printable as an escape."""
    spelled = json.dumps(text, ensure_ascii=False)
    return spelled if spelled.isprintable() else "".join(letter if letter.isprintable() else _escape(letter) for letter in spelled)


def _escape(letter: str) -> str:
    return f"\\u{ord(letter):04x}" if ord(letter) < _BEYOND else f"\\U{ord(letter):08x}"


def dotted(path: str, key: str) -> str:
    """Return the path of a key of a table, as TOML spells it."""
    spelled = key if _PLAIN.fullmatch(key) else quoted(key)
    return f"{path}.{spelled}" if path else spelled


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a value stands: the file, and the path of keys in it."""

    file: str
    path: str = ""

    def key(self, name: str) -> "Place":
        """Return the place of a key of this table."""
        return Place(file=self.file, path=dotted(self.path, name))

    def item(self, number: int) -> "Place":
        """Return the place of an item of this list, from 0."""
        return Place(file=self.file, path=f"{self.path}[{number}]")

    def wrong(self, what: str) -> ConfigError:
        """Return the error that something is wrong here."""
        return ConfigError(f"{self.file}: {self.path}: {what}" if self.path else f"{self.file}: {what}")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the words `; did you mean …?` for the known word that is nearest, or which words are known."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415  only a mistake needs it

    choices = sorted(known)
    found = process.extractOne(word.lower(), choices, scorer=fuzz.ratio, score_cutoff=55)
    if found is not None:
        return f"; did you mean {found[0]!r}?"
    return f"; known are {', '.join(choices)}" if choices else ""


def read(kind: type[Kind], raw: object, place: Place) -> Kind:
    """Return the value of that kind which the plain tables, lists and scalars spell; raise ConfigError if they do not."""
    return cast("Kind", _value(kind, raw, place))


def _value(hint: Any, raw: object, place: Place) -> object:
    if get_origin(hint) is UnionType:
        (hint,) = (arm for arm in get_args(hint) if arm is not NoneType)
    if get_origin(hint) is tuple:
        return _many(get_args(hint)[0], raw, place)
    if hint is object:  # as it is spelled
        return tuple(raw) if isinstance(raw, list) else raw
    if is_dataclass(hint):
        return _record(cast("type", hint), raw, place)
    if issubclass(hint, StrEnum):
        return _member(hint, raw, place)
    return _exactly(hint, raw, place)


def _many(item: Any, raw: object, place: Place) -> tuple[object, ...]:
    if get_origin(item) is tuple and Ellipsis not in get_args(item):  # a free table
        table = _exactly(dict, raw, place)
        return tuple((key, _value(get_args(item)[1], value, place.key(key))) for key, value in table.items())
    return tuple(_value(item, value, place.item(number)) for number, value in enumerate(_exactly(list, raw, place)))


@cache
def _columns(kind: type) -> Mapping[str, tuple[Field[Any], Any]]:
    hints = get_type_hints(kind)
    return {column.name: (column, hints[column.name]) for column in fields(kind)}


def _record(kind: type, raw: object, place: Place) -> object:
    table = _exactly(dict, raw, place)
    columns = _columns(kind)
    for key in table:
        if key not in columns:
            raise place.key(key).wrong(f"unknown key{nearest(key, columns)}")
    for name, (column, _) in columns.items():
        if name not in table and column.default is MISSING and column.default_factory is MISSING:
            raise place.wrong(f"{name} is missing")
    return kind(**{key: _value(columns[key][1], value, place.key(key)) for key, value in table.items()})


def _member(kind: type[StrEnum], raw: object, place: Place) -> StrEnum:
    text = _exactly(str, raw, place)
    try:
        return kind(text)
    except ValueError:
        known = tuple(member.value for member in kind)
        raise place.wrong(f"{text!r} is not one of them{nearest(text, known)}") from None


def _exactly(kind: type[Kind], raw: object, place: Place) -> Kind:
    if type(raw) is not kind:
        raise place.wrong(f"expected {_WORDS[kind]}, got {_WORDS.get(type(raw), type(raw).__name__)}")
    return raw
