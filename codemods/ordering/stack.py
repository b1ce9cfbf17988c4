"""The order of a migration as frozen values: one step a pull request, each with the steps that it stands on, and why."""

from dataclasses import dataclass
from enum import StrEnum

from ..planning.plan import Difficulty


class Work(StrEnum):
    """What a step does."""

    PLUMBING = "plumbing"  # what the registry lacks; changes no answer
    MOVE_DEFS = "move-defs"  # functions and classes of its models
    MIGRATE = "migrate"  # branches of its models


class Tie(StrEnum):
    """Why a step stands on another one."""

    PLUMBING = "plumbing"  # it writes what that one brings
    OWN = "own"  # the same model's definitions move first
    BRANCH = "branch"  # both narrow one test
    NAMESET = "nameset"  # both take names out of one constant
    TABLE = "table"  # both take entries out of one table
    POINT = "point"  # both are called at one hook point
    NEEDS = "needs"  # its definition uses one of the other's


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One reason why a step stands on an earlier one."""

    step: int
    tie: Tie
    where: str  # a place, a dotted name, a hook point or a definition


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One pull request."""

    number: int  # from 1
    work: Work
    models: tuple[str, ...]  # more than one only where their definitions need each other
    decisions: int  # or definitions, that move
    difficulty: Difficulty  # of the hardest
    on: int | None  # the step whose branch this one is made on; None: the main branch
    links: tuple[Link, ...]  # to earlier steps
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """All steps in their order, and what is to be said about an order that a user gave."""

    steps: tuple[Step, ...] = ()
    remarks: tuple[str, ...] = ()
