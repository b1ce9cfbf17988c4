"""What an audit rule is: one sort of fault around name branches, with its manual and the examples that are its tests."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..finding.detector import Example
from ..inventory import Finding, Zone
from .audited import Audited


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRule:
    """One sort of fault. A file of the shelf `rules/` holds one, and has its name; a rule id may have several files.

    The examples are its tests: a finding of the rule stands on each line that ends in `# here`, and on no other. A line
    `# file: pkg/other.py` begins another file. What is not said for certain is found by examples too.
    """

    name: str
    rule: str  # NB401 …
    title: str  # one line
    doc: str  # Markdown: what it finds, why that matters, what it leaves alone
    finds: tuple[Example, ...]
    passes: tuple[Example, ...]
    audit: Callable[[Audited], Iterable[Finding]]
    zones: frozenset[Zone] = frozenset({Zone.SHARED})  # where a finding counts, if the user chooses no zone

    @property
    def kind(self) -> str:
        """What a manual calls it."""
        return self.name
