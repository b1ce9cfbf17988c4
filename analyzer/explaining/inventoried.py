"""A program to its inventory, of the very same sites: what `check` would be asked about."""

from ..analysis import Program
from ..inventory import Inventory
from ..judging.comments import suppressions
from ..judging.suppressions import faults
from ..reading.source import Source
from ..settings.load import Loaded


def inventory_of(program: Program, source: Source, loaded: Loaded) -> Inventory:
    """Return what was found in *source*."""
    sites = tuple(site for site, _ in program.sites)
    comments = tuple(one for file in program.files for one in suppressions(file.path, file.data))
    return Inventory(
        target=source.target,
        revision=source.revision,
        preset=loaded.preset.preset,
        files=len(program.files) + len(program.unread),
        units=program.units,
        sites=sites,
        registrations=program.found.registrations,
        findings=faults(comments, sites, program.unread),
        unread=program.unread,
        suppressions=comments,
    )
