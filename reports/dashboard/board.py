"""What a dashboard shows, as frozen values that a verb hands in."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...analyzer.costing.cost import Cost
from ...analyzer.inventory import Inventory
from ...analyzer.judging.drift import Drift
from ...codemods.tracking.tracker import Tracker
from ..audited import Audited


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """Who takes a test: the known names of its key space."""

    names: tuple[str, ...]
    known: int  # names of that space
    others: bool  # whether a name that nobody knows takes it as well
    undecided: str | None  # why nobody can tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Everything that one page is made from."""

    inventory: Inventory  # sites of shared code, and all registrations
    cost: Cost
    audited: Audited
    progress: Tracker
    drift: Drift | None  # by subsystem and kind
    unwritten: str  # why there is no history, where there is none
    reaches: Mapping[str, Taken]  # by the id of a site
    date: str  # of the commit, ISO 8601; empty where the target has none
    version: str  # of namebranch
