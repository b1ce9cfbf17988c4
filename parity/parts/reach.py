"""Who is told apart: the names for which the tests of before are true, against those of the tests that are left and the keys that are registered."""

from collections.abc import Sequence
from dataclasses import replace

from ...analyzer.inventory import Confidence
from ..dispatch import Point
from ..dispatched import Balance, Lost, balanced
from ..evidence import Claim, Difference, Grade, Planted, Verdict
from ..pairing import Alone, Pair
from ..part import Asked, Part, Shown, together
from ..telling_apart import TYPES, Change, Side, Test, changes, points_of

_SHOWN = 4  # points that are named
OTHERS = "any other string"


def _show(asked: Asked) -> Shown:
    sides = Side(asked.old, asked.new), Side(asked.new, asked.old)
    found = []
    for pair in asked.pairs.pairs:
        asked.progress(f"asking who is told apart by {pair.subject}")
        found.append(_Pair(pair, *sides).shown())
    alone = (_gone(one, *sides) for one in asked.pairs.alone if one.side == "old")
    return together([*found, Shown(claims=tuple(claim for claim in alone if claim is not None))])


def _gone(one: Alone, old: Side, new: Side) -> Claim | None:
    """Return what a function told apart that is gone, by tests that stand nowhere now; None where it is nobody."""
    names = frozenset[str]().union(*(test.names for test in old.of(one.sites) if not test.negated and test.like not in new.spelled))
    if not names:
        return None
    nowhere = names - new.named
    said = f"only the old side has it, and it tells apart {_listed(names)}: --function OLD=NEW says what it became"
    said += f"; the new side names nowhere {_listed(nowhere)}" if nowhere else ""
    return Claim(
        id=f"reach {one.function.key}",
        part="reach",
        subject=one.function.key,
        names=len(names),
        grade=Grade.NOT_RUN,
        verdict=Verdict.OPEN,
        reason=said,
    )


