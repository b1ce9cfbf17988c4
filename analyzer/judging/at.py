"""`--at`: a place, the id of a site, or a rule, as a person writes it, to the sites that are meant; or to words that help to mean one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeAlias

from ..inventory import Site
from ..settings.globs import plain

_ID = re.compile(r"[0-9a-f]{16}")
_RULE = re.compile(r"NB\d{3}", re.IGNORECASE)
_PLACE = re.compile(r"(?P<path>.+?)(?::(?P<line>\d+)(?::\d+)?)?:?")
_NEAREST = 3  # sites or paths that a message proposes


class AtError(Exception):
    """Nothing is where `--at` points: says what is near, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtPlace:
    """A file, or a line of it."""

    path: str
    line: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AtSite:
    """The id of a site."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AtRule:
    """A rule."""

    rule: str


At: TypeAlias = AtPlace | AtSite | AtRule


def parsed(word: str) -> At:
    """Return what a word points at: `NB101`, 16 hex digits, `PATH`, `PATH:LINE` or `PATH:LINE:COLUMN`.

    Raises:
        AtError: it is empty.

    """
    text = word.strip()
    if _RULE.fullmatch(text):
        return AtRule(rule=text.upper())
    if _ID.fullmatch(text.lower()):
        return AtSite(id=text.lower())
    found = _PLACE.fullmatch(text)
    if found is None:
        raise AtError("--at: write PATH:LINE, the 16 digits of a site, or a rule")
    line = found["line"]
    return AtPlace(path=found["path"], line=None if line is None else int(line))


def sites_at(at: AtPlace | AtSite, sites: Sequence[Site], paths: Sequence[str], *, below: str = "") -> tuple[Site, ...]:
    """Return the sites that are meant, in their order.

    Args:
        at: a place or an id.
        sites: all of the target, whatever zone they lie in.
        paths: all files of the target.
        below: where the target's root lies, seen from where the tool runs: paths may begin there.

    Raises:
        AtError: there is none.

    """
    match at:
        case AtSite(id=id_):
            found = tuple(site for site in sites if site.id == id_)
            if not found:
                raise AtError(_no_id(id_))
            return found
        case AtPlace(path=path, line=line):
            where = _path(path, paths, below)
            held = [site for site in sites if site.path == where]
            found = tuple(site for site in held if line is None or site.line <= line <= site.end_line)
            if not found:
                raise AtError(_no_site(where, line, held))
            return found


def _path(path: str, paths: Sequence[str], below: str) -> str:
    """Return the path of the target that a person means; raises AtError."""
    text = path.replace("\\", "/").removeprefix("./")
    spelled = [path, text, *([text.removeprefix(f"{below}/")] if below and text.startswith(f"{below}/") else [])]
    for one in spelled:
        if one in paths:
            return one
        alike = [known for known in paths if plain(known) == plain(one)]
        if len(alike) == 1:
            return alike[0]
    ending = [known for known in paths if known.endswith(f"/{text}")]
    if len(ending) == 1:
        return ending[0]
    raise AtError(_no_path(text, ending, paths))


def _no_path(text: str, ending: Sequence[str], paths: Sequence[str]) -> str:
    if ending:
        return f"--at {text}: several files are called so: {', '.join(sorted(ending)[:_NEAREST])}; write more of the path"
    from rapidfuzz import process  # noqa: PLC0415  only a mistake needs it

    python = [path for path in paths if path.endswith(".py")]
    named = [path for path in python if PurePosixPath(path).name == PurePosixPath(text).name]
    near = sorted(named)[:_NEAREST] or [name for name, _, _ in process.extract(text, python, limit=_NEAREST, score_cutoff=60)]
    hint = f"; is it {' or '.join(near)}?" if near else "; paths are relative to the root of the target"
    return f"--at {text}: the target has no such file{hint}"


def _no_site(path: str, line: int | None, held: Sequence[Site]) -> str:
    if not held:
        return f"--at {path}: no site is in that file, in any zone; `namebranch scan` shows where there are some"
    near = sorted(held, key=lambda site: (abs(site.line - (line or 1)), site.line))[:_NEAREST]
    told = ", ".join(f"line {site.line} ({site.rule} {site.subject[:60]})" for site in sorted(near, key=lambda site: site.line))
    return f"--at {path}:{line}: no site is on that line; the nearest {'is on' if len(near) == 1 else 'are on'} {told}"


def _no_id(id_: str) -> str:
    return (
        f"--at {id_}: no site of this target has that id; it is another one where the names, the subject or the function of a site are others. "
        "`namebranch scan --format json` holds all ids, and TARGET@REV looks at the revision where you have it from"
    )
