"""`check --registry`: the contract that the registries of a target must keep."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..reports import audit_rendering
from . import _terminal as terminal
from ._surroundings import below

if TYPE_CHECKING:
    from ..analyzer.contracting.contract import Contract
    from ..analyzer.judging.filters import Filters
    from ..analyzer.reading.source import Source
    from ..analyzer.settings.load import Loaded
    from ..reports.audited import Audited
    from ..reports.format import View
    from ._checked import Asked

KEPT, BROKEN, INCOMPLETE = 0, 1, 4
ANSWERED = {"path", "model", "rule"}  # the filters that a finding can answer


def check(asked: "Asked", form: str, filters: "Filters", *, against: str | None) -> int:
    """Print which promises are broken, and return the exit code.

    Raises:
        click.UsageError: an option asks for what a contract has no answer to.

    """
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  `--help` needs none of these
    from ..analyzer.settings.load import load, said  # noqa: PLC0415  as above

    check_options(form, filters, against)
    source = open_target(asked.target, revision=asked.revision, cwd=Path.cwd())
    loaded = load(source, asked.config_file)
    for line in () if asked.quiet else said(loaded):
        terminal.say(line)
    files, found = contract(asked, source, loaded)
    if not asked.quiet:
        terminal.say(looked_at(found))
    shown = told(source, loaded, files, found, filters)
    for text in audit_rendering.find(form).render(shown, view(asked, filters)):
        terminal.put(text)
    for unread in found.unread:
        terminal.say(f"{unread.path}: NB905 not read: {unread.reason}")
    return BROKEN if shown.inventory.findings else INCOMPLETE if found.unread else KEPT


def check_options(form: str, filters: "Filters", against: str | None) -> None:
    """Refuse what a contract cannot answer.

    Raises:
        click.UsageError: there is such an option.

    """
    from dataclasses import fields  # noqa: PLC0415  as in `check`

    if against is not None:
        raise click.UsageError("--registry looks at one tree; leave --against out")
    if form not in audit_rendering.known():
        raise click.UsageError(f"--registry has no format {form}; it has {', '.join(audit_rendering.known())}")
    wrong = [f"--{one.name}" for one in fields(filters) if getattr(filters, one.name) and one.name not in ANSWERED]
    if wrong:
        raise click.UsageError(f"{' and '.join(wrong)} cannot choose promises; --path, --model and --rule can")


def contract(asked: "Asked", source: "Source", loaded: "Loaded") -> "tuple[int, Contract]":
    """Return how many files were looked at, and what is broken in them."""
    from ..analyzer import scan, store  # noqa: PLC0415  as in `check`
    from ..analyzer.contracting.contract import contract as look  # noqa: PLC0415  as in `check`
    from ..analyzer.executing import Workers  # noqa: PLC0415  as in `check`

    with terminal.Progress(quiet=asked.quiet, every=asked.verbose > 0) as progress:
        held = None if asked.no_cache else store.open_store()
        program = scan.program(source, loaded, jobs=asked.jobs, store=held, progress=progress, more=asked.more)
        progress("contract")
        with Workers(asked.jobs) as workers, store.Store(None) if asked.no_cache else store.open_store() as kept:
            return len(program.files) + len(program.unread), look(program, loaded.settings, workers, kept)


def looked_at(found: "Contract") -> str:
    """Return which registries were looked at, in words."""
    if not found.registries:
        return "no registry of the target's own was found, so nothing is promised; `registry.idioms` in the configuration tells of one"
    spelled = f", in dialect {found.dialect}" if found.dialect else ""
    return f"registries{spelled}: {', '.join(f'{one.name} ({len(one.keys)})' for one in found.registries)}"


def told(source: "Source", loaded: "Loaded", files: int, found: "Contract", filters: "Filters") -> "Audited":
    """Return what is shown."""
    from ..analyzer.inventory import Inventory  # noqa: PLC0415  as in `check`
    from ..analyzer.judging.asked import finding_test  # noqa: PLC0415  as in `check`
    from ..reports.audited import Audited  # noqa: PLC0415  as in `check`

    asked = finding_test(filters)
    inventory = Inventory(
        target=source.target,
        revision=source.revision,
        preset=loaded.preset.preset,
        files=files,
        units=0,
        sites=(),
        registrations=(),
        findings=tuple(filter(asked, found.findings)),
        unread=found.unread,
    )
    kept = tuple((finding, comment) for finding, comment in found.kept if asked(finding))
    return Audited(inventory=inventory, kept=kept, hidden=0, failed=(), upstream=())


def view(asked: "Asked", filters: "Filters") -> "View":
    """Return how to show the answer."""
    from ..analyzer.contracting.contract import known_rules  # noqa: PLC0415  as in `check`
    from ..reports.format import View  # noqa: PLC0415  as in `check`

    able = terminal.terminal()
    return View(
        width=able.width,
        colour=able.colour,
        unicode=able.unicode,
        filters=filters,
        rules=known_rules,
        below=below(asked.target, Path.cwd()),
    )
