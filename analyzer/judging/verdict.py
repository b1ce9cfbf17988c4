"""What changed between two inventories, or an inventory and a baseline, as frozen values: what `check`, `drift` and their formats share."""

from dataclasses import dataclass
from enum import StrEnum

from ..inventory import Finding, Inventory, Kind, Site


class Fate(StrEnum):
    """What became of one branch."""

    NEW = "new"
    WIDENED = "widened"  # it asks for names that it did not ask for before: fails like new
    NARROWED = "narrowed"
    MOVED = "moved"  # the same test in another file or scope
    FIXED = "fixed"  # gone, and the rest of what it decided with it
    TAKEN_OVER = "taken over"  # gone, and each of its names was registered meanwhile: migrated
    LOST = "lost"  # gone, its names are still alive, and nothing took them over
    DROPPED = "dropped"  # gone, and its names are gone from the whole target
    STALE = "stale"  # file mode: in the baseline, no longer in the tree, and accounted for


class Stage(StrEnum):
    """By which step of the matching two sides were found to be one branch (CONTRACT, "Identity")."""

    SAME_PLACE = "same id and path"
    ELSEWHERE = "same id elsewhere"
    OTHER_NAMES = "same scope and subject, another name set"
    RENAMED = "scope renamed"
    NONE = "not matched"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """One branch as an earlier side knows it: a line of a baseline, or a site of a base revision."""

    id: str
    rule: str
    path: str
    scope: str
    op: str
    key: str  # last attribute or key of the subject
    names: tuple[str, ...]  # sorted; empty where they come through `constant`
    constant: str | None  # last name of the constant, flag or predicate that holds them
    site: Site | None = None  # of a base revision


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One branch that is not what it was."""

    fate: Fate
    stage: Stage
    was: Known | None
    now: Site | None
    added: tuple[str, ...] = ()  # names
    removed: tuple[str, ...] = ()
    by: tuple[str, ...] = ()  # taken over: the registrations, each `path:line owner`


@dataclass(frozen=True, slots=True, kw_only=True)
class OverBudget:
    """A budget and what it holds now."""

    paths: tuple[str, ...]
    kinds: tuple[Kind, ...]
    most: int
    now: int
    reason: str | None

    @property
    def exceeded(self) -> bool:
        """Whether there is more than was granted."""
        return self.now > self.most


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The answer of one check, whole: what its exit code and every format are made of."""

    against: str  # `baseline`, or the revision as the user named it and the merge base that was taken
    inventory: Inventory  # of the newer side
    changes: tuple[Change, ...]  # sorted by fate, path, line
    unchanged: int
    suppressed: tuple[tuple[Site, str], ...]  # intended ones, with the reason given
    owed: tuple[tuple[Site, str], ...]  # `todo`: debt, counted still
    budgets: tuple[OverBudget, ...]  # those exceeded, and those that hold less than granted
    findings: tuple[Finding, ...]  # hygiene: NB901-NB905
    code: int  # 0, 1, 3, 4
