"""The file of `--repos`: one target a line, `NAME = TARGET` where its last part is no name of its own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

_NAMED = re.compile(r"([\w.+-]+)\s*=\s*(.+)")
_ENDS = (".tar.gz", ".tgz", ".zip", ".whl", ".git")


class FleetError(Exception):
    """The file of `--repos` cannot be followed; the message says which line, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One repository of a fleet: its paths are shown below its name."""

    name: str
    target: str  # as for one scan: PATH, or PATH@REV


def members(text: str) -> tuple[Member, ...]:
    """Return the repositories that a file names; empty lines and those that begin with `#` say nothing.

    Raises:
        FleetError: there is none, or two have one name.

    """
    found: dict[str, Member] = {}
    for line, member in _lines(text):
        if member.name in found:
            raise FleetError(f"line {line}: two repositories are called {member.name!r}; write `NAME = {member.target}` with another name")
        found[member.name] = member
    if not found:
        raise FleetError("no repository is named: write one target a line")
    return tuple(found.values())


def _lines(text: str) -> Iterator[tuple[int, Member]]:
    for number, line in enumerate(text.splitlines(), start=1):
        spelled = line.strip()
        if spelled and not spelled.startswith("#"):
            named = _NAMED.fullmatch(spelled)
            target = named[2] if named else spelled
            name = named[1] if named else _name(target)
            if not name:
                raise FleetError(f"line {number}: {target!r} has no name of its own; write `NAME = {target}`")
            yield number, Member(name=name, target=target)


def _name(target: str) -> str:
    """Return the last part of a target, without its revision and what archives end with; nothing where that is no name."""
    last = PurePath(target.partition("@")[0]).name
    if last == "..":
        return ""
    return next((last.removesuffix(end) for end in _ENDS if last.endswith(end)), last)
