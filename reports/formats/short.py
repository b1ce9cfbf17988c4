"""short: one line a site, as compilers write them; editors and terminals open the place."""

from collections.abc import Iterator

from ...analyzer.inventory import Confidence, Finding, Inventory, Registration, Site
from ...analyzer.judging.counts import count
from ..escape import unheard, visible
from ..format import Content, Format, View
from ..phrase import phrase, registered


def render(inventory: Inventory, view: View) -> Iterator[str]:
    """Yield the lines: sites, then findings. They may be read by a runner, which obeys none of them."""
    yield from map(unheard, lines(inventory, view))


def lines(inventory: Inventory, view: View) -> Iterator[str]:
    """Yield the lines as a person reads them."""
    match view.content:
        case Content.SITES:
            yield from (site_line(site) for site in inventory.sites)
            yield from (finding_line(finding) for finding in inventory.findings)
        case Content.REGISTRATIONS:
            yield from (registration_line(entry) for entry in inventory.registrations)
        case Content.SUMMARY:
            yield summary_line(inventory)


def site_line(site: Site) -> str:
    """Return for example `pkg/loader.py:12:8: NB101 cfg.model_type == "jamba"  [Loader.load]`."""
    doubt = "" if site.confidence is not Confidence.INFERRED else "  (inferred)"
    return f"{visible(site.path)}:{site.line}:{site.column}: {visible(site.rule)} {phrase(site)}  [{visible(site.scope)}]{doubt}\n"


def finding_line(finding: Finding) -> str:
    """Return the line of one finding."""
    return f"{visible(finding.path)}:{finding.line}:1: {visible(finding.rule)} {visible(finding.message)}\n"


def registration_line(entry: Registration) -> str:
    """Return the line of one registration."""
    return f"{visible(entry.path)}:{entry.line}:1: {registered(entry)}\n"


def summary_line(inventory: Inventory) -> str:
    """Return the numbers on one line."""
    counts = count(inventory)
    return (
        f"{visible(inventory.target)}: {counts.decisions} decisions, {counts.sites} sites, {counts.names} names in {counts.files} files; "
        f"apart: {counts.inferred} inferred, {counts.per_model_defs} per-model definitions, {counts.reach_ins} reach-ins; "
        f"{counts.registrations} registrations, {counts.findings} findings, {counts.unread} unread\n"
    )


SHORT = Format(name="short", media="text/plain", render=render)
