"""Sites to groups: subsystems and the files in them, the worst first, and the worst of them that fit on a screen."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ...analyzer.inventory import Site
from ...analyzer.judging.counts import Tally, tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One subsystem, one file or one function: its name, its numbers and its sites."""

    tally: Tally
    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One subsystem and its files, the worst first."""

    whole: Part
    files: tuple[Part, ...]


def grouped(sites: Iterable[Site]) -> tuple[Group, ...]:
    """Return the subsystems of *sites*, the worst first."""
    return tuple(Group(whole=part, files=parts(part.sites, lambda site: site.path)) for part in parts(sites, lambda site: site.subsystem))


def parts(sites: Iterable[Site], value: Callable[[Site], str]) -> tuple[Part, ...]:
    """Return *sites* by a value of theirs, the worst first."""
    held: defaultdict[str, list[Site]] = defaultdict(list)
    for site in sites:
        held[value(site)].append(site)
    tallies = tally((site for group in held.values() for site in group), lambda site: (value(site),))
    return tuple(Part(tally=one, sites=tuple(held[one.value])) for one in tallies)


def fitting(groups: tuple[Group, ...], rows: int) -> tuple[Group, ...]:
    """Return the worst files of *groups* under their subsystems, in at most *rows* rows, but at least one file."""
    order = sorted(
        ((part.tally.decisions, group.whole.tally.value, part.tally.value) for group in groups for part in group.files),
        key=lambda one: (-one[0], one[2], one[1]),
    )
    kept: defaultdict[str, set[str]] = defaultdict(set)
    used = 0
    for _, subsystem, path in order:
        cost = 1 if subsystem in kept else 2
        if used and used + cost > rows:
            break
        used += cost
        kept[subsystem].add(path)
    chosen = (
        replace(group, files=tuple(part for part in group.files if part.tally.value in kept[group.whole.tally.value])) for group in groups
    )
    return tuple(group for group in chosen if group.files)
