"""What `plan`, `migrate` and `move-defs` have in common: which target, which models, which dialect, and what a migration would come to."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click

from . import _terminal as terminal
from ._surroundings import below

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..analyzer.analysis import Program
    from ..analyzer.inventory import Site
    from ..analyzer.reading.source import Source
    from ..codemods.planning.plan import Migration
    from ..codemods.preview import Preview
    from ..registry.dialects.dialect import Dialect

models = click.option(
    "--model",
    "models",
    metavar="NAME",
    multiple=True,
    help="The model whose branches move: a model type, whose classes move with it; repeatable. By default all.",
)
dialect = click.option("--dialect", metavar="NAME", help="How the target spells descriptors; by default as its configuration says.")

moves = click.option(
    "--moves/--no-moves", default=True, help="With the functions and classes that move first (`namebranch move-defs`), or without."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which branches of which tree, and in which words."""

    target: str
    revision: str | None
    config_file: Path | None
    models: tuple[str, ...]
    at: tuple[str, ...]
    dialect: str | None
    more: bytes = b""
    jobs: int | None = None
    no_cache: bool = False
    quiet: bool = False
    verbose: int = 0
    plan: bytes | None = None  # one that was reviewed, as JSON
    order: tuple[str, ...] = ()  # of models
    plumbing: bool = False  # only what must be there first
    moves: bool = True  # the definitions of each model before its branches
    formats: bool = False  # as the target's own formatter does
    deprecate: str | None = None  # a field of what hooks are handed, and the one that takes its place


class Options(TypedDict):
    """What the verbs that migrate are asked alike."""

    revision: str | None
    config_file: Path | None
    at: tuple[str, ...]
    models: tuple[str, ...]
    dialect: str | None
    format_name: str
    more: bytes
    jobs: int
    no_cache: bool
    quiet: bool
    verbose: int


def asked_of(target: str, options: Options) -> Asked:
    """Return what is asked alike."""
    return Asked(
        target=target,
        revision=options["revision"],
        config_file=options["config_file"],
        models=options["models"],
        at=options["at"],
        dialect=options["dialect"],
        more=options["more"],
        jobs=options["jobs"],
        no_cache=options["no_cache"],
        quiet=options["quiet"],
        verbose=options["verbose"],
    )


def opened(asked: Asked) -> "Source":
    """Open the target."""
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  `--help` needs none of these

    return open_target(asked.target, revision=asked.revision, cwd=Path.cwd())


def previewed(asked: Asked, source: "Source") -> "Preview":
    """Return what the migration would come to; raises what `planned` does.

    Raises:
        UneditableError: a file cannot be rewritten so.

    """
    from ..codemods import previewing  # noqa: PLC0415  as in `opened`
    from ..codemods.deprecating.field import parsed  # noqa: PLC0415  as in `opened`
    from ..codemods.deprecating.previewing import deprecated  # noqa: PLC0415  as in `opened`

    def plan(program: "Program", words: "Dialect", base: str) -> "Preview":
        if asked.deprecate is not None:
            return deprecated(source, program, words, parsed(asked.deprecate))
        if asked.plan is not None:
            return previewing.replayed(source, program, words, base, reviewed(asked.plan))
        chosen = sites(asked, source, tuple(site for site, _ in program.sites))
        found = previewing.previewed(source, program, words, base, asked.models, chosen)
        return previewing.plumbed(source, program, words, base, found.migration) if asked.plumbing else found

    return planned(asked, source, plan)


def reviewed(data: bytes) -> "Migration":
    """Return the plan that a file holds.

    Raises:
        click.UsageError: it holds none.

    """
    from ..codemods.planning.plan import decoded  # noqa: PLC0415  as in `opened`

    try:
        return decoded(data)
    except ValueError as error:
        raise click.UsageError(f"the file holds no plan, as `namebranch plan --format json` prints one: {error}") from error


def planned(asked: Asked, source: "Source", plan: "Callable[[Program, Dialect, str], Preview]") -> "Preview":
    """Link the target, and return what *plan* makes of it in the words of its dialect, and of the folder that holds its package.

    Raises:
        NoRegistryError: the target has none that the dialect knows.

    """
    from ..analyzer import scan as scanning  # noqa: PLC0415  as in `opened`
    from ..analyzer import store  # noqa: PLC0415  as in `opened`
    from ..analyzer.settings.load import load, said, stands_in  # noqa: PLC0415  as in `opened`
    from ..codemods.applying.formatting import formatted  # noqa: PLC0415  as in `opened`
    from ..codemods.previewing import chosen  # noqa: PLC0415  as in `opened`

    loaded = load(source, asked.config_file, trusted=stands_in(asked.target, asked.revision, Path.cwd()))
    for line in () if asked.quiet else said(loaded):
        terminal.say(line)
    words, base = chosen(asked.dialect or loaded.settings.registry.dialect, source)
    with terminal.Progress(quiet=asked.quiet, every=asked.verbose > 0) as progress:
        held = None if asked.no_cache else store.open_store()
        program = scanning.program(source, loaded, jobs=asked.jobs, store=held, progress=progress, more=asked.more)
        progress("planning")
        return formatted(plan(program, words, base), loaded.settings.migrate.formatter if asked.formats else ())


def sites(asked: Asked, source: "Source", known: "tuple[Site, ...]") -> "tuple[Site, ...]":
    """Return the sites that `--at` means; raises AtError."""
    from ..analyzer.judging.at import AtRule, parsed, sites_at  # noqa: PLC0415  as in `opened`

    found: list[Site] = []
    for word in asked.at:
        match parsed(word):
            case AtRule(rule=rule):
                found += [site for site in known if site.rule == rule]
            case place:
                found += sites_at(place, known, source.paths(), below=below(asked.target, Path.cwd()))
    return tuple(found)
