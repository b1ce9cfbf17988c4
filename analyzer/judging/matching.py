"""Two sides in, the branches of each that are the same one out: by the stages of CONTRACT, in linear time, always the same way."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from ..settings.globs import plain
from .known import name_sets
from .standing import MODULE, Standing
from .verdict import Known, Stage

_ALIKE = 60.0  # of 100: how much alike two names of a scope must be for a branch to have moved with it into another file
_HOLDERS = 64  # of one name in one scope: more are not all compared with each other
_CLASSES = ({"NB101", "NB102"}, {"NB103", "NB104", "NB105"}, {"NB107"})  # may ask for other names and be the same
_CLASS = {rule: str(number) for number, rules in enumerate(_CLASSES) for rule in rules}
_DEFINING_OPS = frozenset({"def", "store"})

Key = Callable[[Known], Hashable]
May = Callable[[Known, Known], bool]
NameSets = Mapping[str, frozenset[str]]


def _always(_was: Known, _now: Known) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One branch on both sides."""

    was: Known
    now: Known
    stage: Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """What is on both sides, and what on one only; what is gone by id, what is fresh in the order it was given."""

    pairs: tuple[Pair, ...]
    gone: tuple[Known, ...]
    fresh: tuple[Known, ...]


def match(was: Sequence[Known], now: Sequence[Known], standing: Standing) -> Matched:
    """Match two sides, stage by stage: what an earlier stage has matched, a later one does not see.

    A branch is only found in another place where its old place is gone: else one that was removed there and one that was added here
    would pass for a move.
    """
    ordered = sorted(was, key=lambda one: (one.id, one.path))  # as a baseline has them: whoever asks gets the same pairs
    sides, was_sets, now_sets = _Sides(ordered, now), name_sets(was), name_sets(now)

    def left(old: Known, _new: Known) -> bool:
        return old.op in _DEFINING_OPS or not standing.scope(old.path, old.scope)

    sides.exactly(Stage.SAME_PLACE, lambda one: (one.id, plain(one.path)))
    sides.exactly(Stage.ELSEWHERE, lambda one: (one.id, PurePosixPath(one.path).name), left)
    sides.exactly(Stage.ELSEWHERE, lambda one: one.id, left)
    sides.by_overlap(lambda one: (plain(one.path), _question(one)), was_sets, now_sets)
    sides.by_overlap(_question, was_sets, now_sets, left)
    sides.renamed(lambda one: (plain(one.path), _test(one)), left, 0.0)
    sides.renamed(_test, left, _ALIKE)
    sides.exactly(Stage.RENAMED, lambda one: (plain(one.path), one.scope, one.rule, one.names) if one.op == "def" and one.names else None)
    called = {pair.was.key: pair.now.key for pair in sides.pairs if pair.was.op == "def" and pair.was.key != pair.now.key}
    sides.exactly(Stage.RENAMED, lambda one: (plain(one.path), one.scope, *_through(one, called)) if one.constant else None)
    return Matched(pairs=tuple(sides.pairs), gone=tuple(sides.was.values()), fresh=tuple(sides.now.values()))


class _Sides:
    """What is left on both sides, and the pairs that were found."""

    def __init__(self, was: Sequence[Known], now: Sequence[Known]) -> None:
        self.was, self.now = dict(enumerate(was)), dict(enumerate(now))
        self.pairs: list[Pair] = []

    def _pair(self, old: int, new: int, stage: Stage) -> None:
        self.pairs.append(Pair(was=self.was.pop(old), now=self.now.pop(new), stage=stage))

    def exactly(self, stage: Stage, key: Key, may: May = _always) -> None:
        """Pair those of one key that is not None, in their order."""
        waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
        for place, one in reversed(self.was.items()):
            waiting[key(one)].append(place)
        waiting.pop(None, None)
        for new, one in list(self.now.items()):
            places = waiting.get(key(one))
            if places and may(self.was[places[-1]], one):
                self._pair(places.pop(), new, stage)

    def by_overlap(self, key: Key, was_sets: NameSets, now_sets: NameSets, may: May = _always) -> None:
        """Pair those of one key that share names: those that share most first."""
        holders: defaultdict[tuple[Hashable, str], list[int]] = defaultdict(list)
        for place, one in self.was.items():
            for name in names_of(one, was_sets) if one.rule in _CLASS else ():
                if len(held := holders[key(one), name]) < _HOLDERS:
                    held.append(place)
        shared: list[tuple[int, int, int]] = []
        for new, one in self.now.items():
            if one.rule in _CLASS:
                counter = Counter(old for name in asked_of(one, now_sets) for old in holders.get((key(one), name), ()))
                shared += [(-many, old, new) for old, many in counter.items()]
        for _, old, new in sorted(shared):
            if old in self.was and new in self.now and may(self.was[old], self.now[new]):
                self._pair(old, new, Stage.OTHER_NAMES)

    def renamed(self, key: Key, may: May, alike: float) -> None:
        """Pair one test in two scopes, the most alike ones first, where the scope that it was in is gone."""
        waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
        for place, one in self.was.items():
            waiting[key(one)].append(place)
        chances: list[tuple[float, int, int]] = []
        if not waiting or not self.now:
            return
        from rapidfuzz import fuzz  # noqa: PLC0415  only what is left over needs it

        for new, one in self.now.items():
            for old in waiting.get(key(one), ())[:_HOLDERS]:
                score = fuzz.ratio(self.was[old].scope, one.scope)
                if score >= alike and one.scope != MODULE:
                    chances.append((-score, old, new))
        for _, old, new in sorted(chances):
            if old in self.was and new in self.now and may(self.was[old], self.now[new]):
                self._pair(old, new, Stage.RENAMED)


def names_of(one: Known, sets: NameSets) -> frozenset[str]:
    """Return the names that a branch asks for, through its constant if need be."""
    return frozenset(one.names) or (sets.get(one.constant, frozenset()) if one.constant is not None else frozenset())


def asked_of(now: Known, sets: NameSets) -> frozenset[str]:
    """Return all names that a branch of the newer side asks for, also those of the constants that its own constant is made of.

    Of the earlier side only what a baseline remembers counts, so that a baseline and a revision give the same answer.
    """
    whole = now.site.names if now.site is not None and now.constant is not None else ()
    return names_of(now, sets) | set(whole)


def _question(one: Known) -> Hashable:
    """Return where and what is asked, whatever for."""
    return _CLASS.get(one.rule, one.rule), one.scope, one.key


def _test(one: Known) -> Hashable:
    """Return the whole test, wherever it stands."""
    return one.rule, one.op, one.key, one.constant or one.names


def _through(one: Known, called: Mapping[str, str]) -> Sequence[str]:
    """Return the test of a constant, flag or predicate, by the name that it has today."""
    constant = called.get(one.constant or "", one.constant or "")
    return one.rule, one.op, constant, "" if one.key == one.constant else one.key
