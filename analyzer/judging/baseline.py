"""The baseline as text: what a target has accepted, one branch a line, so laid out that git merges two people's changes by itself."""

import json
import re
from collections.abc import Iterable, Sequence

from .verdict import Known

HEADER = "# namebranch baseline v1"
FOLDER, FILE = ".namebranch", ".namebranch/baseline.txt"
BUCKETS = tuple(f"@{number:02x}" for number in range(256))

_WORD = r'"(?:[^"\\]|\\.)*"|[\w<./+][\w<>./+\-]*'
_NAMES = rf"(?:{_WORD})(?:,(?:{_WORD}))*"
_LINE = re.compile(
    rf"(?P<id>[0-9a-f]{{16}}) (?P<rule>NB\d{{3}}) (?P<path>{_WORD})::(?P<scope>{_WORD}) (?P<key>{_WORD}) (?P<op>{_WORD}|[^\s\"]+)"
    rf" (?:@(?P<constant>{_WORD})(?:=(?P<held>{_NAMES}))?|-|(?P<names>{_NAMES}))(?: registered:(?P<registered>{_NAMES}))?"
)
_BARE = re.compile(r"[\w<./+][\w<>./+\-]*")
_PLAIN_OP = re.compile(r"[!#-,.-~]+( [!#-,.-~]+)*")  # a blank is written as a hyphen
_WORDS = re.compile(_WORD)
_MARKER = re.compile(r"(<{7}|={7}|>{7}|\|{7})( |$)")


class BaselineError(Exception):
    """The baseline cannot be read as one: says at which line, and what to do."""


def dumped(known: Iterable[Known]) -> str:
    """Return the text of a baseline: the header, 256 fixed lines, and under each the branches whose ids begin so, sorted."""
    held: dict[str, list[str]] = {bucket: [] for bucket in BUCKETS}
    for line in sorted({spelled(one) for one in known}):
        held[f"@{line[:2]}"].append(line)
    return "\n".join([HEADER, *(line for bucket in BUCKETS for line in (bucket, *held[bucket]))]) + "\n"


def parsed(data: bytes, file: str = FILE) -> tuple[Known, ...]:
    """Return the branches of a baseline, sorted by id and path.

    Raises:
        BaselineError: it is no text, of another version, half merged, or a line of it is none.

    """
    try:
        lines = data.decode("utf-8").removeprefix("\ufeff").splitlines()
    except UnicodeDecodeError as error:
        raise BaselineError(f"{file}: not UTF-8, at byte {error.start}: take it back from git, or remove it and accept anew") from error
    if not lines or lines[0].strip() != HEADER:
        raise BaselineError(_headless(lines[0] if lines else "", file))
    found = [_entry(line.strip(), number, file) for number, line in enumerate(lines[1:], start=2) if line.strip()]
    return tuple(sorted((one for one in found if one is not None), key=_place))


def spelled(known: Known) -> str:
    """Return the line of one branch, without its end."""
    op = known.op.replace(" ", "-") if _PLAIN_OP.fullmatch(known.op) else json.dumps(known.op)
    names = ",".join(map(_word, known.names))
    through = "" if known.constant is None else f"@{_word(known.constant)}" + ("=" if names else "")
    held = f"{through}{names}" or "-"
    registered = f" registered:{','.join(map(_word, known.registered))}" if known.registered else ""
    return f"{known.id} {known.rule} {_word(known.path)}::{_word(known.scope)} {_word(known.key)} {op} {held}{registered}"


def _place(one: Known) -> tuple[str, str]:
    return one.id, one.path


def _word(text: str) -> str:
    return text if _BARE.fullmatch(text) else json.dumps(text)


def _unword(word: str) -> str:
    return str(json.loads(word)) if word.startswith('"') else word


def _unwords(words: str | None) -> tuple[str, ...]:
    return tuple(_unword(word) for word in _WORDS.findall(words or ""))


def _entry(line: str, number: int, file: str) -> Known | None:
    if line in _FIXED:
        return None
    found = _LINE.fullmatch(line)
    try:
        if found is not None:
            return _read(found)
    except ValueError:  # a quoted word that is no JSON
        pass
    if _MARKER.match(line):
        raise BaselineError(
            f"{file}:{number}: a merge was left unfinished here: keep the lines of both sides, take out the marks of git, "
            "then run `namebranch baseline update`"
        )
    raise BaselineError(f"{file}:{number}: no line of a baseline: {line[:60]!r}; take it out, or take the file back from git")


def _read(found: re.Match[str]) -> Known:
    op = found["op"]
    return Known(
        id=found["id"],
        rule=found["rule"],
        path=_unword(found["path"]),
        scope=_unword(found["scope"]),
        key=_unword(found["key"]),
        op=_unword(op) if op.startswith('"') else op.replace("-", " "),
        names=_unwords(found["names"] or found["held"]),
        constant=None if found["constant"] is None else _unword(found["constant"]),
        registered=_unwords(found["registered"]),
    )


def _headless(first: str, file: str) -> str:
    if _MARKER.match(first):
        return f"{file}:1: a merge was left unfinished here: keep the lines of both sides, then run `namebranch baseline update`"
    if first.startswith("# namebranch baseline v"):
        return f"{file}:1: {first.strip()[2:]} is not read by this version, which knows v1: upgrade namebranch"
    return f"{file}:1: not a baseline: it must begin with {HEADER!r}"


_FIXED = frozenset(BUCKETS)


def merged(entries: Sequence[Known], fresh: Iterable[Known]) -> tuple[Known, ...]:
    """Return *entries* with those of *fresh*, which take the place of what has the same id and path."""
    by_place = {_place(one): one for one in entries} | {_place(one): one for one in fresh}
    return tuple(by_place[key] for key in sorted(by_place))
