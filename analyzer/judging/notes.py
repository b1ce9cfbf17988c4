"""What people said about branches: why one was accepted, why one may be gone. A TOML file that they may edit too."""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from ..inventory import Confidence, Finding
from .suppressions import EXPIRED

FILE = ".namebranch/notes.toml"
HEADER = "# Why branches were accepted, and why others may be gone; `namebranch baseline add` and `drop` write here.\n"
_HEADER = re.compile(r"\[(?P<word>\w+)\.(?P<id>[0-9a-f]{16}|all)\]\s*(#.*)?")
_TEXTS = ("reason", "owner", "issue", "until")


class NotesError(Exception):
    """The notes cannot be read: says where, and what to do."""


EVERYTHING = "all"  # in the place of an id: what was accepted in one go


class Word(StrEnum):
    """What is said of a branch."""

    ACCEPTED = "accepted"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What somebody said of one branch."""

    word: Word
    id: str
    reason: str
    owner: str | None = None
    issue: str | None = None
    until: str | None = None  # a date
    line: int = 0  # of the file


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """All that was said, by word and id."""

    accepted: Mapping[str, Note] = field(default_factory=dict)
    dropped: Mapping[str, Note] = field(default_factory=dict)


def parsed(data: bytes, file: str = FILE) -> Notes:
    """Return the notes of a file.

    Raises:
        NotesError: it is no TOML, or a table or key of it is none of ours.

    """
    try:
        text = data.decode("utf-8")
        tables = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise NotesError(f"{file}: not UTF-8, at byte {error.start}") from error
    except tomllib.TOMLDecodeError as error:
        raise NotesError(f"{file}: not valid TOML: {error}; after a merge, keep the tables of both sides") from error
    lines = {
        (found["word"], found["id"]): number for number, line in enumerate(text.splitlines(), 1) if (found := _HEADER.match(line.strip()))
    }
    known: dict[Word, dict[str, Note]] = {word: {} for word in Word}
    for name, held in tables.items():
        if name not in list(Word) or not isinstance(held, dict):
            raise NotesError(f"{file}: {name!r} is none of ours; known are [accepted.ID] and [dropped.ID]")
        for id_, table in held.items():
            known[Word(name)][id_] = _note(Word(name), id_, table, lines.get((name, id_), 1), file)
    return Notes(accepted=known[Word.ACCEPTED], dropped=known[Word.DROPPED])


def expired(notes: Notes, today: date) -> tuple[Finding, ...]:
    """Return NB903 of what was accepted until a day that has passed."""
    return tuple(
        Finding(
            rule=EXPIRED,
            path=FILE,
            line=note.line,
            places=(),
            witness=note.id,
            names=(),
            message=f"{note.id} was accepted until {note.until}: settle it, or give it a new date and a reason",
            confidence=Confidence.EXACT,
        )
        for note in notes.accepted.values()
        if note.until is not None and date.fromisoformat(note.until) < today
    )


def written(text: str, notes: Iterable[Note]) -> str:
    """Return the text with these notes, each in its place by word and id, so that two people's notes seldom meet; the rest as it is."""
    for note in notes:
        text = _with(without(text, [(note.word, note.id)]) if _has(text, note) else text or HEADER, note)
    return text


def without(text: str, gone: Iterable[tuple[Word, str]]) -> str:
    """Return the text without some notes; the rest as it is."""
    import tomlkit  # noqa: PLC0415  reading needs none of it
    from tomlkit.items import AbstractTable  # noqa: PLC0415  as above

    document = tomlkit.parse(text)
    for word, id_ in gone:
        table = document.get(word.value)
        if isinstance(table, AbstractTable) and id_ in table:
            table.remove(id_)
            if not table:
                document.remove(word.value)
    return tomlkit.dumps(document)


def pruned(text: str, accepted: Collection[str]) -> str:
    """Return the text without words about accepted branches that are none of *accepted* any more."""
    notes = parsed(text.encode()) if text else Notes()
    gone = [(Word.ACCEPTED, id_) for id_ in notes.accepted if id_ not in accepted and not (id_ == EVERYTHING and accepted)]
    return without(text, gone) if gone else text


def _has(text: str, note: Note) -> bool:
    return note.id in tomllib.loads(text).get(note.word.value, {})


def _with(text: str, note: Note) -> str:
    import tomlkit  # noqa: PLC0415  reading needs none of it

    table = tomlkit.table()
    for name in _TEXTS:
        if (value := getattr(note, name)) is not None:
            table.add(name, value)
    block = f"[{note.word.value}.{note.id}]\n{tomlkit.dumps({'_': table}).partition(chr(10))[2]}"
    lines = text.splitlines(keepends=True)
    after = next(
        (
            at
            for at, line in enumerate(lines)
            if (found := _HEADER.match(line.strip())) and (found["word"], found["id"]) > (note.word, note.id)
        ),
        None,
    )
    if after is None:
        head = text if text.endswith("\n") or not text else f"{text}\n"
        return f"{head}\n{block}"
    while after and lines[after - 1].lstrip().startswith("#"):
        after -= 1
    return "".join([*lines[:after], block, "\n", *lines[after:]])


def _note(word: Word, id_: str, table: Any, line: int, file: str) -> Note:
    where = f"{file}:{line}: [{word.value}.{id_[:40]}]"
    if not isinstance(table, dict):
        raise NotesError(f"{where} is no table")
    for name, value in table.items():
        if name not in _TEXTS or not isinstance(value, str | date):
            raise NotesError(f"{where} has {name!r}, which is none of {', '.join(_TEXTS)}, or no text")
    texts = {name: str(value) for name, value in table.items()}
    if not texts.get("reason", "").strip():
        raise NotesError(f"{where} gives no reason: say why")
    if "until" in texts and not _is_day(texts["until"]):
        raise NotesError(f"{where} has until = {texts['until']!r}: write a day like 2027-01-31")
    return Note(word=word, id=id_, line=line, **texts)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
