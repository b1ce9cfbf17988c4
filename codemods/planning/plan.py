"""Plans as frozen values: what becomes of one branch, for which keys, and why nothing does where it is refused."""

import hashlib
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

import msgspec

from ...registry.dialects.dialect import HookKind
from ...registry.space import Space


class Carry(StrEnum):
    """How a hook comes by a name that the branch found around it."""

    CONTEXT = "context"  # a field of the context
    ARGUMENT = "argument"  # handed over
    INLINE = "inline"  # a pure expression that was assigned once, written out
    REIMPORT = "reimport"  # imported again, inside the hook
    IMPORT = "import"  # from the module that the branch stood in


class Difficulty(StrEnum):
    """How much a reviewer has to look at."""

    EASY = "easy"  # a fact, or a hook that finds all it reads in its context
    MODERATE = "moderate"  # a hook that is handed something, or that asks the rest of the test
    HARD = "hard"  # a hook that changes what it was handed, or is handed several things


class Position(StrEnum):
    """Where in its test a name is asked for."""

    WHOLE = "whole"
    CONJUNCT = "conjunct"
    DISJUNCT = "disjunct"
    NEGATED = "negated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key space at one place, and the keys of it that are asked for."""

    space: Space
    subject: str  # expression at the site
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """The test of a branch, taken apart."""

    key: Key
    position: Position
    residual: str | None  # what is asked beside the name: asked in the hook, in its old order
    dominating: tuple[str, ...] = ()  # tests around it, which stay where they are
    earlier_arms: tuple[str, ...] = ()  # tests that stay before it


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """A name that the branch found around it."""

    name: str
    carry: Carry
    text: str  # field, argument, expression or import
    mutated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """The statements that move."""

    first: int  # line
    last: int
    source: str  # as they stand in the hook
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HookText:
    """The function that a branch becomes, in the file of its first owner."""

    name: str
    parameters: tuple[str, ...]  # behind the context
    takes_context: bool
    body: str  # from column 0 on


@dataclass(frozen=True, slots=True, kw_only=True)
class HookPoint:
    """A named place in shared code where descriptors may act."""

    name: str
    kind: HookKind
    params: tuple[str, ...] = ()
    default: str | None = None
    anchor: str = ""  # path::scope, and the ordinal there


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """What one model's descriptor says."""

    key: str
    space: Space
    owner: str  # dotted module
    kind: HookKind
    slot: str  # name of the hook point or the fact
    value: str  # name of the function, or an expression
    shared_with: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()  # that stood in shared code beside it, each with its `#`


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One edit of a file of the target."""

    path: str
    op: str  # call, narrow, delete, retest, arm, import, dead
    line: int
    start: int  # code points
    end: int
    text: str
    before: str = ""  # what stands there


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A change of behaviour that a person has to accept."""

    kind: str
    detail: str


def of_public(name: str) -> tuple[Difference, ...]:
    """Return the difference that it makes to others where a name that they may read holds less, or is gone."""
    if name.startswith("_"):
        return ()
    return (Difference(kind="public_value", detail=f"code and tests elsewhere that read {name} do not find these names in it any more"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Obligation:
    """What is to be shown of a rewrite, and what is shown already."""

    kind: str
    status: str  # proved, open
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HookPlan:
    """What becomes of one decision."""

    rules: tuple[str, ...]  # the one that rewrites it first
    path: str
    line: int
    scope: str
    branches: tuple[str, ...]  # ids of the sites
    guard: Guard
    point: HookPoint
    captures: tuple[Capture, ...] = ()
    body: Body | None = None
    hook: HookText | None = None  # None: a fact is enough
    imports: tuple[str, ...] = ()  # that shared code needs from now on
    frees: tuple[str, ...] = ()  # names that shared code may not need any more
    registrations: tuple[Registration, ...] = ()
    changes: tuple[Change, ...] = ()
    differences: tuple[Difference, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    document: str = ""  # digest of the file that the changes are of
    unit: str = ""  # digest of the unit that the branch stands in
    subsystem: str = ""  # that asks: some dialects have a file for each
    difficulty: Difficulty = Difficulty.EASY


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A decision that stays as it is."""

    code: str  # X0 … X10
    reason: str
    step: str  # what to do next
    path: str
    line: int
    scope: str
    branches: tuple[str, ...]
    names: tuple[str, ...]


Planned: TypeAlias = HookPlan | Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """What becomes of all branches of some models: one pull request."""

    models: tuple[str, ...]
    dialect: str
    plumbing: tuple[str, ...]  # that must be there first
    plans: tuple[HookPlan, ...]
    refused: tuple[Refused, ...]
    follows: tuple[str, ...] = ()  # ids of flags, predicates and their uses, which change with what they keep
    digest: str = ""  # of all of the above


def digested(migration: Migration) -> Migration:
    """Return a migration with its digest: 16 hex digits."""
    bare = replace(migration, digest="")
    return replace(bare, digest=hashlib.blake2b(msgspec.json.encode(bare), digest_size=8).hexdigest())


def encoded(migration: Migration) -> bytes:
    """Return a migration as JSON."""
    return msgspec.json.format(msgspec.json.encode(migration), indent=2) + b"\n"


def decoded(data: bytes) -> Migration:
    """Return the migration that *data* spells.

    Raises:
        ValueError: it spells none.

    """
    return msgspec.json.decode(data, type=Migration)
