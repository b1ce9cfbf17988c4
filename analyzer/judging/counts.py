"""An inventory to numbers: the drift count, what stands beside it, and what is counted apart."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..inventory import Confidence, Inventory, Kind, Site, Zone

APART = frozenset({Kind.PER_MODEL_DEF, Kind.REACH_IN})


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How much falls on one value, for example on one file: distinct decisions, and the sites in them."""

    value: str
    decisions: int
    sites: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The numbers of an inventory. Counted are sites that were recognised for certain and that are tests or tables.

    `drift` is the headline: distinct decisions in zone shared. The tallies are over all counted sites, the worst first.
    """

    drift: int
    decisions: int  # like drift, but in every zone that the inventory holds
    sites: int
    names: int  # distinct names
    files: int
    inferred: int  # decisions of which no site was recognised for certain
    per_model_defs: int
    reach_ins: int
    registrations: int
    findings: int
    unread: int
    rules: tuple[Tally, ...]
    kinds: tuple[Tally, ...]
    ops: tuple[Tally, ...]
    zones: tuple[Tally, ...]
    subsystems: tuple[Tally, ...]
    paths: tuple[Tally, ...]
    models: tuple[Tally, ...]  # by name as it is spelled


def counted(site: Site) -> bool:
    """Return True if the site counts as drift where its zone is shared."""
    return site.kind not in APART and site.confidence is not Confidence.INFERRED


def count(inventory: Inventory) -> Counts:
    """Return the numbers of *inventory*."""
    sites = tuple(site for site in inventory.sites if counted(site))
    decisions = {site.decision for site in sites}
    kinds = [site.kind for site in inventory.sites if site.confidence is not Confidence.INFERRED]
    return Counts(
        drift=len({site.decision for site in sites if site.zone is Zone.SHARED}),
        decisions=len(decisions),
        sites=len(sites),
        names=len({name for site in sites for name in site.names}),
        files=len({site.path for site in sites}),
        inferred=len({site.decision for site in inventory.sites if site.confidence is Confidence.INFERRED} - decisions),
        per_model_defs=kinds.count(Kind.PER_MODEL_DEF),
        reach_ins=kinds.count(Kind.REACH_IN),
        registrations=len(inventory.registrations),
        findings=len(inventory.findings),
        unread=len(inventory.unread),
        rules=tally(sites, lambda site: (site.rule,)),
        kinds=tally(sites, lambda site: (site.kind,)),
        ops=tally(sites, lambda site: (site.op,)),
        zones=tally(sites, lambda site: (site.zone,)),
        subsystems=tally(sites, lambda site: (site.subsystem,)),
        paths=tally(sites, lambda site: (site.path,)),
        models=tally(sites, lambda site: site.names),
    )


def tally(sites: Iterable[Site], values: Callable[[Site], Iterable[str]]) -> tuple[Tally, ...]:
    """Return one Tally for each value that a site has, by falling decisions, then sites, then by the value itself."""
    decisions: defaultdict[str, set[str]] = defaultdict(set)
    number: defaultdict[str, int] = defaultdict(int)
    for site in sites:
        for value in dict.fromkeys(values(site)):
            decisions[value].add(site.decision)
            number[value] += 1
    tallies = (Tally(value=str(value), decisions=len(decisions[value]), sites=number[value]) for value in number)
    return tuple(sorted(tallies, key=lambda one: (-one.decisions, -one.sites, one.value)))
