"""The shelf: one TOML file is one dialect, read into its frozen value; a mistake is named with its file and the path of the key."""

import difflib
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from .dialect import Dialect, HookKind, Mark
from .placeholders import CALL_PLACEHOLDERS, PLACEHOLDERS, POINT_PLACEHOLDERS
from .template import placeholders

_FOLDER = Path(__file__).parent
_SUFFIX = ".toml"
_SAID = {HookKind.FACT, HookKind.CAPABILITY}  # beside a call, these need a text of their own in a descriptor
_LOOKED_UP = {HookKind.EFFECT, HookKind.VALUE, HookKind.ADJUST, HookKind.PREDICATE, HookKind.FACT, HookKind.CAPABILITY}


class DialectError(ValueError):
    """There is no dialect of a name, or its file is wrong; the message says what, where, and what would be right."""


def names() -> tuple[str, ...]:
    """Return the names of all dialects that ship, sorted; none is read."""
    return tuple(sorted(path.stem for path in _FOLDER.glob(f"*{_SUFFIX}")))


@cache
def take(name: str, root: str = "") -> Dialect:
    """Return one dialect; *root* is the dotted name of the target's package, for a dialect that fits any.

    Raises:
        DialectError: there is none of that name, or its file is wrong.

    """
    text = _text(name)
    return read(text.replace("ROOT_PATH", root.replace(".", "/")).replace("ROOT", root) if root else text, name)


def fitting(family: str, holds: Callable[[Mark], bool]) -> Dialect | None:
    """Return the form of a family whose marks a tree holds: the one with the most; None where no form fits.

    Raises:
        DialectError: there is no such family.

    """
    forms = [dialect for dialect in map(take, names()) if dialect.family == family]
    if not forms:
        raise DialectError(f"there is no family of dialects {family!r}{_nearest(family, sorted({take(name).family for name in names()}))}")
    return max((form for form in forms if all(map(holds, form.marks))), key=lambda form: len(form.marks), default=None)


def read(text: str, name: str) -> Dialect:
    """Return the dialect that the TOML *text* spells; *name* is that of its file.

    With `extends` it is laid over another one: tables are joined, lists and values replaced.

    Raises:
        DialectError: it spells none, or texts that cannot be filled in.

    """
    try:
        tables = tomllib.loads(text)
        if (lower := tables.pop("extends", None)) is not None:
            tables = _over(tables, tomllib.loads(_text(lower)))
        dialect = msgspec.convert(tables, Dialect)
    except tomllib.TOMLDecodeError as error:
        raise DialectError(f"dialect {name}: not valid TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise DialectError(f"dialect {name}: {error}") from error
    if (wrong := next(_faults(dialect, name), None)) is not None:
        raise DialectError(f"dialect {name}: {wrong}")
    return dialect


def _text(name: str) -> str:
    if name not in names():
        raise DialectError(f"there is no dialect {name!r}{_nearest(name, names())}")
    return (_FOLDER / f"{name}{_SUFFIX}").read_text("utf-8")


def _over(upper: dict[str, Any], lower: dict[str, Any]) -> dict[str, Any]:
    both = {
        key: _over(value, lower[key]) if isinstance(value, dict) and isinstance(lower.get(key), dict) else value
        for key, value in upper.items()
    }
    return lower | both


def _faults(dialect: Dialect, name: str) -> Iterator[str]:
    if dialect.name != name:
        yield f"it calls itself {dialect.name!r}; a dialect is named like its file"
    for part, text in dialect.texts.items():
        for unknown in sorted(placeholders(text.text) - PLACEHOLDERS[part]):
            yield f"texts.{part} asks for ${unknown}, which no {part} has{_nearest(unknown, PLACEHOLDERS[part])}"
    for call in dialect.calls:
        for unknown in sorted(placeholders(call.text) - CALL_PLACEHOLDERS):
            yield f"the call of kind {call.kind} asks for ${unknown}{_nearest(unknown, CALL_PLACEHOLDERS)}"
    for point in dialect.points:
        for unknown in sorted(placeholders(point.text) - POINT_PLACEHOLDERS):
            yield f"the point of kind {point.kind} asks for ${unknown}{_nearest(unknown, POINT_PLACEHOLDERS)}"
    yield from _gaps(dialect)


def _gaps(dialect: Dialect) -> Iterator[str]:
    for file in dialect.owner.files:
        if file.part not in dialect.texts:
            yield f"owner.files: {file.role} is made of texts.{file.part}, which is missing"
    for kind in sorted(_LOOKED_UP & set(dialect.kinds)):
        if not any(call.kind is kind for call in dialect.calls):
            yield f"it carries kind {kind}, and no call says how it is asked for"
    for kind in sorted(_SAID & set(dialect.kinds)):
        if not any(part.value == kind.value for part in dialect.texts) and "section" not in dialect.texts:
            yield f"it carries kind {kind}, and no text says how it is said"
    roles = {file.role for file in dialect.owner.files}
    for question in dialect.questions:
        if question.kind not in dialect.kinds:
            yield f"question {question.name} is of kind {question.kind}, which it does not carry"
        if question.role and question.role not in roles:
            yield f"question {question.name} goes to {question.role!r}{_nearest(question.role, roles)}"


def _nearest(word: str, known: Iterable[str]) -> str:
    choices = sorted(known)
    found = difflib.get_close_matches(word, choices, 1, 0.5)
    return f"; did you mean {found[0]!r}?" if found else f"; known are {', '.join(choices) or 'none'}"
