"""What an audit is to a report, and what a format of audits is. The formats lie on the shelf `audit/`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..analyzer.auditing.bumped import Bump
from ..analyzer.inventory import Confidence, Finding, Inventory, Suppression
from .format import View

TITLES = {
    "NB401": "unreachable arm",
    "NB402": "overlap where order decides",
    "NB403": "name that nobody knows",
    "NB404": "sibling gap",
    "NB405": "copies of one list that differ",
    "NB406": "always true or always false",
    "NB407": "substring on a path",
    "NB408": "table and guard disagree",
    "NB409": "half-migrated",
    "NB410": "over-reach",
    "NB411": "absent name unhandled",
    "NB412": "arm that acts for another model than it names",
    "NB413": "what the pinned dependency does not have",
    "NB501": "key whose owner is not there, or cannot be imported",
    "NB502": "key with two owners",
    "NB503": "hook that does not fit its point",
    "NB504": "lookup that does not say what happens to an unknown key",
    "NB505": "key that is known only where somebody else has imported its owner",
    "NB506": "shared core that imports a model's package",
}
SURE = {Confidence.EXACT: 2, Confidence.LINKED: 1, Confidence.INFERRED: 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """One audit. The inventory holds the findings that are shown, and no sites."""

    inventory: Inventory
    kept: tuple[tuple[Finding, Suppression], ...]  # intended, as comments say
    hidden: int  # less certain than what is shown
    failed: tuple[tuple[str, str], ...]  # rules that stumbled: id and reason
    upstream: tuple[str, ...]  # what is known of dependencies, in words: `transformers 5.23.0`
    bump: Bump | None = None  # what changes between two releases; the findings are then those that are new


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFormat:
    """One way of showing audits: yields text, line ends included, that ends with one; nothing else may go to stdout."""

    name: str
    media: str  # media type
    render: Callable[[Audited, View], Iterator[str]]
