"""What a test really decides: the known names that take an arm, under each outcome of what else it asks; and two of them compared."""

from collections.abc import Iterable
from dataclasses import dataclass

from ...registry.space import Space


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One outcome of the other atoms, and who takes the arm then.

    An atom that makes no difference here is left out; the cases of a reach exclude each other and leave nothing out.
    """

    atoms: tuple[tuple[str, bool], ...]  # source text and outcome of what is asked beside the name
    names: tuple[str, ...]  # known names that take the arm, sorted
    others: bool  # whether a string outside the universe can take it
    absent: tuple[str, ...] = ()  # of `None`, `''` and `[]`, where a name is missing: those that take it
    raises: tuple[str, ...] = ()  # names, and of `None`, `''` and `[]` those, with which the test raises an error


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The exact set of names for which a test is true, or for which an arm is taken.

    A test that could not be decided says why in *undecided*; its outcome is then one more atom of each case.
    """

    decision: str  # 16 hex digits, as on the sites
    arm: int | None  # from 0, where the earlier arms of the chain are taken off
    space: Space  # of the names
    universe: str  # in words
    spelled: tuple[str, ...]  # names, or parts of names, that the test spells
    cases: tuple[Case, ...]
    undecided: str | None = None
    merged: tuple[str, ...] = ()  # expressions that are taken for the same name, and may not be: two configurations, two modules

    @property
    def always(self) -> tuple[str, ...]:
        """Names that take it whatever the other atoms say."""
        sets = [set(case.names) for case in self.cases]
        return tuple(sorted(set.intersection(*sets))) if sets else ()

    @property
    def ever(self) -> tuple[str, ...]:
        """Names that take it under some outcome of the other atoms."""
        return tuple(sorted({name for case in self.cases for name in case.names}))

    @property
    def others(self) -> bool:
        """Whether a string outside the universe can take it."""
        return any(case.others for case in self.cases)

    @property
    def absent(self) -> tuple[str, ...]:
        """Of `None`, `''` and `[]`, those that can take it."""
        return tuple(sorted({name for case in self.cases for name in case.absent}))

    @property
    def raises(self) -> tuple[str, ...]:
        """Names, and of `None`, `''` and `[]` those, with which it can raise an error."""
        return tuple(sorted({name for case in self.cases for name in case.raises}))

    @property
    def unspelled(self) -> tuple[str, ...]:
        """Names that can take it and that the test does not spell: the surprises."""
        return tuple(name for name in self.ever if name not in self.spelled)

    @property
    def never(self) -> bool:
        """Whether nothing at all can take it, surely: no known name, no other string, no absent one."""
        return self.undecided is None and bool(self.cases) and not self.merged and not (self.ever or self.others or self.absent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is different between two reaches of one test: names that can take it now, and that no longer can."""

    gained: tuple[str, ...]
    lost: tuple[str, ...]
    others: tuple[bool, bool]  # whether a string outside the universe can take it: before, after

    @property
    def same(self) -> bool:
        """Whether there is no difference."""
        return not self.gained and not self.lost and self.others[0] == self.others[1]


def compare(old: Reach, new: Reach) -> Change:
    """Return which names *new* gained and lost against *old*, counting a name where it can take the arm at all."""
    before, after = set(old.ever), set(new.ever)
    return Change(gained=tuple(sorted(after - before)), lost=tuple(sorted(before - after)), others=(old.others, new.others))


def against(reach: Reach, keys: Iterable[str]) -> Change:
    """Return what is different where exact keys take the place of a test: a registry asked by name, say."""
    before, after = set(reach.ever), set(keys)
    return Change(gained=tuple(sorted(after - before)), lost=tuple(sorted(before - after)), others=(reach.others, False))
