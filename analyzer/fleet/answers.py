"""What a repository of a fleet answers, as frozen values."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from ..costing.cost import Cost
from ..inventory import Registration
from ..judging.counts import Counts
from ..judging.drift import Drift
from .members import Member

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Generic[Answer]):
    """The answer of one repository."""

    member: Member
    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A repository that could not be looked at; the others were."""

    member: Member
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Untold:
    """Why there is no history."""

    reason: str
    is_failure: bool  # it was asked for, and there should be one


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What one repository is compared by."""

    files: int  # Python files looked at
    counts: Counts
    registrations: tuple[Registration, ...]
    cost: Cost  # with the target, its revision, its preset, and what could not be read
    history: Drift | Untold
    date: str  # of the commit, ISO 8601; empty where the target has none
    subsystems: tuple[str, ...]  # that its settings know

    @property
    def complete(self) -> bool:
        """True if everything was read, of its history too where it has one."""
        whole = self.history.complete if isinstance(self.history, Drift) else not self.history.is_failure
        return whole and not self.cost.unread
