"""Two sides of one function, run with the same answers to whatever they ask: where they do the same, and where not."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .choices import Chance, Choices, Drawn, Every
from .running import SECONDS, Run, Side


@dataclass(slots=True, kw_only=True)
class Limits:
    """How far to go."""

    cases: int = 20_000
    seconds: float = 30.0
    run: float = SECONDS  # for one run
    further: int = 64  # runs of the new side for one of the old, where it asks more
    first: bool = False  # end at the first difference
    examples: int = 5  # differences that are told whole
    seed: int | None = None  # None: every sequence of answers, in order


@dataclass(slots=True, kw_only=True)
class Tally:
    """What was compared."""

    cases: int = 0
    differing: int = 0
    masked: int = 0
    handed: int = 0  # the same but for functions that are handed on, which changed, and could not be called
    complete: bool = False  # there was no other sequence of answers
    traces: set[int] = field(default_factory=set)
    examples: list[dict[str, Any]] = field(default_factory=list)
    reached: dict[str, set[int]] = field(default_factory=lambda: {"old": set(), "new": set()})


def compared(old: Side, new: Side, limits: Limits, asked: Mapping[str, Any]) -> Tally:
    """Run both sides with the same answers until there are no others, or a limit is reached; *asked* is answered beforehand."""
    at_start = old.loader.at_start | new.loader.at_start
    tally, until = Tally(), time.monotonic() + limits.seconds
    for choices in _every(asked) if limits.seed is None else _drawn(limits.seed, asked):
        if time.monotonic() > until or tally.cases >= limits.cases:
            return tally
        one = old.run(choices, at_start, seconds=limits.run)
        is_all = _beside(one, choices.made, (old, new), tally, (at_start, until, limits))
        if not is_all or (limits.first and tally.differing):
            return tally
    tally.complete = True
    return tally


def _every(asked: Mapping[str, Any]) -> Iterator[Choices]:
    every = Every(asked)
    yield every
    while every.advance():
        yield every


def _drawn(seed: int, asked: Mapping[str, Any]) -> Iterator[Choices]:
    source = Chance(seed)
    while True:
        yield Drawn(source, asked)


def _beside(
    one: Run, made: Mapping[str, Any], sides: tuple[Side, Side], tally: Tally, within: tuple[frozenset[tuple[str, str]], float, Limits]
) -> bool:
    """Run the new side with the answers of the old one, and in all ways that are left where it asks more; return whether that was all."""
    at_start, until, limits = within
    old, new = sides
    answers = dict(made)
    every = Every(answers)
    for _ in range(limits.further):
        other = new.run(every, at_start, seconds=limits.run)
        tally.cases += 1
        masked = one.masked or other.masked
        tally.masked += masked
        if not masked:
            tally.reached["old"] |= one.arms
            tally.reached["new"] |= other.arms
        tally.traces.add(hash(one.events))
        if not _same(one, other):
            _parted(tally, (one, other), {**made, **every.made}, (old, new), (at_start, limits))
        if not every.advance():
            return True
        if time.monotonic() > until:
            return False
    return False


def _parted(
    tally: Tally,
    runs: tuple[Run, Run],
    made: Mapping[str, Any],
    sides: tuple[Side, Side],
    within: tuple[frozenset[tuple[str, str]], Limits],
) -> None:
    """Count two runs that did not do the same: they may have handed on functions that changed, which are called before that is said."""
    (one, other), limits = runs, within[1]
    again, answers, cases = _by_name(made, sides, within)
    tally.cases += cases - 1
    if _same(*again):
        if again[0].masked or again[1].masked:
            tally.handed += 1
        else:
            tally.reached["old"] |= again[0].arms
            tally.reached["new"] |= again[1].arms
        return
    tally.differing += 1
    if len(tally.examples) < limits.examples:
        first = again if _same(replace(one, events=one.events[:-1]), replace(other, events=other.events[:-1])) else (one, other)
        tally.examples.append(_example(*first, {**made, **answers}))


def _by_name(
    made: Mapping[str, Any], sides: tuple[Side, Side], within: tuple[frozenset[tuple[str, str]], Limits]
) -> tuple[tuple[Run, Run], Mapping[str, Any], int]:
    """Run both sides again, with functions that are handed on not read but called: the first runs in which they part, or the last.

    What is asked inside those functions is answered in all ways; the arms are those of all these runs.
    """
    at_start, limits = within
    every = Every(dict(made))
    arms: tuple[set[int], set[int]] = (set(), set())
    for side in sides:
        side.world.by_name = True
    cases = 0
    while cases < limits.further:
        cases += 1
        one = sides[0].run(every, at_start, seconds=limits.run)
        other = sides[1].run(Every({**made, **every.made}), at_start, seconds=limits.run)
        answers = dict(every.made)
        arms[0].update(one.arms)
        arms[1].update(other.arms)
        if not _same(one, other) or not every.advance():
            break
    for side in sides:
        side.world.by_name = False
    return (replace(one, arms=frozenset(arms[0])), replace(other, arms=frozenset(arms[1]))), answers, cases


def _same(one: Run, other: Run) -> bool:
    """Whether two runs did the same; of those that a stand-in ended, as far as both went."""
    if one.masked or other.masked:
        common = min(len(one.events) - one.masked, len(other.events) - other.masked)
        return one.events[:common] == other.events[:common]
    return one.events == other.events


def _example(one: Run, other: Run, made: Mapping[str, Any]) -> dict[str, Any]:
    first = next((at for at, pair in enumerate(zip(one.events, other.events, strict=False)) if pair[0] != pair[1]), None)
    at = min(len(one.events), len(other.events)) if first is None else first
    return {
        "answers": {key: repr(value) for key, value in made.items()},
        "old": list(one.events[max(0, at - 2) : at + 3]),
        "new": list(other.events[max(0, at - 2) : at + 3]),
        "at": at,
    }


def probed(old: Side, new: Side, given: Mapping[str, Any]) -> dict[str, Any]:
    """Run both sides with the same arguments, which are there; what is asked beside them gets its first answer."""
    one, other = (side.run(Every({}), frozenset(), given) for side in (old, new))
    masked = one.masked or other.masked
    return {"same": one.events == other.events and not masked, "masked": masked, "old": one.events[-1], "new": other.events[-1]}
