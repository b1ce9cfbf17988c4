"""What people decided about branches: `.namebranch/decisions.toml`, written by hand, read here."""

import ast
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

FILE = ".namebranch/decisions.toml"
_TABLES = {"keys": {"site", "keys", "reason", "subject"}, "left": {"site", "reason", "until"}}
_OPTIONAL = {"until", "subject"}


class DecisionsError(ValueError):
    """The file is not as it should be; the message says where, and what would be right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """Exact keys that were accepted for tests that reach by spelling, sites that are left alone, and names of hook points."""

    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by site
    subjects: Mapping[str, str] = field(default_factory=dict)  # what holds such a key, where the test asks something else; by site
    reasons: Mapping[str, str] = field(default_factory=dict)  # of accepted keys, by site
    left: Mapping[str, str] = field(default_factory=dict)  # reason by site
    points: Mapping[str, str] = field(default_factory=dict)  # the name that was chosen, by the one that was proposed


def parsed(data: bytes) -> Decisions:
    """Return the decisions that a file holds.

    `[[keys]]` has `site`, `keys`, `reason`, and `subject` where the test asks something that is no key; `[[left]]` has `site` and `reason`;
    `[points]` names hook points anew.

    Raises:
        DecisionsError: it is no TOML, or says something else.

    """
    try:
        held = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DecisionsError(f"{FILE}: not valid TOML: {error}") from error
    keys, left = _rows(held, "keys"), _rows(held, "left")
    points = held.pop("points", {})
    held.pop("difference", None)  # for `prove` to read
    if held:
        raise DecisionsError(f"{FILE}: {min(held)!r} is no table of it; there are [[keys]], [[left]], [[difference]] and [points]")
    if not all(isinstance(value, str) for value in points.values()):
        raise DecisionsError(f"{FILE}: [points] holds names only")
    return Decisions(
        keys={row["site"]: tuple(row["keys"]) for row in keys},
        subjects={row["site"]: _expression(row["subject"]) for row in keys if "subject" in row},
        reasons={row["site"]: row["reason"] for row in keys},
        left={row["site"]: row["reason"] for row in left},
        points=points,
    )


def _expression(text: str) -> str:
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError) as error:
        raise DecisionsError(f"{FILE}: subject {text!r} is no expression: {error}") from error
    return text


def _rows(held: dict[str, Any], name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = held.pop(name, [])
    known = _TABLES[name]
    for number, row in enumerate(rows, 1):
        if missing := sorted(known - _OPTIONAL - row.keys()):
            raise DecisionsError(f"{FILE}: [[{name}]] number {number} has no {missing[0]!r}")
        if more := sorted(row.keys() - known):
            raise DecisionsError(f"{FILE}: [[{name}]] number {number}: {more[0]!r} is none of {', '.join(sorted(known))}")
    return rows
