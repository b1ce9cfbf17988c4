"""Show whether two trees do the same where they decide by a model's name, and how strong that is."""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from ..reports import evidence_rendering
from . import _proving
from . import _terminal as terminal
from .options import config, exit_zero, formats, jobs, loudness, names, no_cache, reviewed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..analyzer.reading.source import Source
    from ..analyzer.settings.load import Loaded
    from ..codemods.planning.plan import Migration
    from ..parity.evidence import Evidence
    from ..parity.proof import Wanted
    from ..parity.tree import Tree
    from ..reports.format import View
    from ._migrating import Asked

SAME, DIFFERENT, INCOMPLETE = 0, 1, 4


class Options(TypedDict):
    """What `prove` was asked besides its two trees."""

    config_file: Path | None
    parts: tuple[str, ...]
    paths: tuple[str, ...]
    every: bool
    entry: str | None
    probes: Path | None
    artifacts: tuple[Path, Path] | None
    imports: tuple[Path, ...]
    plan: bytes | None
    where: str
    write: bool
    functions: tuple[str, ...]
    seed: int
    seconds: float
    cases: int
    mutants: int
    trust_target: bool
    format_name: str
    more: bytes
    jobs: int
    no_cache: bool
    quiet: bool
    verbose: int


@click.command(name="prove")
@click.argument("old", required=False)
@click.argument("new", required=False)
@config
@click.option("--part", "parts", multiple=True, metavar="PART", help="Only this part; repeatable. `all`: every part.")
@click.option("--function", "functions", multiple=True, metavar="OLD[=NEW]", help="Compare this function too: package.module:Class.method.")
@click.option("--path", "paths", multiple=True, metavar="GLOB", help="Only functions in these files; repeatable.")
@click.option("--entry", metavar="NAME", help="The function that the probes are for.")
@click.option(
    "--probes",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Give both sides the arguments of a JSON file: a list of objects, each the arguments of one call by name.",
)
@click.option(
    "--artifacts",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    nargs=2,
    metavar="OLD_DIR NEW_DIR",
    help="Compare what both sides wrote, file by file; OLD and NEW may then be left out.",
)
@click.option(
    "--import",
    "imports",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Take in the claims of evidence that was measured elsewhere (--where there); repeatable.",
)
@reviewed("Prove what a reviewed plan (`namebranch plan --format json`) makes of OLD: in memory, or as it lies in NEW.")
@click.option("--where", default="", metavar="TEXT", help="Where this runs, for a proof that imports it.")
@click.option("--write", is_flag=True, help="Keep the evidence in NEW, under .namebranch/evidence/.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins, if there are too many cases for all.")
@click.option("--seconds", type=click.FloatRange(min=0.1), default=30.0, show_default=True, help="Time for each function.")
@click.option("--cases", type=click.IntRange(min=1), default=20_000, show_default=True, help="Comparisons for each function, at most.")
@click.option("--mutants", type=click.IntRange(min=1), default=80, show_default=True, help="Small faults that are tried, in all.")
@click.option("--trust-target", is_flag=True, help="Run its tests and models where this machine has no namespaces to keep them in.")
@formats(*evidence_rendering.known(), default="table")
@click.option("--all", "every", is_flag=True, help="Every difference and every arm, however many.")
@names
@exit_zero
@jobs
@no_cache
@loudness
def prove(old: str | None, new: str | None, **options: Unpack[Options]) -> int:
    """Compare what OLD and NEW do, function by function, without what they import: code of theirs runs in a caged process.

    With --plan, OLD is compared with what a reviewed plan makes of it, and what the plan owes is shown with it.

    0: the same. 1: different, or a run that did not notice a planted fault. 4: something was not shown.
    """
    from ..analyzer.settings.load import load, stands_in  # noqa: PLC0415  as above
    from ..parity.obliging import with_plan  # noqa: PLC0415  as above
    from ..parity.proof import proof, proof_of_folders  # noqa: PLC0415  as above

    with terminal.Progress(quiet=options["quiet"], every=options["verbose"] > 0) as progress:
        made = None
        if old is None or (new is None and options["plan"] is None):
            found = proof_of_folders(*only_folders(old, options), progress)
            before, after = None, opened(".")
        else:
            before, after, made = sides(old, new, options)
            loaded = load(after, options["config_file"], trusted=stands_in(after.target, after.revision, Path.cwd()))
            one, other = (tree(source, loaded, options, progress) for source in (before, after))
            found = proof(one, other, wanted(f"{old} {new or '--plan'}", options), progress)
    found = found if made is None else with_plan(found, made)
    found = _proving.imported(measured_at(options["where"], found), options["imports"])
    found = _proving.declared(found, before, after, whole=is_whole(options))
    if options["write"]:
        terminal.say(f"kept as {_proving.kept(found, new or old or '.')}")
    for text in evidence_rendering.find(options["format_name"]).render(found, view(options)):
        terminal.put(text)
    return verdict(found)


