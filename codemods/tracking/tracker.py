"""The tracking issue as frozen values: its rows with their status, its models, what moved, and what people have to answer first."""

from dataclasses import dataclass
from enum import StrEnum

from ...analyzer.judging.drift import Mark
from ...analyzer.settings.schema import Question
from ..ordering.stack import Step


class Status(StrEnum):
    """How far a row has come, by what its files hold."""

    NOT_STARTED = "not started"  # it asks no registry, and no branch of it was taken over
    PARTIAL = "partial"  # it asks the registry, or a branch of it was taken over, and others are left
    DONE = "done"  # it holds no decision by name, and asks the registry, or held some when the page was last verified


@dataclass(frozen=True, slots=True, kw_only=True)
class Payoff:
    """What a migration would come to today, as planned, without anybody's help."""

    sites: int  # that would move
    of: int  # sites that there are
    models: tuple[str, ...]  # that have sites which move, and none that is refused; those with the most first

    @property
    def worth(self) -> int:
        """Sites times models: by what rows are put in order."""
        return self.sites * len(self.models)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One file, and the decisions in it."""

    path: str
    decisions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One branch that came, went or changed since the page was last verified."""

    what: str  # added, widened, narrowed, moved, removed, migrated, lost
    rows: tuple[int, ...]  # numbers of the rows it belongs to
    path: str
    names: tuple[str, ...]  # what was added or taken away, else all
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One part of the target that is to become a strategy."""

    number: int  # from 1
    subsystem: str
    paths: tuple[str, ...]  # as configured; empty where the row was made of the tree
    files: tuple[Held, ...]  # that decide by name, the most first
    becomes: str | None
    gate: Question | None  # that must be answered first
    status: Status
    branches: int  # decisions in shared code
    before: int | None  # how many there were; None where nothing was compared with
    asks: tuple[str, ...]  # where the registry is asked, each `path:line`
    drifting: bool  # since then branches were added or widened
    payoff: Payoff | None  # None: nothing says how the target spells descriptors

    @property
    def waits(self) -> bool:
        """Whether an open question is in the way."""
        return self.gate is not None and self.gate.answer is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One model: what is done for it, and what is open."""

    model: str
    descriptors: tuple[str, ...]  # where it is registered, each `path:line`
    migrated: int  # branches that were taken over since the page was last verified
    branches: int  # decisions in shared code that name it
    moves: int  # decisions of it that would move
    refused: tuple[str, ...]  # codes of the others


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """Of which tree the page speaks, and since which it tells what moved."""

    at: str  # a commit, or `tree:` and the digest of the files where there are no commits
    day: str | None  # ISO 8601
    since: str | None  # as `at`
    horizon: str | None = None  # why nothing can be told of what moved since then


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracker:
    """A whole tracking issue."""

    target: str
    title: str | None
    verified: Verified
    dialect: str | None
    missing: tuple[str, ...]  # plumbing that comes first
    registries: tuple[tuple[str, tuple[str, ...]], ...]  # name, and the keys that have a descriptor in it
    descriptors: int
    branches: int  # decisions in shared code
    outside: int  # of them, those in no row
    rows: tuple[Row, ...]
    questions: tuple[Question, ...]
    items: tuple[Item, ...]  # the models with the most that would move first
    stack: tuple[Step, ...]  # pull requests, in an order in which each can be made; empty where nothing was planned
    movement: tuple[Movement, ...]
    unread: tuple[str, ...]
