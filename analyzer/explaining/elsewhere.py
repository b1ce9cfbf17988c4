"""Where else the names of a site are listed: in other tests, constants and tables, and among the keys of registries."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ...registry.universe.spelling import key_of
from ..inventory import Kind, Registration, Site, Zone
from ..judging.known import key_of as subject_key
from .explanation import Elsewhere, Likeness, Lists, SourceLine
from .through import through

REGISTRY = "registry"
_DEFINING = frozenset({Kind.NAMESET, Kind.TABLE})
_APART = frozenset({Kind.FLAG, Kind.FLAG_USE, Kind.PREDICATE, Kind.PER_MODEL_DEF, Kind.REACH_IN})  # their names are those of other sites
_SEVERAL = 2
_HALF = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class _List:
    """Names that stand together at one place."""

    what: str
    path: str
    line: int
    subject: str
    names: tuple[str, ...]
    site: Site | None


class Listings:
    """All lists of names in a program."""

    def __init__(self, sites: Sequence[Site], registrations: Iterable[Registration]) -> None:
        """Take what was found; a constant is one list, however many ask through it."""
        self._sites = tuple(sites)
        self._users: defaultdict[str, list[Site]] = defaultdict(list)  # by constant, or by the place of a flag or a predicate
        self._of: dict[tuple[str, str], list[Site]] = {}
        for site in sites:
            if site.zone not in {Zone.SHARED, Zone.FROZEN}:
                continue  # the files of one model may name it
            if site.kind is Kind.FLAG_USE:
                for hop in site.via:
                    self._users[hop].append(site)
            elif site.constant is not None and site.kind not in _DEFINING:
                self._users[site.constant].append(site)
            elif site.kind not in _APART:
                self._of.setdefault(_place(site), []).append(site)
        self._lists = [_list(held) for held in self._of.values()] + list(_registries(registrations))

    def elsewhere(self, site: Site) -> Elsewhere:
        """Return where else the names of *site* are listed."""
        together = [site] if site.constant is not None else self._of.get(_place(site), [site])
        names, is_through = _names(together), through(site, self._sites)
        others = [_likeness(names, one) for one in self._lists if not _is_own(one.site, site, together, is_through)]
        held = [site.constant or "", *site.via] if site.kind is Kind.FLAG_USE else [site.constant or f"{site.path}:{site.line}"]
        users = dict.fromkeys(one for place in held for one in self._users.get(place, ()) if one is not site)
        return Elsewhere(
            names=names,
            lists=Lists.DECISION if len(names) > len(site.names) else Lists.SITE,
            others=tuple(sorted(filter(_alike, others), key=_rank)),
            users=tuple(SourceLine(path=one.path, line=one.line, text=one.subject) for one in users),
        )


def _is_own(other: Site | None, site: Site, together: Sequence[Site], is_through: Callable[[Site], bool]) -> bool:
    """Return whether a list is that of *site* itself: what it is part of, or what its names come through."""
    if other is None:
        return False
    same = site.constant is not None and other.constant == site.constant
    return same or any(other is one for one in together) or is_through(other)


def _place(site: Site) -> tuple[str, str]:
    """Tests of one subject in one decision are one list: `t == "a" or t == "b"`; so is all that is stored into one table."""
    if site.kind in _DEFINING:
        return "", site.constant or site.id
    return f"{site.path}:{site.decision}", subject_key(site)


def _names(sites: Iterable[Site]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for site in sites for name in site.names))


def _list(held: Sequence[Site]) -> _List:
    first = held[0]
    return _List(what=first.kind.value, path=first.path, line=first.line, subject=first.subject, names=_names(held), site=first)


def _registries(registrations: Iterable[Registration]) -> Iterable[_List]:
    held: defaultdict[str, list[Registration]] = defaultdict(list)
    for one in registrations:
        held[one.registry].append(one)
    for registry, entries in held.items():
        names = tuple(dict.fromkeys(one.key for one in entries))
        yield _List(what=REGISTRY, path=entries[0].path, line=entries[0].line, subject=registry, names=names, site=None)


def _likeness(names: Sequence[str], other: _List) -> Likeness:
    mine, theirs = {key_of(name) for name in names}, {key_of(name) for name in other.names}
    return Likeness(
        what=other.what,
        path=other.path,
        line=other.line,
        subject=other.subject,
        same=tuple(name for name in names if key_of(name) in theirs),
        only_here=tuple(name for name in names if key_of(name) not in theirs),
        only_there=tuple(name for name in other.names if key_of(name) not in mine),
        site=None if other.site is None else other.site.id,
    )


def _alike(one: Likeness) -> bool:
    """Whether two lists are alike: the same, or with two names in common that are half of one of them."""
    if one.equal or not one.same:
        return one.equal and bool(one.same)
    smaller = len(one.same) + min(len(one.only_here), len(one.only_there))
    return len(one.same) >= _SEVERAL and len(one.same) >= smaller * _HALF


def _rank(one: Likeness) -> tuple[object, ...]:
    whole = len(one.same) + len(one.only_here) + len(one.only_there)
    return not one.equal, -len(one.same) / whole, one.path, one.line, one.subject
