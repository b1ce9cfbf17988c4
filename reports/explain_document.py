"""What there is to say of sites, to the one JSON document of an `explain`."""

from dataclasses import dataclass

from ..analyzer.explaining.explanation import Explained, Explanation
from ..analyzer.inventory import Unread

SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainDocument:
    """What there is to say of the sites that were asked for."""

    schema: int
    target: str
    revision: str | None
    preset: str
    explanations: tuple[Explanation, ...]
    unread: tuple[Unread, ...]


def explain_document(found: Explained) -> ExplainDocument:
    """Return *found* as a document."""
    return ExplainDocument(
        schema=SCHEMA,
        target=found.target,
        revision=found.revision,
        preset=found.preset,
        explanations=found.explanations,
        unread=found.unread,
    )
