"""What a format is: one way of showing an inventory. The formats lie on the shelf `formats/`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ..analyzer.inventory import Inventory, Zone
from ..analyzer.judging.counts import Tally
from ..analyzer.judging.filters import Filters
from .rule import Rule


class Content(StrEnum):
    """Which part of an inventory to show."""

    SITES = "sites"
    REGISTRATIONS = "registrations"
    SUMMARY = "summary"  # numbers only


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """How to show an inventory. What it says about a terminal is for formats that people read."""

    content: Content = Content.SITES
    every: bool = False  # all rows, however many
    width: int = 80  # columns
    colour: bool = False
    unicode: bool = True  # False where the terminal's encoding cannot show bars and rules
    filters: Filters = field(default_factory=Filters)  # what the inventory was selected by, so that an empty answer can say it
    elsewhere: tuple[Tally, ...] = ()  # zones that were left out, and how much lies there
    again: tuple[str, ...] = ()  # the arguments by which the same target is scanned again
    verbs: tuple[str, ...] = ("rules", "scan")  # the verbs that may be advised
    rules: Callable[[], Sequence[Rule]] = tuple  # gives all rules with their manuals; asking imports the detectors
    below: str = ""  # where the target's root lies, seen from where the tool runs: what others follow paths from (CI, SARIF)


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One way of showing: yields text, line ends included, that ends with one; nothing else may go to stdout."""

    name: str
    media: str  # media type
    render: Callable[[Inventory, View], Iterator[str]]


def zones_left_out(whole: Inventory, shown: Inventory) -> tuple[Tally, ...]:
    """Return how much of *whole* lies in zones of which nothing is *shown*, shared left aside."""
    seen = {site.zone for site in shown.sites}
    number: dict[Zone, list[str]] = {}
    for site in whole.sites:
        if site.zone not in seen and site.zone is not Zone.SHARED:
            number.setdefault(site.zone, []).append(site.decision)
    return tuple(Tally(value=zone, decisions=len(set(held)), sites=len(held)) for zone, held in sorted(number.items()))
