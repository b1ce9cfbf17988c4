"""Find the decisions by a model's name, count them, and show where they are."""

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from ..analyzer.inventory import Confidence
from ..reports import rendering
from . import _fleet as fleet
from . import _terminal as terminal
from ._surroundings import below, manuals
from .options import Report, config, executor, exit_zero, filters, formats, jobs, loudness, names, no_cache, reports, revision, target

if TYPE_CHECKING:
    from ..analyzer.inventory import Inventory
    from ..analyzer.judging.filters import Filters
    from ..analyzer.reading.source import Source
    from ..analyzer.settings.load import Loaded
    from ..reports.format import Format, View

CLEAN, FAILED, INCOMPLETE = 0, 1, 4
FILE_WIDTH = 100  # columns of a report that goes to a file
RULE = re.compile(r"NB\d{1,3}")


class Options(TypedDict):
    """What `scan` was asked besides its target."""

    revision: str | None
    repos: Path | None
    config_file: Path | None
    filters: "Filters"
    format_name: str
    reports: tuple[Report, ...]
    summary: bool
    registrations: bool
    every: bool
    more: bytes
    fail_on: tuple[str, ...]
    jobs: int
    executor: str
    no_cache: bool
    quiet: bool
    verbose: int


def rule_words(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rules of `--fail-on`, each an id or its beginning."""
    words = tuple(word.strip().upper() for value in values for word in value.split(",") if word.strip())
    for word in words:
        if not RULE.fullmatch(word):
            raise click.BadParameter(f"{word!r} is no rule: write for example NB101, or NB1 for all that begin so")
    return words


@click.command(name="scan")
@target
@revision
@fleet.repos
@config
@formats(*rendering.known(), default="table")
@click.option("--summary", is_flag=True, help="Numbers only.")
@click.option("--registrations", is_flag=True, help="Show what is registered already, instead of sites.")
@click.option("--all", "every", is_flag=True, help="Every row of the table, however many.")
@filters
@reports
@click.option("--fail-on", multiple=True, metavar="RULE,...", callback=rule_words, help="Exit 1 if such a site is shown; NB1 is all NB1xx.")
@names
@exit_zero
@jobs
@executor
@no_cache
@loudness
def scan(target: str, **options: Unpack[Options]) -> int:
    """Find every place in shared code that decides by, or is keyed by, a model's name.

    Exits 0 whatever was found, unless --fail-on says otherwise; 4 if a file could not be read.
    """
    from ..analyzer.judging.select import check_words, select  # noqa: PLC0415  `--help` needs none of these

    check_options(target, options)
    check_words(options["filters"])
    shown, others = rendering.find(options["format_name"]), [(rendering.find(other.format), other.path) for other in options["reports"]]
    whole, subsystems = of_target(target, options) if options["repos"] is None else of_fleet(options["repos"], options)
    kept = select(whole, options["filters"], subsystems=subsystems)
    put(shown, kept, view(target, whole, kept, options))
    for other, path in others:
        write(other, kept, path, view(target, whole, kept, options))
    return verdict(kept, options)


def of_target(target: str, options: Options) -> tuple["Inventory", list[str]]:
    """Return what the target holds, and the names of its subsystems."""
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  as in `scan`
    from ..analyzer.settings.load import load  # noqa: PLC0415  as in `scan`

    source = open_target(target, revision=options["revision"], cwd=Path.cwd())
    loaded = load(source, options["config_file"])
    tell_settings(loaded, options)
    return inventory(source, loaded, options), [name for name, _ in loaded.settings.subsystems]


def of_fleet(file: Path, options: Options) -> tuple["Inventory", list[str]]:
    """Return what all the repositories hold that a file names."""
    from ..analyzer.pool import Crew  # noqa: PLC0415  as in `scan`
    from ..analyzer.scanned import Depth  # noqa: PLC0415  as in `scan`

    crew = Crew(jobs=options["jobs"], executor=options["executor"])
    asked = fleet.asking(options["config_file"], options["more"], crew, no_cache=options["no_cache"])
    return fleet.scanned(file, replace(asked, depth=Depth.of(options["filters"].zone)), crew, quiet=options["quiet"]), []


def check_options(target: str, options: Options) -> None:
    """Refuse what cannot be answered.

    Raises:
        click.UsageError: a target was named beside a fleet, two contents were asked for, or registrations by a filter that only sites have.
        click.BadParameter: a report has an unknown format.

    """
    from ..analyzer.judging.select import ONLY_SITES  # noqa: PLC0415  as in `scan`

    if options["repos"] is not None and (target != "." or options["revision"]):
        raise click.UsageError("--repos names all targets, each with its revision: give no other")
    if options["summary"] and options["registrations"]:
        raise click.UsageError("--summary and --registrations exclude each other: choose one")
    if options["registrations"]:
        wrong = [f"--{field}" for field in (*ONLY_SITES, "rule") if getattr(options["filters"], field)]
        if wrong:
            raise click.UsageError(f"{' and '.join(wrong)} cannot choose registrations; --path and --model can")
    for other in options["reports"]:
        if other.format not in rendering.known():
            raise click.BadParameter(
                f"--report {other.format}={other.path}: there is no format {other.format!r}; known are {', '.join(rendering.known())}"
            )


def tell_settings(loaded: "Loaded", options: Options) -> None:
    """Say on stderr which settings are used, and why."""
    if not options["quiet"]:
        terminal.say(f"preset {loaded.preset.preset}: {loaded.preset.because}" + (f"; settings of {loaded.file}" if loaded.file else ""))
        for note in loaded.notes:
            terminal.say(f"note: {note}")


def inventory(source: "Source", loaded: "Loaded", options: Options) -> "Inventory":
    """Return what the target holds."""
    from ..analyzer import scan as scanning  # noqa: PLC0415  as in `scan`
    from ..analyzer import store  # noqa: PLC0415  as in `scan`
    from ..analyzer.pool import Crew  # noqa: PLC0415  as in `scan`
    from ..analyzer.scanned import Depth  # noqa: PLC0415  as in `scan`

    with terminal.Progress(quiet=options["quiet"], every=options["verbose"] > 0) as progress:
        held = None if options["no_cache"] else store.open_store()
        return scanning.scan(
            source,
            loaded,
            jobs=Crew(jobs=options["jobs"], executor=options["executor"]),
            store=held,
            progress=progress,
            more=options["more"],
            depth=Depth.of(options["filters"].zone),
        )


def view(target: str, whole: "Inventory", kept: "Inventory", options: Options) -> "View":
    """Return how to show what was kept."""
    from .. import commands  # noqa: PLC0415  as in `scan`
    from ..registry import shelf  # noqa: PLC0415  as in `scan`
    from ..reports.format import Content, View, zones_left_out  # noqa: PLC0415  as in `scan`

    content = Content.SUMMARY if options["summary"] else Content.REGISTRATIONS if options["registrations"] else Content.SITES
    again = [target] if target != "." else []
    again += ["--repos", str(options["repos"])] if options["repos"] else []
    again += ["--rev", options["revision"]] if options["revision"] else []
    again += ["--config", str(options["config_file"])] if options["config_file"] else []
    able = terminal.terminal()
    return View(
        content=content,
        every=options["every"],
        width=able.width,
        colour=able.colour,
        unicode=able.unicode,
        filters=options["filters"],
        elsewhere=() if options["filters"].zone else zones_left_out(whole, kept),
        again=tuple(again),
        verbs=shelf.names(commands),
        rules=manuals,
        below=below(target, Path.cwd()),
    )


def put(shown: "Format", kept: "Inventory", view: "View") -> None:
    """Print, as it comes."""
    for text in shown.render(kept, view):
        terminal.put(text)


def write(other: "Format", kept: "Inventory", path: Path, view: "View") -> None:
    """Write a further copy to a file: UTF-8, no colours, whatever the terminal is."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(other.render(kept, replace(view, width=FILE_WIDTH, colour=False, unicode=True)))


def verdict(kept: "Inventory", options: Options) -> int:
    """Name what could not be read, and return the exit code."""
    for unread in kept.unread:
        terminal.say(f"{unread.path}: NB905 not read: {unread.reason}")
    wanted = options["fail_on"]
    failing = [site.rule for site in kept.sites if site.confidence is not Confidence.INFERRED] + [finding.rule for finding in kept.findings]
    failing += ["NB905"] if kept.unread else []
    if wanted and any(rule.startswith(wanted) for rule in failing):
        return FAILED
    return CLEAN if kept.complete else INCOMPLETE
