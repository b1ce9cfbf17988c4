"""What reports need to know of a rule; a detector of the analyzer fits, and is handed in by a verb."""

from collections.abc import Sequence
from typing import Protocol


class Example(Protocol):
    """A piece of code, and what it shows."""

    @property
    def title(self) -> str:
        """In a few words."""

    @property
    def code(self) -> str:
        """Python."""


class Rule(Protocol):
    """One shape of name branch, and its manual."""

    @property
    def name(self) -> str:
        """The detector's name."""

    @property
    def rule(self) -> str:
        """For example NB101."""

    @property
    def kind(self) -> str:
        """The kind of its sites."""

    @property
    def title(self) -> str:
        """One line."""

    @property
    def doc(self) -> str:
        """Markdown."""

    @property
    def finds(self) -> Sequence[Example]:
        """What it finds."""

    @property
    def passes(self) -> Sequence[Example]:
        """What it leaves alone."""
