"""What changed between two inventories, or an inventory and a baseline, as frozen values: what `check`, `drift` and their formats share."""

from dataclasses import dataclass
from enum import StrEnum

from ..inventory import Finding, Inventory, Kind, Site, Suppression
from .destination import Destination


class Fate(StrEnum):
    """What became of one branch."""

    NEW = "new"
    WIDENED = "widened"  # it asks for names that it did not ask for before: fails like new
    LOST = "lost"  # gone, its names are still alive, and nothing took them over
    NARROWED = "narrowed"
    MOVED = "moved"  # the same test in another file or scope
    TAKEN_OVER = "taken over"  # gone, and each of its names was registered meanwhile: migrated
    FIXED = "fixed"  # gone, and what it decided is decided elsewhere, or nowhere by a name
    DROPPED = "dropped"  # gone, and its names are gone from the whole target, or a person said so
    STALE = "stale"  # file mode: in the baseline, and no longer asked about: suppressed, deselected, or out of shared code


FAILING = frozenset({Fate.NEW, Fate.WIDENED, Fate.LOST})
ORDER = {fate: place for place, fate in enumerate(Fate)}


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
    names: tuple[str, ...]  # sorted; empty where they come through `constant`, unless this one stands in for its definition
    constant: str | None  # last name of the constant, flag or predicate that holds them
    registered: tuple[str, ...] = ()  # of its names, those that were registered keys already
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
    by: tuple[str, ...] = ()  # taken over: the registrations, each `path:line owner`; dropped: who said so

    @property
    def path(self) -> str:
        """Where it is, or where it was."""
        return self.now.path if self.now is not None else self.was.path if self.was is not None else ""

    @property
    def line(self) -> int:
        """Its line; 0 where only a baseline remembers it."""
        site = self.now or (self.was.site if self.was is not None else None)
        return 0 if site is None else site.line

    @property
    def id(self) -> str:
        """By which name people speak of it: that of today, else the last it had."""
        return self.now.id if self.now is not None else self.was.id if self.was is not None else ""


def in_order(change: Change) -> tuple[int, str, int, int, str]:
    """Return the key by which changes are sorted."""
    return ORDER[change.fate], change.path, change.line, change.now.column if change.now is not None else 0, change.id


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
    suppressed: tuple[tuple[Site, Suppression], ...]  # intended ones, with what was said of them
    owed: tuple[tuple[Site, Suppression], ...]  # `todo`: debt, counted still
    budgets: tuple[OverBudget, ...]  # those exceeded, and those that hold less than granted
    findings: tuple[Finding, ...]  # hygiene: NB901-NB905, and words of the baseline that expired
    code: int  # 0, 1, 3, 4
    entries: int | None = None  # lines of the baseline that was compared with; None where there is none
    destinations: tuple[Destination, ...] = ()  # of the first changes that fail

    @property
    def failing(self) -> tuple[Change, ...]:
        """Those changes by which the answer is no."""
        return tuple(change for change in self.changes if change.fate in FAILING)
