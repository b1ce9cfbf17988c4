"""A target, a scan of it and what was asked in, the cost of its models out."""

import io
from collections.abc import Callable
from dataclasses import dataclass, replace

from ...registry.universe.names import Names
from ..inventory import Inventory
from ..judging.filters import Filters
from ..judging.select import select
from ..reading.source import Source
from ..settings.schema import Settings
from .belonging import belonging
from .cost import Cost
from .counting import Side, cost_of, side_of
from .like import chosen, sibling
from .tree import tree_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One tree: its source, and all that a scan found in it."""

    source: Source
    whole: Inventory


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What to tell: of which sites, of which models, and what one more like which would touch."""

    filters: Filters
    like: str | None = None
    against: str | None = None  # how to name the earlier tree


def costs(now: Read, settings: Settings, names: Names, asked: Asked, before: Read | None = None) -> Cost:
    """Return what models cost in a tree; where an earlier one is given, how large the shared files were there.

    Raises:
        FilterError: a filter holds a word that no site could have.
        UnknownModelError: a model was asked for by `--model` or `--like` that nothing is called.

    """
    side = _side(now, settings, names, asked)
    whose = belonging(side.tree.homes, names)
    cost = cost_of(side, whose, None if before is None else _side(before, settings, names, asked), asked.against)
    if asked.like is not None:
        model = chosen(cost, asked.like, whose)
        found = sibling(model, cost, now.whole.registrations, _lines(now.source))
        return replace(_only(cost, frozenset({model.model})), like=found)
    if asked.filters.model:
        return _only(cost, frozenset(chosen(cost, word, whose).model for word in asked.filters.model))
    return cost


def _only(cost: Cost, wanted: frozenset[str]) -> Cost:
    """Return some models, and the files, parts and families that concern them, those with all their numbers."""
    files = tuple(file for file in cost.files if not wanted.isdisjoint(file.models))
    parts = {file.subsystem for file in files}
    return replace(
        cost,
        models=tuple(model for model in cost.models if model.model in wanted),
        families=tuple(family for family in cost.families if not wanted.isdisjoint(family.models)),
        files=files,
        subsystems=tuple(part for part in cost.subsystems if part.subsystem in parts),
    )


def _side(read: Read, settings: Settings, names: Names, asked: Asked) -> Side:
    filters = replace(asked.filters, model=())  # models are chosen by whose a name is, not by its spelling
    kept = select(read.whole, filters, subsystems=[name for name, _ in settings.subsystems])
    return side_of(kept, tree_of(read.source, settings, names))


def _lines(source: Source) -> Callable[[str], list[str]]:
    def lines(path: str) -> list[str]:
        held = source.one(path)
        return [] if held is None else io.StringIO(held.decode("utf-8", "replace")).readlines()

    return lines
