"""sarif: SARIF 2.1.0 for editors and viewers; for GitHub's code scanning use `check`, which knows what is new."""

from collections.abc import Iterator

from ...analyzer.inventory import Inventory, Site
from ...analyzer.judging.counts import counted
from ..format import Content, Format, View
from ..sarif.results import of_finding, of_site
from ..sarif.run import Account, text


def render(inventory: Inventory, view: View) -> Iterator[str]:
    """Yield the log: what counts first. Registrations are no results, and a summary has none."""
    whole = view.content is Content.SITES
    sites = sorted(inventory.sites, key=matters) if whole else []
    results = [of_site(site, view.below) for site in sites]
    results += [of_finding(finding, view.below) for finding in inventory.findings] if whole else []
    yield text(results, Account(kind="scan", inventory=inventory), view)


def matters(site: Site) -> tuple[bool, str, int, int, str]:
    """Return the key that sorts sites: those that count first, then by place."""
    return not counted(site), site.path, site.line, site.column, site.rule


SARIF = Format(name="sarif", media="application/sarif+json", render=render)
