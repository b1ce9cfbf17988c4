"""Say what is already wrong: arms that cannot be reached, lists that disagree, tests that hit more or less than they name."""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from ..reports import audit_rendering
from . import _terminal as terminal
from ._bumping import is_bump, sides
from ._surroundings import below
from .options import config, dep, exit_zero, filters, formats, jobs, loudness, names_or_between, no_cache, revision, target
from .scan import rule_words

if TYPE_CHECKING:
    from ..analyzer.analysis import Program
    from ..analyzer.auditing.audit import Audit
    from ..analyzer.auditing.rule import AuditRule
    from ..analyzer.inventory import Finding
    from ..analyzer.judging.filters import Filters
    from ..analyzer.reading.source import Source
    from ..analyzer.settings.load import Loaded
    from ..analyzer.upstream.knowledge import Upstream
    from ..reports.audited import Audited
    from ..reports.format import View

CLEAN, FAILED, INCOMPLETE = 0, 1, 4
ANSWERED = {"path", "model", "rule", "zone"}  # the filters that a finding can answer


class Options(TypedDict):
    """What `audit` was asked besides its target."""

    revision: str | None
    config_file: Path | None
    filters: "Filters"
    format_name: str
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    min_confidence: str
    fail_on: tuple[str, ...]
    more: bytes
    between: tuple[str, str] | None
    dependencies: tuple[str, ...]
    jobs: int
    no_cache: bool
    quiet: bool
    verbose: int


@click.command(name="audit")
@target
@revision
@config
@formats(*audit_rendering.known(), default="table")
@click.option("--select", multiple=True, metavar="RULE,...", callback=rule_words, help="Only these rules; NB40 is all that begin so.")
@click.option("--ignore", multiple=True, metavar="RULE,...", callback=rule_words, help="Not these rules.")
@click.option(
    "--min-confidence",
    type=click.Choice(("exact", "linked", "inferred")),
    default="linked",
    show_default=True,
    help="How sure a finding must be to be shown.",
)
@filters
@click.option("--fail-on", multiple=True, metavar="RULE,...", callback=rule_words, help="Exit 1 if such a finding is shown.")
@names_or_between
@dep
@exit_zero
@jobs
@no_cache
@loudness
def audit(target: str, **options: Unpack[Options]) -> int:
    """Say what is already wrong with the name branches of a target, each finding with a witness or the places that disagree.

    Exits 0 whatever was found, unless --fail-on says otherwise; 4 if a file could not be read, or a rule did not run to its end.
    """
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  `--help` needs none of these
    from ..analyzer.settings.load import load, said  # noqa: PLC0415  as above

    check_options(options)
    source = open_target(target, revision=options["revision"], cwd=Path.cwd())
    loaded = load(source, options["config_file"])
    for line in () if options["quiet"] else said(loaded):
        terminal.say(line)
    if is_bump(options["between"], options["dependencies"]):
        found = compared(source, loaded, options)
    else:
        known = upstream(source, options)
        program = read(source, loaded, options)
        found = told(source, loaded, program, audited(program, loaded, known, options), options, known.said)
    for text in audit_rendering.find(options["format_name"]).render(found, view(target, options)):
        terminal.put(text)
    return verdict(found, options)


def check_options(options: Options) -> None:
    """Refuse what cannot be answered.

    Raises:
        click.UsageError: a filter that only sites can answer, or no rule is left.
        FilterError: a filter holds an unknown word.

    """
    from dataclasses import fields  # noqa: PLC0415  as in `audit`

    from ..analyzer.judging.select import check_words  # noqa: PLC0415  as in `audit`

    check_words(options["filters"])
    wrong = [f"--{one.name}" for one in fields(options["filters"]) if getattr(options["filters"], one.name) and one.name not in ANSWERED]
    if wrong:
        raise click.UsageError(f"{' and '.join(wrong)} cannot choose findings; --path, --model, --rule and --zone can")
    if not chosen(options):
        raise click.UsageError("--select and --ignore leave no rule; `namebranch rules` lists them")


def chosen(options: Options) -> "tuple[AuditRule, ...]":
    """Return the rules that are to look."""
    from ..analyzer.auditing.audit import known_rules  # noqa: PLC0415  as in `audit`

    wanted = options["select"] or ("NB",)
    return tuple(one for one in known_rules() if one.rule.startswith(wanted) and not one.rule.startswith(options["ignore"] or ("-",)))


