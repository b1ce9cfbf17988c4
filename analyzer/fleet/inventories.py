"""The inventories of many repositories as one: what lies in a repository lies below its name."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from ..inventory import Finding, Inventory, Site, Unread
from ..pool import Crew
from ..reading.target import open_target
from ..scan import scan
from ..settings.load import load
from ..store import Store
from .answers import Failed, Told
from .crews import Asked, each
from .members import Member


def scanned(members: Sequence[Member], asked: Asked, crew: Crew, *, target: str, progress: Callable[[str], None]) -> Inventory:
    """Return everything that is found in *members*; one that cannot be looked at is unread."""
    return _merged(target, each(members, partial(_scanned, asked), crew, progress))


def _scanned(asked: Asked, member: Member) -> Inventory:
    source = open_target(member.target, cwd=asked.cwd)
    return scan(source, load(source, asked.config_file), jobs=asked.inside, store=Store(asked.cache), more=asked.more, depth=asked.depth)


def _merged(target: str, answers: Iterable[Told[Inventory] | Failed]) -> Inventory:
    found: list[Inventory] = []
    failed: list[Unread] = []
    for one in answers:
        match one:
            case Told(member=member, answer=answer):
                found.append(_below(member.name, answer))
            case Failed(member=member, reason=reason):
                failed.append(Unread(path=member.name, reason=reason))
    return Inventory(
        target=target,
        revision=None,
        preset=", ".join(sorted({one.preset for one in found})),
        files=sum(one.files for one in found),
        units=sum(one.units for one in found),
        sites=tuple(sorted((site for one in found for site in one.sites), key=lambda site: (site.path, site.line, site.column))),
        registrations=tuple(sorted((entry for one in found for entry in one.registrations), key=lambda entry: (entry.path, entry.line))),
        findings=tuple(finding for one in found for finding in one.findings),
        unread=tuple(sorted((*failed, *(item for one in found for item in one.unread)), key=lambda item: (item.path, item.reason))),
        suppressions=tuple(comment for one in found for comment in one.suppressions),
    )


def _below(name: str, held: Inventory) -> Inventory:
    """Return an inventory with all paths below *name*."""

    def put(path: str) -> str:
        return f"{name}/{path}"

    return replace(
        held,
        sites=tuple(site_below(name, site) for site in held.sites),
        registrations=tuple(replace(entry, path=put(entry.path)) for entry in held.registrations),
        findings=tuple(_finding(name, finding) for finding in held.findings),
        unread=tuple(replace(item, path=put(item.path)) for item in held.unread),
        suppressions=tuple(replace(comment, path=put(comment.path)) for comment in held.suppressions),
    )


def site_below(name: str, site: Site) -> Site:
    """Return a site with all paths below *name*."""
    return replace(site, path=f"{name}/{site.path}", via=tuple(f"{name}/{hop}" for hop in site.via))


def _finding(name: str, finding: Finding) -> Finding:
    return replace(finding, path=f"{name}/{finding.path}", places=tuple(f"{name}/{place}" for place in finding.places))