class _Pair:
    """One function on both sides, with its tests and its points."""

    def __init__(self, pair: Pair, old: Side, new: Side) -> None:
        self.pair, self.old, self.new = pair, old, new
        self.before, self.after = old.tests(pair), new.tests(pair)
        self.points = points_of(pair, old, new)

    def shown(self) -> Shown:
        """Return the claim, if there is a test on either side: first for the function alone, then with those that it calls."""
        if not self.before and not self.after:
            return Shown(claims=())
        found = tuple(changes(self.pair, self.old, self.new, far=False))
        if not _same(_balance(found, self.points)) or _others(found):
            found = tuple(changes(self.pair, self.old, self.new, far=True))
        return self._judged(found)

    def _judged(self, found: Sequence[Change]) -> Shown:
        unknown = [f"{test.at}: {test.unknown}" for one in found for test in one if test is not None and test.unknown]
        if unknown:
            return self._open("; ".join(unknown[:_SHOWN]))
        if turned := [one[0].at for one in found if one[0] and one[1] and one[0].negated != one[1].negated]:
            return self._open(f"{turned[0]} says the opposite now: whether its arms changed places as well, running it shows")
        told = _balance(found, self.points)
        if not _same(told) and any(test.site.space not in TYPES for one in found for test in one if test is not None):
            return self._by_type(found)
        if not told.lost and not told.gained and not told.placed and not _others(found):
            return self._open("the same names, but which test became which point could not be told")
        return self._same(found) if _same(told) and not _others(found) else self._different(told, found)

    def _by_type(self, found: Sequence[Change]) -> Shown:
        tied = all(test.tied for one in found for test in one if test is not None)
        if tied and _same(_balance(found, self.points, types=True)):
            return Shown(claims=(self._claim(Verdict.SAME, reason="by the model types to which the tables tie the names"),))
        return self._open("other names than the keys, and not the same by the model types to which the tables tie them")

    def _same(self, found: Sequence[Change]) -> Shown:
        planted = self._planted(found)
        if planted is not None and not planted.caught:
            return Shown(claims=(self._claim(Verdict.VOID, reason="a key that was taken out was not missed"),), planted=(planted,))
        said = f"{', '.join(point.name for point in self.points[:_SHOWN])}: keys for names of tests" if self.points else ""
        return Shown(claims=(self._claim(Verdict.SAME, reason=said),), planted=(planted,) if planted else ())

    def _different(self, told: Balance, found: Sequence[Change]) -> Shown:
        if told.lost and not self.points and told.lost <= self.new.dispatch.keys:
            return self._open(f"registered, but where it is asked for could not be seen: {_listed(told.lost)}")
        if elsewhere := self._elsewhere(told):
            return self._open(f"told apart elsewhere, but how it comes there could not be seen: {', '.join(elsewhere)}")
        names = [(name, "told apart", "lost") for name in sorted(told.lost)]
        names += [(name, "not told apart", "gained") for name in sorted(told.gained)]
        names += [(OTHERS, *told_now) for told_now in _others(found)]
        parts = [f"{word} {_listed(some)}" for word, some in (("lost", told.lost), ("gained", told.gained)) if some]
        parts += ["strings that nobody knows are told apart by their spelling on one side only"] if _others(found) else []
        claim = self._claim(Verdict.DIFFERENT, differing=len(names), reason="; ".join(parts))
        differences = (Difference(claim=claim.id, answers={"name": name}, old=(was,), new=(now,)) for name, was, now in names)
        return Shown(claims=(claim,), differences=tuple(differences))

    def _elsewhere(self, told: Balance) -> tuple[str, ...]:
        """Return where tests of one side only stand that tell apart all that was lost, or was gained; nothing if some are nowhere.

        A test whose subject is a guess may tell more apart than can be said.
        """
        if self.points:
            return ()
        lost, gained = self.new.tests_beside(self.old, told.lost), self.old.tests_beside(self.new, told.gained)
        met = [frozenset[str]().union(*(test.names for test in some)) for some in (lost, gained)]
        whole = told.lost <= met[0] and told.gained <= met[1]
        guessed = any(test.site.confidence is Confidence.INFERRED for test in (*lost, *gained))
        return tuple(test.at for test in (*lost, *gained)[:_SHOWN]) if whole or guessed else ()

    def _planted(self, found: Sequence[Change]) -> Planted | None:
        """Take one key or one name away: it must be missed."""
        points, less = list(self.points), list(found)
        won = next(((at, one[1]) for at, one in enumerate(found) if one[1] is not None and one[1].names), None)
        named = next((test for test in self.before if test.names), None)
        if points:
            first = points[0]
            fault, at = min(first.keys), first.name
            points[0] = replace(first, keys=first.keys - {fault})
        elif won is not None:
            fault, at = min(won[1].names), won[1].at
            less[won[0]] = found[won[0]][0], replace(won[1], names=won[1].names - {fault})
        elif named is not None:
            fault, at = min(named.names), named.at
            less.append((named, replace(named, names=named.names - {fault})))
        else:
            return None
        caught = not _same(_balance(less, points))
        return Planted(claim=f"reach {self.pair.subject}", fault=f"{fault} is not there for {at}", caught=caught)

    def _open(self, reason: str) -> Shown:
        return Shown(claims=(self._claim(Verdict.OPEN, reason=reason),))

    def _claim(self, verdict: Verdict, *, differing: int = 0, reason: str = "") -> Claim:
        asked = [test.asked for test in self.before or self.after]
        return Claim(
            id=f"reach {self.pair.subject}",
            part="reach",
            subject=self.pair.subject,
            names=max(asked),
            grade=Grade.NOT_RUN if verdict is Verdict.OPEN else Grade.PROVED,
            verdict=verdict,
            cases=0 if verdict is Verdict.OPEN else sum(asked),
            differing=differing,
            reason=reason,
        )


def _balance(found: Sequence[Change], points: Sequence[Point], *, types: bool = False) -> Balance:
    """Weigh what tests lost against what points, and other tests, won."""

    def told(test: Test | None) -> frozenset[str]:
        return frozenset() if test is None else test.types if types else test.names

    lost = [Lost(at=one.at, names=told(one) - told(other)) for one, other in found if one is not None]
    won = [(other.site.line, told(other) - told(one)) for one, other in found if other is not None]
    won += [(point.line, point.keys) for point in points]
    return balanced(lost, [names for _, names in sorted(won, key=lambda one: one[0])])


def _same(told: Balance) -> bool:
    return not told.lost and not told.gained and told.placed


def _others(found: Sequence[Change]) -> list[tuple[str, str]]:
    """Return whether strings that nobody spelled are told apart before and after, if that is not the same."""
    before, after = (
        any(test is not None and test.open_ended for test in side) for side in (zip(*found, strict=True) if found else ((), ()))
    )
    return [] if before == after else [("told apart" if before else "not told apart", "gained" if after else "lost")]


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")


PART = Part(
    name="reach", title="who is told apart: names that tests reach, against names that are left and keys that are registered", show=_show
)
