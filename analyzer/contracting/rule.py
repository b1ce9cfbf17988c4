"""What a rule of the contract is: one promise that a registry must keep, with its manual and the examples that are its tests."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..finding.detector import Example
from ..inventory import Finding
from .subject import Subject


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRule:
    """One promise. A file of the shelf `rules/` holds one, and has its name.

    The examples are its tests: a finding stands on each line that ends in `# here`, and on no other. A line `# file: pkg/other.py`
    begins another file.
    """

    name: str
    rule: str  # NB501 …
    title: str  # one line
    doc: str  # Markdown: what is promised, why that matters, what it leaves alone
    finds: tuple[Example, ...]
    passes: tuple[Example, ...]
    judge: Callable[[Subject], Iterable[Finding]]

    @property
    def kind(self) -> str:
        """What a manual calls it."""
        return self.name
