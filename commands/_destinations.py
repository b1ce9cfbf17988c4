"""Where sites could go, for verbs that say it beside something else: in the target's own dialect, else with a registry of ours."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..analyzer.analysis import Program
    from ..analyzer.inventory import Site
    from ..analyzer.judging.destination import Destination
    from ..analyzer.reading.source import Source
    from ..analyzer.settings.load import Loaded
    from ..registry.dialects.dialect import Dialect


def destinations(
    source: "Source", loaded: "Loaded", link: "Callable[[], Program]", sites: "Iterable[Site]", more: tuple[str, ...]
) -> "tuple[Destination, ...]":
    """Return where those of *sites* could go that lie in shared code; nothing where the target has no package or cannot be taken apart.

    *link* gives the linked program, and is asked only where there is such a site; *more* are the words of a command that name the target.
    """
    from ..analyzer.inventory import Zone  # noqa: PLC0415  few runs need any of this
    from ..codemods.destinations import destinations as planned  # noqa: PLC0415  as above
    from ..codemods.editing.document import UneditableError  # noqa: PLC0415  as above
    from ..codemods.planning.decisions import FILE, Decisions, DecisionsError, parsed  # noqa: PLC0415  as above

    wanted = tuple(site for site in sites if site.zone is Zone.SHARED)
    words = _words(loaded.settings.registry.dialect, source) if wanted else None
    if words is None:
        return ()
    dialect, said = words
    held = source.one(FILE)
    try:
        return planned(link(), dialect, Decisions() if held is None else parsed(held), wanted, (*more, *said))
    except (UneditableError, DecisionsError):
        return ()


def _words(name: str | None, source: "Source") -> "tuple[Dialect, tuple[str, ...]] | None":
    from ..codemods.previewing import VENDORED, NoRegistryError, chosen  # noqa: PLC0415  as in `destinations`

    for one, said in ((name, ()), (VENDORED, ("--dialect", VENDORED))):
        try:
            return chosen(one, source)[0], said
        except NoRegistryError:
            continue
    return None
