"""Costs to the one JSON document of a `cost`."""

from dataclasses import dataclass

from ..analyzer.costing.cost import Cost, FamilyCost, FileCost, ModelCost, Sibling, SubsystemCost
from ..analyzer.inventory import Unread

SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CostDocument:
    """What models cost in one tree. With `--like` only that model is there, and `like` is what one more of its kind touches."""

    schema: int
    target: str
    revision: str | None
    preset: str
    against: str | None
    mean: float
    median: float
    like: Sibling | None
    models: tuple[ModelCost, ...]
    families: tuple[FamilyCost, ...]
    strangers: tuple[str, ...]
    files: tuple[FileCost, ...]
    subsystems: tuple[SubsystemCost, ...]
    unread: tuple[Unread, ...]


def cost_document(cost: Cost) -> CostDocument:
    """Return *cost* as a document."""
    return CostDocument(
        schema=SCHEMA,
        target=cost.target,
        revision=cost.revision,
        preset=cost.preset,
        against=cost.against,
        mean=cost.mean,
        median=cost.median,
        like=cost.like,
        models=cost.models,
        families=cost.families,
        strangers=cost.strangers,
        files=cost.files,
        subsystems=cost.subsystems,
        unread=cost.unread,
    )