def read(source: "Source", loaded: "Loaded", options: Options) -> "Program":
    """Return the target as a linked program."""
    from ..analyzer import scan, store  # noqa: PLC0415  as in `audit`

    with terminal.Progress(quiet=options["quiet"], every=options["verbose"] > 0) as progress:
        held = None if options["no_cache"] else store.open_store()
        return scan.program(source, loaded, jobs=options["jobs"], store=held, progress=progress, more=options["more"])


def upstream(source: "Source", options: Options) -> "Upstream":
    """Return what is known of what the target stands on.

    Raises:
        TargetError: a library that --dep names cannot be opened.

    """
    from ..analyzer.upstream.knowledge import upstream_of  # noqa: PLC0415  as in `audit`
    from ..analyzer.upstream.opening import open_dependency  # noqa: PLC0415  as in `audit`

    return upstream_of(source, [open_dependency(text, cwd=Path.cwd()) for text in options["dependencies"]], options["more"])


def compared(source: "Source", loaded: "Loaded", options: Options) -> "Audited":
    """Return what changes from one side of `--names` and `--dep` to the other.

    Raises:
        ReleasesError: a side is no release that is known.
        TargetError: a library cannot be opened.

    """
    from dataclasses import replace  # noqa: PLC0415  as in `audit`

    from ..analyzer.auditing.audit import Audit  # noqa: PLC0415  as in `audit`
    from ..analyzer.auditing.bump import bump  # noqa: PLC0415  as in `audit`
    from ..analyzer.inventory import Zone  # noqa: PLC0415  as in `audit`

    both = sides(source, options["between"], options["dependencies"])
    program = read(source, loaded, options)
    found = bump(program, loaded.settings, chosen(options), tuple(map(Zone, options["filters"].zone)), both)
    shown = told(source, loaded, program, Audit(findings=found.broken, kept=(), failed=found.failed), options, found.moves)
    return replace(shown, bump=found)


def audited(program: "Program", loaded: "Loaded", known: "Upstream", options: Options) -> "Audit":
    """Return what the chosen rules find."""
    from ..analyzer.auditing.audit import audit as look  # noqa: PLC0415  as in `audit`
    from ..analyzer.auditing.audited import Audited as Subject  # noqa: PLC0415  as in `audit`
    from ..analyzer.inventory import Zone  # noqa: PLC0415  as in `audit`

    zones = tuple(map(Zone, options["filters"].zone))
    return look(Subject(program, loaded.settings, known), chosen(options), zones)


def told(source: "Source", loaded: "Loaded", program: "Program", found: "Audit", options: Options, known: tuple[str, ...]) -> "Audited":
    """Return what is shown."""
    from ..analyzer.inventory import Confidence, Inventory  # noqa: PLC0415  as in `audit`
    from ..analyzer.judging.asked import finding_test  # noqa: PLC0415  as in `audit`
    from ..reports.audited import SURE, Audited  # noqa: PLC0415  as in `audit`

    asked = finding_test(options["filters"])
    least = SURE[Confidence(options["min_confidence"])]

    def is_shown(finding: "Finding") -> bool:
        return SURE[finding.confidence] >= least

    findings = [one for one in found.findings if asked(one)]
    inventory = Inventory(
        target=source.target,
        revision=source.revision,
        preset=loaded.preset.preset,
        files=len(program.files) + len(program.unread),
        units=program.units,
        sites=(),
        registrations=(),
        findings=tuple(filter(is_shown, findings)),
        unread=program.unread,
    )
    return Audited(
        inventory=inventory,
        kept=tuple((finding, comment) for finding, comment in found.kept if asked(finding)),
        hidden=sum(1 for one in findings if not is_shown(one)),
        failed=found.failed,
        upstream=known,
    )


def view(target: str, options: Options) -> "View":
    """Return how to show the answer."""
    from ..analyzer.auditing.audit import known_rules  # noqa: PLC0415  as in `audit`
    from ..reports.format import View  # noqa: PLC0415  as in `audit`

    able = terminal.terminal()
    return View(
        width=able.width,
        colour=able.colour,
        unicode=able.unicode,
        filters=options["filters"],
        rules=known_rules,
        below=below(target, Path.cwd()),
    )


def verdict(found: "Audited", options: Options) -> int:
    """Name what could not be read, and return the exit code."""
    for unread in found.inventory.unread:
        terminal.say(f"{unread.path}: NB905 not read: {unread.reason}")
    for rule, reason in found.failed:
        terminal.say(f"{rule} not run to its end: {reason}")
    failing = [finding.rule for finding in found.inventory.findings] + ["NB905"] * bool(found.inventory.unread)
    if options["fail_on"] and any(rule.startswith(options["fail_on"]) for rule in failing):
        return FAILED
    return INCOMPLETE if found.inventory.unread or found.failed else CLEAN
