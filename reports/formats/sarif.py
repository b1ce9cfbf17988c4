"""sarif: SARIF 2.1.0 for editors and viewers; for GitHub's code scanning use `check`, which knows what is new."""

from collections.abc import Iterator

from ...analyzer.inventory import Inventory, Site
from ...analyzer.judging.counts import counted
from ...analyzer.judging.suppressions import sorted_out
from ..format import Content, Format, View
from ..sarif.results import of_finding, of_site, suppressed
from ..sarif.run import Account, text


def render(inventory: Inventory, view: View) -> Iterator[str]:
    """Yield the log: what counts first. Registrations are no results, and a summary has none."""
    whole = view.content is Content.SITES
    sites = sorted(inventory.sites, key=matters) if whole else []
    told = sorted_out(sites, inventory.suppressions)
    words = {key(site): (suppressed(one, accepted=True),) for site, one in told.intended}
    words |= {key(site): (suppressed(one, accepted=False),) for site, one in told.owed}
    results = [of_site(site, view.below, suppressions=words.get(key(site), ())) for site in sites]
    results += [of_finding(finding, view.below) for finding in inventory.findings] if whole else []
    yield text(results, Account(kind="scan", inventory=inventory), view)


def key(site: Site) -> tuple[str, str, int, int]:
    """Return what tells *site* from every other."""
    return site.id, site.path, site.line, site.column


def matters(site: Site) -> tuple[bool, str, int, int, str]:
    """Return the key that sorts sites: those that count first, then by place."""
    return not counted(site), site.path, site.line, site.column, site.rule


SARIF = Format(name="sarif", media="application/sarif+json", render=render)
