"""Tell all there is to say of a site: how its name comes there, who takes it, where else it is listed, since when, what check says."""

import re
from contextlib import nullcontext
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from ..reports import explain_rendering
from . import _checked as checked
from . import _terminal as terminal
from ._destinations import destinations
from ._surroundings import audit_manuals, below, manuals
from .options import at, config, exit_zero, filters, formats, jobs, loudness, names, no_cache, revision, target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..analyzer.explaining.explanation import Explained
    from ..analyzer.explaining.standing import Gate
    from ..analyzer.inventory import Inventory, Site
    from ..analyzer.judging.at import AtPlace, AtSite
    from ..analyzer.judging.filters import Filters
    from ..analyzer.reading.source import Source
    from ..analyzer.settings.load import Loaded
    from ..reports.format import View
    from ..reports.rule import Rule

CLEAN, INCOMPLETE = 0, 4
COMMITS = 1000
BASELINE = "baseline"  # the verb that is advised where there is a folder for its file
POINTING = re.compile(r"NB\d{3}|[0-9a-f]{16}|.+:\d+", re.IGNORECASE)  # what is no target, though it stands where one does


class Options(TypedDict):
    """What `explain` was asked besides its target."""

    revision: str | None
    config_file: Path | None
    at: tuple[str, ...]
    history: bool
    commits: int
    format_name: str
    every: bool
    filters: "Filters"
    more: bytes
    jobs: int
    no_cache: bool
    quiet: bool
    verbose: int


@click.command(name="explain")
@target
@revision
@config
@at
@click.option("--history/--no-history", default=True, help="Look for the commits that introduced and changed it, where there are some.")
@click.option("--commits", type=click.IntRange(min=1), default=COMMITS, show_default=True, help="The most commits to look at for one site.")
@formats(*explain_rendering.known(), default="table")
@click.option("--all", "every", is_flag=True, help="Every row, however many.")
@filters
@names
@exit_zero
@jobs
@no_cache
@loudness
def explain(target: str, **options: Unpack[Options]) -> int:
    """Tell all there is to say of the sites at PATH:LINE, of the site with an id, or of a rule.

    How the name comes there, the whole decision and its chain, who takes it, where else the same names are listed, the commits that
    introduced and widened it, and what `check` would say. Exits 4 if a file could not be read.
    """
    from ..analyzer.judging.at import AtRule, parsed  # noqa: PLC0415  `--help` needs none of these
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  as above
    from ..analyzer.settings.load import load, said  # noqa: PLC0415  as above

    target, words = pointed(target, options["at"])
    asked = tuple(map(parsed, words))
    for page in [one for one in asked if isinstance(one, AtRule)]:
        manual(page.rule, options)
    places = tuple(one for one in asked if not isinstance(one, AtRule))
    if asked and not places:
        return CLEAN
    if not (places or options["filters"]):
        raise click.UsageError("say what to explain: --at PATH:LINE, --at ID, --at NB101, or filters that choose sites")
    source = open_target(target, revision=options["revision"], cwd=Path.cwd())
    loaded = load(source, options["config_file"])
    for line in () if options["quiet"] else said(loaded):
        terminal.say(line)
    found = explained(target, source, loaded, places, options)
    for text in explain_rendering.find(options["format_name"]).render(found, view(target, options)):
        terminal.put(text)
    return verdict(found)


