"""The pull requests of a migration as frozen values: what each moves, what models say from then on, and how large it is."""

from dataclasses import dataclass

from ...analyzer.inventory import Site
from ...registry.dialects.dialect import HookKind
from ...registry.space import Space
from ..planning.plan import HookPlan, Refused
from ..preview import Preview
from ..sizing.size import Size


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One decision that moves, and the tests that it was made of."""

    plan: HookPlan
    sites: tuple[Site, ...]  # as they stood before the first step, where they did


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One pull request."""

    number: int  # from 1
    preview: Preview
    moves: tuple[Move, ...]
    size: Size
    tree: str  # digest of the tree that it leaves


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """One thing that a key's descriptor says from then on."""

    slot: str
    kind: HookKind
    value: str  # a name of a function, or an expression
    asked: str  # where, `path::scope`


@dataclass(frozen=True, slots=True, kw_only=True)
class Type:
    """One key of the registry that is new, or that says more than before."""

    key: str
    space: Space
    part: int  # number of the pull request that brings it
    owner: str  # dotted module
    says: tuple[Says, ...]
    is_new: bool
    tests: tuple[Site, ...]  # by which shared code asked for it


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A file of code that shows how it is used."""

    path: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A whole migration, or one part of it."""

    target: str
    base: str | None  # the commit that it is made on; None where that is no commit, or the part before
    dialect: str
    trees: tuple[str, ...]  # digests of the tree that the whole migration begins with, and of those that its parts leave
    parts: tuple[Part, ...]
    types: tuple[Type, ...]
    left: tuple[Refused, ...]  # what stays in the end, on purpose
    whole: Size  # of all parts in one
    examples: tuple[Example, ...]