def is_whole(options: Options) -> bool:
    """Tell whether all is shown that there is, so that a difference which somebody declared must be there."""
    return not (set(options["parts"]) - {"all"} or options["paths"] or options["probes"])


def measured_at(where: str, found: "Evidence") -> "Evidence":
    """Return evidence whose claims say where they were measured."""
    from dataclasses import replace  # noqa: PLC0415  as in `prove`

    return replace(found, claims=tuple(replace(claim, where=where) for claim in found.claims)) if where else found


def only_folders(old: str | None, options: Options) -> "tuple[tuple[Path, Path], Wanted]":
    """Return the folders that are compared without trees.

    Raises:
        click.UsageError: there are none, or one tree is missing.

    """
    folders = options["artifacts"]
    if old is not None or folders is None:
        raise click.UsageError("prove OLD NEW compares two trees, prove --artifacts OLD_DIR NEW_DIR what they wrote")
    return folders, wanted(f"--artifacts {folders[0]} {folders[1]}", options)


def sides(old: str, new: str | None, options: Options) -> "tuple[Source, Source, Migration | None]":
    """Return both sides, with the plan that leads from one to the other, if there is one."""
    if options["plan"] is None:
        return opened(old), opened(new or old), None
    before, after, made = _proving.planned(options["plan"], asked(old, options))
    return before, after if new is None else opened(new), made


def asked(target: str, options: Options) -> "Asked":
    """Return which migration of a target is meant."""
    from ._migrating import Asked, reviewed  # noqa: PLC0415  as in `prove`

    return Asked(
        target=target,
        revision=None,
        config_file=options["config_file"],
        models=(),
        at=(),
        dialect=reviewed(options["plan"] or b"").dialect,
        more=options["more"],
        jobs=options["jobs"],
        no_cache=options["no_cache"],
        quiet=options["quiet"],
        verbose=options["verbose"],
        plan=options["plan"],
    )


def opened(target: str) -> "Source":
    """Open one of the two sides: a target like any other, or one Python file."""
    from ..analyzer.reading.single import open_single  # noqa: PLC0415  as in `prove`
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  as in `prove`

    path = Path.cwd() / target
    return open_single(target, path) if path.suffix == ".py" and path.is_file() else open_target(target, cwd=Path.cwd())


def tree(source: "Source", loaded: "Loaded", options: Options, progress: "Callable[[str], None]") -> "Tree":
    """Return one of the two trees, under the newer one's settings."""
    from ..analyzer import scan as scanning  # noqa: PLC0415  as in `prove`
    from ..analyzer import store  # noqa: PLC0415  as in `prove`
    from ..parity.tree import tree_of  # noqa: PLC0415  as in `prove`

    held = None if options["no_cache"] else store.open_store()
    program = scanning.program(source, loaded, jobs=options["jobs"], store=held, progress=progress, more=options["more"])
    return tree_of(source.target, program, loaded.settings, source)


def wanted(trees: str, options: Options) -> "Wanted":
    """Return what was asked for.

    Raises:
        click.BadParameter: there is no part of a name.

    """
    from ..parity.proof import EVERY, Wanted, known_parts  # noqa: PLC0415  as in `prove`

    for part in options["parts"]:
        if part not in (*known_parts(), EVERY):
            raise click.BadParameter(f"--part {part}: there is no such part; known are {', '.join(known_parts())}, and {EVERY}")
    return Wanted(
        parts=options["parts"],
        functions=options["functions"],
        paths=options["paths"],
        seed=options["seed"],
        seconds=options["seconds"],
        cases=options["cases"],
        mutants=options["mutants"],
        trusted=options["trust_target"],
        jobs=options["jobs"],
        command=f"namebranch prove {trees}",
        entry=options["entry"],
        probes=probes(options["probes"]),
        artifacts=options["artifacts"],
    )


def probes(file: Path | None) -> "tuple[Mapping[str, object], ...]":
    """Return the probes of a file.

    Raises:
        click.BadParameter: it holds something else than a list of objects.

    """
    import msgspec  # noqa: PLC0415  as in `prove`

    if file is None:
        return ()
    try:
        return tuple(msgspec.json.decode(file.read_bytes(), type=list[dict[str, object]]))
    except msgspec.MsgspecError as error:
        raise click.BadParameter(f"--probes {file}: a list of objects, each the arguments of one call by name; {error}") from error


def view(options: Options) -> "View":
    """Return how to show the evidence."""
    from ..reports.format import View  # noqa: PLC0415  as in `prove`

    able = terminal.terminal()
    return View(every=options["every"], width=able.width, colour=able.colour, unicode=able.unicode)


def verdict(found: "Evidence") -> int:
    """Return the exit code."""
    if not found.equal:
        return DIFFERENT
    return SAME if found.complete else INCOMPLETE
