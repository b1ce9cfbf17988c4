"""What a proof says: claims with their strength, the differences that were found, and the faults that were planted to test the test."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

SCHEMA = 1
RAN, WRITTEN = "trace", "body"  # the parts that compare what is done, and what is written


class Grade(StrEnum):
    """How much a claim rests on."""

    PROVED = "proved"  # finite and complete
    EXHAUSTIVE = "exhaustive"  # all paths of a function over the known names
    SAMPLED = "sampled"  # some, by a seed
    NOT_RUN = "not run"


class Verdict(StrEnum):
    """What a claim says."""

    SAME = "same"
    DECLARED = "declared"  # different, as somebody accepted in writing
    DIFFERENT = "different"
    OPEN = "open"  # nobody knows
    VOID = "void"  # a planted fault was not caught: the run says nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One thing that was looked into. One without cases, or with arms of its subject that nothing reached, is never *same*."""

    id: str
    part: str
    subject: str
    names: int  # of models that it was asked for
    grade: Grade
    verdict: Verdict
    cases: int = 0
    differing: int = 0
    uncovered: tuple[str, ...] = ()  # arms that no run reached, each `path:line`
    reason: str = ""
    trees: str = ""  # which earlier form it ran on, if it was not this one
    where: str = ""  # where it was measured, if not here

    def __post_init__(self) -> None:
        """Refuse a claim that says more than it may.

        Raises:
            ValueError: it says *same* without cases, with differing ones, with arms that nothing reached, or without having run.

        """
        nothing = self.cases == 0 or self.grade is Grade.NOT_RUN
        if self.verdict is Verdict.SAME and (nothing or self.differing or self.uncovered):
            raise ValueError(
                f"{self.subject}: {self.cases} cases, {self.differing} differing, {len(self.uncovered)} arms not reached: not the same"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One place where the two trees part, with what it takes to see it."""

    claim: str
    answers: Mapping[str, str]  # what was chosen for what nobody knows: names and options
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """A fault that was made on purpose, and whether the run found it."""

    claim: str
    fault: str
    caught: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two trees."""

    target: str
    tree: str  # digest of its files


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The bundle."""

    plan: str | None
    old: Side
    new: Side
    versions: Mapping[str, str]
    seed: int
    command: str
    claims: tuple[Claim, ...]
    differences: tuple[Difference, ...]
    planted: tuple[Planted, ...]
    schema: int = field(default=SCHEMA)

    @property
    def digest(self) -> str:
        """What it is evidence of: the plan, or the two trees."""
        return self.plan or hashlib.blake2b(f"{self.old.tree} {self.new.tree}".encode(), digest_size=8).hexdigest()

    @property
    def counting(self) -> tuple[Claim, ...]:
        """The claims about these two trees."""
        return tuple(claim for claim in self.claims if not claim.trees)

    @property
    def equal(self) -> bool:
        """Whether nothing says no."""
        return not any(claim.verdict in {Verdict.DIFFERENT, Verdict.VOID} for claim in self.counting)

    @property
    def complete(self) -> bool:
        """Whether there are claims, and every one was looked into; how it is written matters only where it was not run."""
        was_run = any(claim.part == RAN for claim in self.counting)
        asked = [claim for claim in self.counting if not (was_run and claim.part == WRITTEN)]
        return bool(asked) and not any(claim.verdict is Verdict.OPEN for claim in asked)
