"""What is deprecated, and what became of its readers, as frozen values."""

import re
from dataclasses import dataclass

_SPELLED = re.compile(r"(?P<parameter>[A-Za-z_]\w*)\.(?P<old>[A-Za-z_]\w*)=(?:(?P=parameter)\.)?(?P<new>[A-Za-z_]\w*)")


class DeprecationError(Exception):
    """Nothing was rewritten; the message says what is wrong, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """A field of what hooks are handed as *parameter*, and the one that takes its place."""

    parameter: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A place that may read the old field, and was not rewritten."""

    path: str
    line: int
    scope: str  # of the hook
    why: str


def parsed(text: str) -> Renamed:
    """Return what `context.tokenizer=processor` means.

    Raises:
        DeprecationError: it is spelled otherwise, or renames nothing.

    """
    found = _SPELLED.fullmatch(text)
    if found is None or found["old"] == found["new"]:
        raise DeprecationError(f"{text!r} does not say which field takes the place of which: write context.OLD=NEW")
    return Renamed(parameter=found["parameter"], old=found["old"], new=found["new"])
