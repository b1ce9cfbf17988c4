"""A matched pair of sides to what became of each branch: new, widened, lost, taken over, and the rest."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...registry.space import Space
from ..inventory import Inventory, Kind, Registration, Site, Zone
from .known import answers, defines, known_of, name_sets
from .matching import Matched, Pair, asked_of, match, names_of
from .standing import Nothing, Standing
from .verdict import Change, Fate, Known, Stage, in_order

SpaceOf = Callable[[str], Space | None]  # of the last attribute of a subject


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two sides, whole: what changed, and which branch of one is which of the other."""

    changes: tuple[Change, ...]
    pairs: tuple[Pair, ...]
    unchanged: int


def compare(
    was: Sequence[Known],
    now: Inventory,
    *,
    sites: Sequence[Site] | None = None,
    standing: Standing | None = None,
    space_of: SpaceOf = lambda _: None,
) -> Comparison:
    """Compare what an earlier side knew with *now*.

    Args:
        was: the branches of the earlier side, each knowing which of its names were registered then.
        now: the newer side.
        sites: those of its sites that count; all of them in shared code if not given.
        standing: what of the newer side still stands; by the inventory alone if not given.
        space_of: the key space of a subject by its last attribute; a registration in another one takes nothing over.

    """
    counted = [site for site in now.sites if site.zone is Zone.SHARED] if sites is None else sites
    known = known_of(counted, now.registrations)
    stands = standing or Nothing(now)
    matched = match(was, known, stands)
    was_sets, now_sets = name_sets(was), name_sets(known)
    paired = [_paired(pair, was_sets, now_sets, matched) for pair in matched.pairs]
    fresh = [
        Change(fate=Fate.NEW, stage=Stage.NONE, was=None, now=one.site, added=tuple(sorted(names_of(one, now_sets))))
        for one in matched.fresh
    ]
    gone = _Gone(was, now, counted, matched, stands, space_of).changes()
    changes = sorted([*(change for change in paired if change is not None), *fresh, *gone], key=in_order)
    return Comparison(changes=tuple(changes), pairs=matched.pairs, unchanged=paired.count(None))


def _paired(pair: Pair, was_sets: Mapping[str, frozenset[str]], now_sets: Mapping[str, frozenset[str]], matched: Matched) -> Change | None:
    """Return what changed of a branch that is on both sides, or None."""
    old, new = pair.was, pair.now
    before, after = _compared(old, new, was_sets), _compared(new, old, now_sets)
    if pair.stage is Stage.OTHER_NAMES and before != after:  # through another constant, which may be made of the one before
        after |= asked_of(new, now_sets)
    added, removed = tuple(sorted(after - before)), tuple(sorted(before - after))
    moved = pair.stage in {Stage.ELSEWHERE, Stage.RENAMED} or (old.path, old.scope) != (new.path, new.scope)
    fate = Fate.WIDENED if added else Fate.NARROWED if removed else Fate.MOVED if moved else None
    return None if fate is None else Change(fate=fate, stage=pair.stage, was=old, now=new.site, added=added, removed=removed)


def _compared(one: Known, other: Known, sets: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the names of one side that count in a comparison with the other: those of a constant belong to its definition.

    Where its definition stopped being a site, or became one, the use that carries the names and the definition are not a pair; the
    names are then looked up by the constant.
    """
    if answers(one):
        return frozenset()
    if one.constant is not None and one.constant == other.constant:
        return names_of(one, sets) if one.names or other.names else frozenset()
    return names_of(one, sets)


class _Gone:
    """Judges the branches that are on the earlier side only."""

    def __init__(
        self, was: Sequence[Known], now: Inventory, counted: Sequence[Site], matched: Matched, standing: Standing, space_of: SpaceOf
    ) -> None:
        self._sets, self._gone, self._standing, self._space_of = name_sets(was), matched.gone, standing, space_of
        mine = {id(site) for site in counted}
        self._elsewhere = {site.id: site.zone for site in now.sites if id(site) not in mine}
        self._answers = {site.subject.rpartition(".")[2] for site in now.sites if site.kind in {Kind.FLAG, Kind.PREDICATE}}
        self._defined_before = {one.key for one in was if answers(one)}
        self._registered: defaultdict[str, list[Registration]] = defaultdict(list)
        for entry in now.registrations:
            self._registered[entry.key].append(entry)

    def changes(self) -> Iterator[Change]:
        """Yield what became of each."""
        names = [names_of(one, self._sets) for one in self._gone]
        takers = [tuple(self._takers(one, held)) for one, held in zip(self._gone, names, strict=True)]
        migrated = {(one.path, one.scope) for one, by in zip(self._gone, takers, strict=True) if by}
        self._standing.alive(frozenset().union(*names))  # asked once for all
        for one, held, by in zip(self._gone, names, takers, strict=True):
            fate, witness = self._fate(one, held, by, (one.path, one.scope) in migrated)
            yield Change(fate=fate, stage=Stage.NONE, was=one, now=None, removed=witness, by=by if fate is Fate.TAKEN_OVER else ())

    def _fate(self, one: Known, names: frozenset[str], by: tuple[str, ...], in_migrated: bool) -> tuple[Fate, tuple[str, ...]]:  # noqa: FBT001 - a fact of the place, asked once
        every = tuple(sorted(names))
        taken = self._taken(one, names)
        if by and taken == names:
            return Fate.TAKEN_OVER, every
        if one.id in self._elsewhere:
            return (Fate.STALE if self._elsewhere[one.id] is Zone.SHARED else Fate.FIXED), every
        if not names or defines(one) or self._undone(one) or self._standing.left_out(one.path, one.scope):
            return Fate.FIXED, every
        left = self._standing.alive(names - taken)
        if left:
            return Fate.LOST, tuple(sorted(left))
        if by:
            return Fate.TAKEN_OVER, every
        # The function was migrated and this arm of it was left out: that nobody spells its name any more is how it got lost.
        return (Fate.LOST if in_migrated else Fate.DROPPED), every

    def _taken(self, one: Known, names: frozenset[str]) -> frozenset[str]:
        return frozenset(name for name in names if name not in one.registered and self._entries(one, name))

    def _takers(self, one: Known, names: frozenset[str]) -> Iterable[str]:
        for name in sorted(self._taken(one, names)):
            yield from (f"{entry.path}:{entry.line} {entry.owner}" for entry in self._entries(one, name))

    def _entries(self, one: Known, name: str) -> Sequence[Registration]:
        """Return the registrations of a name in the key space that the branch asked in; where one of the two is not known, in any."""
        wanted = self._space_of(one.key) or Space.UNKNOWN
        found = self._registered.get(name, ())
        return [entry for entry in found if Space.UNKNOWN in {wanted, entry.space} or entry.space is wanted]

    def _undone(self, one: Known) -> bool:
        """Return whether this used a flag or a predicate that is no more: the tests it was made of tell what became of it."""
        return one.constant is not None and one.constant in self._defined_before and one.constant not in self._answers
