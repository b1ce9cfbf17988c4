"""Who takes what a site decides: the reach of its test and of the block behind it, as people want to read it."""

from collections.abc import Collection

from ..inventory import Site
from ..reaching.asking import Reaches
from ..reaching.reach import Case, Reach
from .explanation import Block, Reached, Takers
from .siblings import siblings

_MOST_ARMS = 200  # of a chain, each of which is asked who is left for the next


def reached(reaches: Reaches, site: Site, *, is_test: bool, arms: int) -> Reached:
    """Return who takes what *site* decides; only a test has a block behind it, an arm of a chain of so many *arms*."""
    test, universe = reaches.of_site(site), reaches.universe
    known = universe.of(test.space)
    cases = _blocks(test, known)
    takers = min((case.takers for case in cases), key=_size, default=Takers(exception=False, names=(), others=False))
    kin = () if test.undecided is not None else siblings(test.spelled, takers.names, test.space, universe)
    too_long = arms > _MOST_ARMS
    arm = reaches.of_arm(site.decision) if is_test and not too_long else None
    blocks = () if arm is None else _blocks(arm, known)
    plain = blocks == cases
    return Reached(
        test=test,
        takers=takers,
        cases=cases,
        unspelled=tuple(name for name in takers.names if name not in test.spelled),
        siblings=kin,
        blocks=blocks,
        behind=(arm is not None and not plain) or too_long,
        undecided=f"its chain has {arms:,} arms, too many to ask each who is left" if too_long else None if arm is None else arm.undecided,
    )


def _size(takers: Takers) -> tuple[bool, bool, int]:
    return takers.exception, takers.others, -len(takers.names) if takers.exception else len(takers.names)


def _takers(names: Collection[str], known: Collection[str], *, others: bool) -> Takers:
    held = frozenset(names)
    exception = others and len(held) * 2 > len(known)
    told = tuple(name for name in known if name not in held) if exception else tuple(names)
    return Takers(exception=exception, names=told, others=others)


def _blocks(arm: Reach, known: Collection[str]) -> tuple[Block, ...]:
    """Return the cases of an arm by who takes it, those that the fewest other questions lead to first."""
    by_takers: dict[Takers, list[Case]] = {}
    for case in arm.cases:
        if case.names or case.others:
            by_takers.setdefault(_takers(case.names, known, others=case.others), []).append(case)
    found = [
        Block(takers=takers, when=min(cases, key=lambda case: len(case.atoms)).atoms, more=len(cases) - 1)
        for takers, cases in by_takers.items()
    ]
    return tuple(sorted(found, key=lambda block: (len(block.when), block.takers.names)))