def pointed(target: str, at: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the target, and all that is pointed at: `explain NB101` and `explain pkg/loader.py:12` mean what stands here."""
    place = Path.cwd() / target
    if place.is_file() and place.suffix == ".py":
        return ".", (target, *at)
    return (".", (target, *at)) if POINTING.fullmatch(target) and not place.exists() else (target, at)


def manual(rule: str, options: Options) -> None:
    """Print the page of a rule.

    Raises:
        click.BadParameter: there is none.

    """
    from ..reports import manual as pages  # noqa: PLC0415  only a rule needs it
    from .rules import unknown  # noqa: PLC0415  as above

    rules: tuple[Rule, ...] = (*manuals(), *audit_manuals())
    wanted = [one for one in rules if one.rule == rule]
    if not wanted:
        raise click.BadParameter(unknown(rule, sorted({one.rule for one in rules})), param_hint="--at")
    terminal.put("\n".join("".join(pages.page(one, view(".", options))) for one in wanted))


def explained(target: str, source: "Source", loaded: "Loaded", places: "Sequence[AtPlace | AtSite]", options: Options) -> "Explained":
    """Return what there is to say of the sites that were asked for."""
    from ..analyzer import scan, store  # noqa: PLC0415  as in `explain`
    from ..analyzer.explaining.explain import Asked  # noqa: PLC0415  as in `explain`
    from ..analyzer.explaining.explain import explained as told  # noqa: PLC0415  as in `explain`
    from ..analyzer.explaining.inventoried import inventory_of  # noqa: PLC0415  as in `explain`
    from ..analyzer.explaining.lineage import ancestors  # noqa: PLC0415  as in `explain`

    def kept() -> "store.Store | None":
        return None if options["no_cache"] else store.open_store()

    with terminal.Progress(quiet=options["quiet"], every=options["verbose"] > 0) as progress:
        program = scan.program(source, loaded, jobs=options["jobs"], store=kept(), progress=progress, more=options["more"])
        inventory = inventory_of(program, source, loaded)
        sites = chosen(target, source, inventory, places, options)
        with (
            ancestors(source, program, loaded.settings, most=options["commits"], store=kept(), progress=progress)
            if options["history"]
            else nullcontext(lambda _: None)
        ) as ancestry:
            asked = Asked(
                program=program,
                inventory=inventory,
                settings=loaded.settings,
                titles={one.kind: one.title for one in manuals()},
                gate=gate(target, source, inventory, loaded, options),
                ancestry=ancestry,
            )
            found = told(asked, sites)
        progress("planning")
        held = {one.site: one for one in destinations(source, loaded, lambda: program, sites, again(target, options))}
    return replace(found, explanations=tuple(replace(one, destination=held.get(one.site.id)) for one in found.explanations))


def chosen(
    target: str, source: "Source", inventory: "Inventory", places: "Sequence[AtPlace | AtSite]", options: Options
) -> "tuple[Site, ...]":
    """Return the sites that were asked for, in their order.

    Raises:
        AtError: nothing is where somebody points.
        FilterError: a filter holds an unknown word.
        click.UsageError: the filters keep nothing.

    """
    from ..analyzer.inventory import Zone  # noqa: PLC0415  as in `explain`
    from ..analyzer.judging.at import sites_at  # noqa: PLC0415  as in `explain`
    from ..analyzer.judging.select import select  # noqa: PLC0415  as in `explain`

    wanted = options["filters"]
    wanted = replace(wanted, zone=tuple(Zone)) if places and not wanted.zone else wanted
    kept = select(inventory, wanted).sites
    paths, where = source.paths(), below(target, Path.cwd())
    ids = {id(site) for at in places for site in sites_at(at, inventory.sites, paths, below=where)}
    found = tuple(site for site in kept if id(site) in ids or not places)
    if not found:
        raise click.UsageError("the filters keep no site: leave some out")
    return found


def gate(target: str, source: "Source", inventory: "Inventory", loaded: "Loaded", options: Options) -> "Gate":
    """Return the check of the whole tree, which is asked about single sites."""
    from ..analyzer.explaining.standing import Gate  # noqa: PLC0415  as in `explain`
    from ..analyzer.judging.checking import Newer  # noqa: PLC0415  as in `explain`
    from ..analyzer.judging.standing import Tree  # noqa: PLC0415  as in `explain`

    own = checked.own(checked.Asked(target=target, revision=options["revision"]), source)
    newer = Newer(
        inventory=inventory,
        settings=loaded.settings,
        standing=Tree(inventory, source, checked.looked_at(source, loaded.settings, options["more"])),
        notes=own.notes,
        today=date.today(),  # noqa: DTZ011  the day where the person is
    )
    return Gate(newer=newer, entries=own.entries)


def again(target: str, options: Options) -> tuple[str, ...]:
    """Return the arguments by which the same tree is looked at again."""
    named = [target] if target != "." else []
    revision = ["--rev", options["revision"]] if options["revision"] else []
    return (*named, *revision, *(["--config", str(options["config_file"])] if options["config_file"] else []))


def view(target: str, options: Options) -> "View":
    """Return how to show the answer."""
    from .. import commands  # noqa: PLC0415  as in `explain`
    from ..registry import shelf  # noqa: PLC0415  as in `explain`
    from ..reports.format import View  # noqa: PLC0415  as in `explain`

    able, writable = terminal.terminal(), options["revision"] is None and (Path.cwd() / target).is_dir()
    return View(
        every=options["every"],
        width=able.width,
        colour=able.colour,
        unicode=able.unicode,
        filters=options["filters"],
        again=again(target, options),
        verbs=tuple(name for name in shelf.names(commands) if name != BASELINE or writable),
    )


def verdict(found: "Explained") -> int:
    """Name what could not be read, and return the exit code."""
    for unread in found.unread:
        terminal.say(f"{unread.path}: NB905 not read: {unread.reason}")
    return INCOMPLETE if found.unread else CLEAN
