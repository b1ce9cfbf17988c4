"""Commands of ours, ready to paste."""

from dataclasses import fields
from shlex import join, quote

from ...analyzer.judging.filters import Filters
from ..escape import visible

BASELINE = "baseline"


def command(*words: str) -> str:
    """Return a command of these words."""
    return visible(join(("namebranch", *words)))


def spelled(filters: Filters) -> str:
    """Return the options that make *filters*."""
    given = ((field.name, value) for field in fields(filters) for value in getattr(filters, field.name))
    return visible(" ".join(f"--{name} {quote(value)}" for name, value in given))
