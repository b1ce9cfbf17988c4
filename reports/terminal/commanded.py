"""Commands of ours, ready to paste."""

from shlex import join

from ..escape import visible

BASELINE = "baseline"


def command(*words: str) -> str:
    """Return a command of these words."""
    return visible(join(("namebranch", *words)))
