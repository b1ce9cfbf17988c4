"""What models cost a whole fleet: in which repositories shared code decides by them, and how often."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..dashboard.models import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Across:
    """One model."""

    model: str
    decisions: int  # of all repositories
    by: Mapping[str, int]  # decisions by repository, without those that have none
    files: int  # shared files that name it
    lines: int  # of its own files
    done: int  # repositories in which it is registered, and no decision is left


def across(held: Mapping[str, Sequence[Card]]) -> tuple[Across, ...]:
    """Return the models that decisions name or that are registered, those with the most decisions first; *held*: cards by repository."""
    found: defaultdict[str, dict[str, Card]] = defaultdict(dict)
    for name, cards in held.items():
        for card in cards:
            if card.status != "none":
                found[card.cost.model][name] = card
    models = (_across(model, cards) for model, cards in found.items())
    return tuple(sorted(models, key=lambda one: (-one.decisions, -len(one.by), one.model)))


def _across(model: str, cards: Mapping[str, Card]) -> Across:
    return Across(
        model=model,
        decisions=sum(card.decisions for card in cards.values()),
        by={name: card.decisions for name, card in cards.items() if card.decisions},
        files=sum(len(card.cost.shared) for card in cards.values()),
        lines=sum(card.cost.lines for card in cards.values()),
        done=sum(card.status == "done" for card in cards.values()),
    )
