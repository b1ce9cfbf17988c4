"""What this process prints on: how wide it is, what it can show, and one line of progress that leaves no trace."""

import os
import shutil
import sys
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TextIO

from ..reports.escape import unheard, visible

GLYPHS = "─█▏…·"
NARROWEST = 40  # columns; what is narrower is printed as if it were this wide


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """What stdout can show."""

    width: int  # columns
    colour: bool
    unicode: bool


def terminal() -> Terminal:
    """Return what stdout can show: no colour where it is no terminal, or where NO_COLOR is set."""
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Terminal(width=max(NARROWEST, shutil.get_terminal_size((80, 24)).columns), colour=colour, unicode=can_show(sys.stdout))


def can_show(stream: TextIO) -> bool:
    """Return True if the encoding of *stream* has the letters that bars and rules are drawn with."""
    try:
        GLYPHS.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def put(text: str) -> None:
    """Write data to stdout; a letter that its encoding lacks is spelled out."""
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def say(words: str) -> None:
    """Write one line of words to stderr; text of a target is made visible, and no command to a CI runner."""
    encoding = sys.stderr.encoding or "ascii"
    sys.stderr.write(unheard(visible(words)).encode(encoding, "backslashreplace").decode(encoding) + "\n")


class Progress:
    """Says on stderr what is being done: each step on a line of its own if *every*, else one line that is overwritten.

    Overwritten is only a terminal's line, and not in CI; elsewhere nothing is said. The line is gone when the work is done.
    """

    def __init__(self, *, quiet: bool, every: bool) -> None:
        """Say nothing if *quiet*, every step if *every*."""
        self._every = every and not quiet
        self._line = not quiet and not every and sys.stderr.isatty() and not os.environ.get("CI")
        self._drawn = False

    def __call__(self, step: str) -> None:
        """Say that *step* is being done."""
        if self._every:
            say(step)
        elif self._line:
            room = shutil.get_terminal_size((80, 24)).columns - 1
            sys.stderr.write(f"\r\x1b[K{visible(step)[:room]}")
            sys.stderr.flush()
            self._drawn = True

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Wipe the line."""
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
