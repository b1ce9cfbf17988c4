"""Fail on branches by a model's name that are new, widened or lost."""

from dataclasses import replace as changed
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from ..reports import delivering
from . import _checked as checked
from . import _terminal as terminal
from ._surroundings import below, manuals
from .options import Report, config, exit_zero, filters, formats, jobs, loudness, names, no_cache, reports, revision, target

if TYPE_CHECKING:
    from ..analyzer.judging.filters import Filters
    from ..analyzer.judging.verdict import Known, Verdict
    from ..analyzer.reading.source import Source
    from ..reports.format import View

INCOMPLETE = 4
BASELINE = "baseline"  # the verb that is advised where there is a folder for its file
MOST = 20  # changes of which it is said where they could go
FILE_WIDTH = 100  # columns of a report that goes to a file


class Options(TypedDict):
    """What `check` was asked besides its target."""

    revision: str | None
    config_file: Path | None
    against: str | None
    fix: bool
    contract: bool
    today: datetime | None
    format_name: str
    reports: tuple[Report, ...]
    every: bool
    filters: "Filters"
    more: bytes
    jobs: int
    no_cache: bool
    quiet: bool
    verbose: int


@click.command(name="check")
@target
@revision
@config
@click.option("--against", metavar="REV", help="Compare with where REV and the target parted, instead of the baseline alone.")
@click.option("--fix", is_flag=True, help="Renew and prune the baseline: what is accounted for goes, nothing is added.")
@click.option("--registry", "contract", is_flag=True, help="Check the contract of the target's registries instead: owners, keys, hooks.")
@click.option("--today", type=checked.DAY, metavar="DAY", help="Take this for today, e.g. 2026-01-31, when days are over.")
@formats(*delivering.known(), default="table")
@click.option("--all", "every", is_flag=True, help="Every change, however many.")
@filters
@reports
@exit_zero
@names
@jobs
@no_cache
@loudness
def check(target: str, **options: Unpack[Options]) -> int:
    """Compare TARGET with its baseline, with a revision, or with both, and answer by the exit code.

    0: nothing got worse. 1: a branch by a model's name is new, widened or lost, or a budget is exceeded. 3: only housekeeping is due,
    which --fix does. 4: something could not be read. With --registry, 1: a registry breaks a promise of its contract.
    """
    from ..analyzer.judging.select import check_words  # noqa: PLC0415  `--help` needs none of these
    from ..analyzer.reading.git import HorizonError  # noqa: PLC0415  as above

    check_words(options["filters"])
    if options["contract"]:
        from . import _contract  # noqa: PLC0415  as above

        return _contract.check(asked_of(target, options), options["format_name"], options["filters"], against=options["against"])
    shown, others = delivering.find(options["format_name"]), [(delivering.find(one.format), one.path) for one in known(options["reports"])]
    asked = asked_of(target, options)
    try:
        verdict = answered(asked, options)
    except HorizonError as error:
        terminal.say(f"incomplete: {error}")
        return INCOMPLETE
    view = view_of(asked, options)
    for text in shown.render(verdict, view):
        terminal.put(text)
    for other, path in others:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(other.render(verdict, changed(view, width=FILE_WIDTH, colour=False, unicode=True)))
    return verdict.code


def asked_of(target: str, options: Options) -> checked.Asked:
    """Return which tree is the newer one."""
    today = options["today"]
    return checked.Asked(
        target=target,
        revision=options["revision"],
        config_file=options["config_file"],
        more=options["more"],
        jobs=options["jobs"],
        no_cache=options["no_cache"],
        quiet=options["quiet"],
        verbose=options["verbose"],
        today=None if today is None else today.date(),
    )


def known(wanted: tuple[Report, ...]) -> tuple[Report, ...]:
    """Return the reports that were asked for.

    Raises:
        click.BadParameter: one has an unknown format.

    """
    for one in wanted:
        if one.format not in delivering.known():
            raise click.BadParameter(
                f"--report {one.format}={one.path}: there is no format {one.format!r}; known are {', '.join(delivering.known())}"
            )
    return wanted


def answered(asked: checked.Asked, options: Options) -> "Verdict":
    """Return the verdict; the baseline is renewed before, if that was asked for."""
    from ..analyzer.judging.asked import change_test, finding_test  # noqa: PLC0415  as in `check`
    from ..analyzer.judging.checking import by_baseline, by_revision, filtered, joined  # noqa: PLC0415  as in `check`

    source = checked.opened(asked, staged=options["against"] is not None)
    tree = checked.read(asked, source)
    entries = tree.own.entries
    if options["fix"] and entries is not None:
        entries = fixed(tree)
    file = by_baseline(tree.newer, entries)
    verdict = file
    if options["against"] is not None:
        from . import _merge_base as parted  # noqa: PLC0415  only a revision needs git

        base, against = parted.base(tree, options["against"])
        verdict = by_revision(tree.newer, base, against)
        verdict = verdict if entries is None else joined(tree.newer, verdict, file)
    if options["filters"]:
        verdict = filtered(tree.newer, verdict, change_test(options["filters"]), finding_test(options["filters"]))
    return destined(verdict, source, tree, every=options["every"])


def destined(verdict: "Verdict", source: "Source", tree: checked.Tree, *, every: bool) -> "Verdict":
    """Return a verdict that says where what fails could go: the first changes, or *every* one."""
    failing = [change.now for change in verdict.failing if change.now is not None]
    if not failing:
        return verdict
    from ._destinations import destinations  # noqa: PLC0415  most checks pass

    asked = tree.own.asked
    shown = failing if every else failing[:MOST]
    return changed(
        verdict, destinations=destinations(source, tree.loaded, lambda: checked.linked(asked, source, tree.loaded), shown, again(asked))
    )


def fixed(tree: checked.Tree) -> "tuple[Known, ...]":
    """Renew the baseline, take out words about branches that it does not hold any more, and return what it holds."""
    from ..analyzer.judging.checking import updated  # noqa: PLC0415  as in `check`
    from ..analyzer.judging.notes import pruned  # noqa: PLC0415  as in `check`

    entries = updated(tree.newer, tree.own.entries or ())
    for name in checked.keep(tree.own, entries=entries, notes=pruned(tree.own.text, {one.id for one in entries})):
        terminal.say(f"wrote {name}")
    return entries


def again(asked: checked.Asked) -> tuple[str, ...]:
    """Return the arguments by which the same tree is looked at again."""
    target = [asked.target] if asked.target != "." else []
    revision = ["--rev", asked.revision] if asked.revision else []
    return (*target, *revision, *(["--config", str(asked.config_file)] if asked.config_file else []))


def view_of(asked: checked.Asked, options: Options) -> "View":
    """Return how to show the verdict."""
    from .. import commands  # noqa: PLC0415  as in `check`
    from ..registry import shelf  # noqa: PLC0415  as in `check`
    from ..reports.format import View  # noqa: PLC0415  as in `check`

    able, writable = terminal.terminal(), asked.revision is None and (Path.cwd() / asked.target).is_dir()
    return View(
        every=options["every"],
        width=able.width,
        colour=able.colour,
        unicode=able.unicode,
        filters=options["filters"],
        again=again(asked),
        verbs=tuple(name for name in shelf.names(commands) if name != BASELINE or writable),
        rules=manuals,
        below=below(asked.target, Path.cwd()),
    )
