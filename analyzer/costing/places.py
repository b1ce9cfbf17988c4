"""Sites and registrations in, for each model the places that name it out, and whether a new name has to be written there."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..inventory import Confidence, Inventory, Kind, Registration, Site
from .belonging import Belonging, Belongs

REGISTRATION = "registration"  # a kind of place beside those of sites
_LITERALS = frozenset({Kind.TABLE, Kind.NAMESET})
_TESTS = frozenset({Kind.COMPARE, Kind.MEMBERSHIP, Kind.AFFIX, Kind.SUBSTRING, Kind.REGEX, Kind.MATCH})
_FRAGMENTS = frozenset({Kind.AFFIX, Kind.SUBSTRING, Kind.REGEX})  # a part of a name, which others may share
_FOLLOW = frozenset({Kind.FLAG_USE, Kind.TABLE_USE})
_SPOKEN_FOR = frozenset({Kind.FLAG, Kind.PREDICATE})  # where the tests in them are sites themselves


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One place in shared code that names a model."""

    path: str
    line: int
    end_line: int
    kind: str  # as of a site, or `registration`
    subject: str
    scope: str
    spelled: tuple[str, ...]  # how it spells this model
    names: int  # how many names stand there in all
    decision: str | None  # None of a registration
    confidence: Confidence
    follows: bool  # it asks another place that names the model: nothing is to be written here


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """All places, by the model that they name; by family where a part of a name or an identifier says no more."""

    models: Mapping[str, tuple[Place, ...]]
    families: Mapping[str, tuple[Place, ...]]
    strangers: tuple[str, ...]  # what stands among names and is none: `default`


def named(shared: Inventory, belonging: Belonging) -> Named:
    """Return where the sites and registrations of *shared* name which models."""
    constants = frozenset(site.constant for site in shared.sites if site.kind in _LITERALS and site.constant is not None)
    asked = _asked(shared.sites)
    held: defaultdict[Belongs, list[Place]] = defaultdict(list)
    strangers: dict[str, None] = {}
    for site in shared.sites:
        for whose, spelled in _parted(site, belonging, strangers).items():
            held[whose].append(_of_site(site, spelled, follows=_follows(site, constants, asked)))
    for entry in _told_nowhere_else(shared):
        if (owner := belonging.of(entry.key)) is not None:
            held[owner].append(_of_registration(entry))
    return Named(
        models={whose.model: _ordered(places) for whose, places in held.items() if not whose.is_family},
        families={whose.model: _ordered(places) for whose, places in held.items() if whose.is_family},
        strangers=tuple(sorted(strangers)),
    )


def _parted(site: Site, belonging: Belonging, strangers: dict[str, None]) -> dict[Belongs, tuple[str, ...]]:
    """Return the names of a site by whose they are."""
    found: dict[Belongs, dict[str, None]] = {}
    for name in site.names:
        whose = belonging.of(name)
        if whose is None:
            strangers[name] = None
            continue
        if site.kind in _FRAGMENTS or (site.kind is Kind.PER_MODEL_DEF and belonging.is_part_of_longer(name, site.subject)):
            whose = Belongs(model=whose.model, is_family=True)
        found.setdefault(whose, {})[name] = None
    return {whose: tuple(spelled) for whose, spelled in found.items()}


def _asked(sites: Iterable[Site]) -> frozenset[tuple[str, str]]:
    """Return the decisions in which something is asked, by the function or module that asks."""
    return frozenset((site.decision, f"{site.path}:{site.scope}") for site in sites if site.kind not in _SPOKEN_FOR | _LITERALS)


def _follows(site: Site, constants: frozenset[str], asked: frozenset[tuple[str, str]]) -> bool:
    if site.kind in _SPOKEN_FOR:
        inside = f"{site.scope}.{site.subject}".removeprefix("<module>.") if site.kind is Kind.PREDICATE else site.scope
        return (site.decision, f"{site.path}:{inside}") in asked
    asks_constant = site.kind in _TESTS and site.constant is not None and site.constant in constants
    return site.kind in _FOLLOW or asks_constant


def _told_nowhere_else(shared: Inventory) -> Iterable[Registration]:
    """Yield the registrations that are no entries of a table which is a site."""
    tables: defaultdict[str, list[Site]] = defaultdict(list)
    for site in shared.sites:
        if site.kind in _LITERALS:
            tables[site.path].append(site)
    for entry in shared.registrations:
        if not any(site.line <= entry.line <= site.end_line and entry.key in site.names for site in tables[entry.path]):
            yield entry


def _of_site(site: Site, spelled: tuple[str, ...], *, follows: bool) -> Place:
    return Place(
        path=site.path,
        line=site.line,
        end_line=site.end_line,
        kind=site.kind,
        subject=site.subject,
        scope=site.scope,
        spelled=spelled,
        names=len(site.names),
        decision=site.decision,
        confidence=site.confidence,
        follows=follows,
    )


def _of_registration(entry: Registration) -> Place:
    return Place(
        path=entry.path,
        line=entry.line,
        end_line=entry.line,
        kind=REGISTRATION,
        subject=entry.registry,
        scope=entry.owner,
        spelled=(entry.key,),
        names=1,
        decision=None,
        confidence=Confidence.EXACT,
        follows=False,
    )


def _ordered(places: Sequence[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda one: (one.path, one.line, one.kind, one.subject, one.spelled)))
