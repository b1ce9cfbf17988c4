"""The evidence of a split to the one JSON document of it."""

from dataclasses import dataclass

from ..analyzer.costing.cost import ModelCost
from ..analyzer.inventory import Unread
from ..analyzer.splitting.arrival import Arrival
from ..analyzer.splitting.split import Group, Need, Slot, Split

SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitDocument:
    """What of one tree's shared code belongs to models; `mean` and `median` are of shared files that name a model with a folder."""

    schema: int
    target: str
    revision: str | None
    date: str
    preset: str
    against: str | None
    mean: float
    median: float
    joined: tuple[str, ...]
    arrivals: tuple[Arrival, ...]
    layout: tuple[Slot, ...]
    groups: tuple[Group, ...]
    models: tuple[ModelCost, ...]
    needs: tuple[Need, ...]
    unread: tuple[Unread, ...]


def split_document(split: Split) -> SplitDocument:
    """Return *split* as a document."""
    return SplitDocument(
        schema=SCHEMA,
        target=split.target,
        revision=split.revision,
        date=split.date,
        preset=split.preset,
        against=split.against,
        mean=split.cost.mean,
        median=split.cost.median,
        joined=split.joined,
        arrivals=split.arrivals,
        layout=split.layout,
        groups=split.groups,
        models=split.cost.models,
        needs=split.needs,
        unread=split.cost.unread,
    )
