"""Tables that are a target's registry of models already: they map what a model is called to where it lies (X0)."""

from collections.abc import Iterable, Iterator

from ...analyzer.inventory import Kind, Site, Zone
from .homes import Homes
from .plan import Refused
from .refusing import refused_site


def registries(sites: Iterable[Site], homes: Homes) -> Iterator[Refused]:
    """Yield a refusal of each table all of whose names are those of models in packages of their own, as it says itself."""
    for site in sites:
        if (
            site.kind is Kind.TABLE
            and site.zone is Zone.SHARED
            and site.path in homes.registries
            and {*site.names} <= homes.registered.keys()
        ):
            yield refused_site(site, "X0", f"{site.subject} is where this target registers its models")
