"""Show, renew and explain the branches by a model's name that a target has accepted."""

import re
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from . import _checked as checked
from . import _terminal as terminal
from .options import config, exit_zero, filters, jobs, loudness, names, no_cache, target

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..analyzer.judging.filters import Filters
    from ..analyzer.judging.notes import Note
    from ..analyzer.judging.verdict import Known

words = click.argument("words", nargs=-1, metavar="[TARGET] [ID]...")
NONE = "there is no baseline yet: `namebranch baseline add --all --reason WHY` accepts what there is today"
ID = re.compile(r"[0-9a-f]{16}")


class Asked(TypedDict):
    """What every verb below was asked besides its target."""

    config_file: Path | None
    more: bytes
    jobs: int
    no_cache: bool
    quiet: bool
    verbose: int


class Said(Asked):
    """What `add` was asked."""

    every: bool
    reason: str
    owner: str | None
    issue: str | None
    until: datetime | None


class Shown(Asked):
    """What `show` was asked."""

    filters: "Filters"


@click.group()
def baseline() -> None:
    """Show, renew and explain the accepted branches, which lie in .namebranch/baseline.txt at the target's root."""


@baseline.command("show")
@target
@config
@filters
@names
@jobs
@no_cache
@loudness
def _show(target: str, **options: Unpack[Shown]) -> int:
    """List the accepted branches of TARGET with what was said of them. Nothing is scanned."""
    from ..analyzer.judging import baseline as lines  # noqa: PLC0415  `--help` needs none of these
    from ..analyzer.judging import notes  # noqa: PLC0415  as above
    from ..analyzer.judging.asked import known_test  # noqa: PLC0415  as above
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  as above

    source = open_target(target, cwd=Path.cwd())
    data, keeps = source.one(lines.FILE), known_test(options["filters"])
    said = notes.parsed(source.one(notes.FILE) or b"")
    if data is None:
        terminal.say(f"{target}: {NONE}")
        return 0
    for known in filter(keeps, lines.parsed(data)):
        terminal.put(f"{lines.spelled(known)}\n")
        terminal.put("".join(f"    {line}\n" for line in told(said.accepted.get(known.id))))
    return 0


def told(note: "Note | None") -> list[str]:
    """Return the lines of what was said."""
    from ..reports.escape import visible  # noqa: PLC0415  as in `_show`

    if note is None:
        return []
    more = [f"{name} {value}" for name in ("owner", "issue", "until") if (value := getattr(note, name)) is not None]
    return [visible(note.reason + (f" ({', '.join(more)})" if more else ""))]


@baseline.command("add")
@words
@config
@click.option("--all", "every", is_flag=True, help="Accept every branch of today: how to begin.")
@click.option("--reason", required=True, metavar="TEXT", help="Why it is accepted; it is kept beside the baseline.")
@click.option("--owner", metavar="WHO", help="Who takes care of it.")
@click.option("--issue", metavar="ISSUE", help="Where it is spoken about.")
@click.option("--until", type=checked.DAY, metavar="DAY", help="The day after which it is asked about again.")
@names
@jobs
@no_cache
@loudness
def _add(words: tuple[str, ...], **options: Unpack[Said]) -> int:
    """Accept the branches of these IDs as `check` names them, or all of today."""
    from ..analyzer.judging import notes  # noqa: PLC0415  as in `_show`
    from ..analyzer.judging.baseline import merged  # noqa: PLC0415  as in `_show`

    target, ids = parted(words)
    if bool(ids) == options["every"]:
        raise click.UsageError("name the IDs that `namebranch check` shows, or say --all")
    if not options["reason"].strip():
        raise click.UsageError("--reason is empty: say why")
    tree = opened(target, options)
    today = tree.newer.known()
    chosen = today if options["every"] else named(ids, today)
    entries = merged(tree.newer.without(tree.own.entries or (), chosen), chosen)
    until = None if options["until"] is None else options["until"].date().isoformat()
    fresh = [
        notes.Note(word=notes.Word.ACCEPTED, id=id_, reason=options["reason"], owner=options["owner"], issue=options["issue"], until=until)
        for id_ in ([notes.EVERYTHING] if options["every"] else sorted({known.id for known in chosen}))
    ]
    return finished(tree.own, entries, notes.written(tree.own.text, fresh), f"{len(chosen)} accepted")


@baseline.command("drop")
@words
@config
@click.option("--reason", required=True, metavar="TEXT", help="Why it may go; it is kept beside the baseline.")
@names
@jobs
@no_cache
@loudness
def _drop(words: tuple[str, ...], reason: str, **options: Unpack[Asked]) -> int:
    """Let the branches of these IDs go: lines of the baseline, or what a check against a revision calls lost."""
    from ..analyzer.judging import notes  # noqa: PLC0415  as in `_show`

    target, ids = parted(words)
    if not ids or not reason.strip():
        raise click.UsageError("name the IDs that `namebranch check` calls lost, and a reason that is not empty")
    held = written_side(target, options)
    kept = None if held.entries is None else [known for known in held.entries if known.id not in ids]
    text = notes.without(held.text, [(notes.Word.ACCEPTED, id_) for id_ in ids]) if held.text else ""
    text = notes.written(text, [notes.Note(word=notes.Word.DROPPED, id=id_, reason=reason) for id_ in sorted(set(ids))])
    return finished(held, kept, text, f"{len(set(ids))} let go")


@baseline.command("update")
@target
@config
@names
@jobs
@no_cache
@loudness
def _update(target: str, **options: Unpack[Asked]) -> int:
    """Renew what moved or narrowed, and take out what is accounted for. Nothing is added."""
    from ..analyzer.judging.checking import updated  # noqa: PLC0415  as in `_show`

    tree = opened(target, options)
    was = tree.own.entries
    if was is None:
        terminal.say(f"{target}: {NONE}")
        return 0
    entries = updated(tree.newer, was)
    return finished(tree.own, entries, None, f"{len(was):,} lines before, {len(entries):,} now")


@baseline.command("prune")
@target
@config
@names
@jobs
@no_cache
@loudness
def _prune(target: str, **options: Unpack[Asked]) -> int:
    """Take out what was said of accepted branches that the baseline does not hold any more. Nothing is scanned."""
    from ..analyzer.judging.notes import pruned  # noqa: PLC0415  as in `_show`

    held = written_side(target, options)
    return finished(held, None, pruned(held.text, {known.id for known in held.entries or ()}), "pruned")


@baseline.command("diff")
@target
@config
@names
@jobs
@no_cache
@loudness
@exit_zero
def _diff(target: str, **options: Unpack[Asked]) -> int:
    """Say line by line what `update` and `add --all` would change: `-` goes, `+` is not accepted yet."""
    from ..analyzer.judging.baseline import spelled  # noqa: PLC0415  as in `_show`

    tree = opened(target, options)
    was = {spelled(known) for known in tree.own.entries or ()}
    now = {spelled(known) for known in tree.newer.known()}
    for line in sorted(was ^ now, key=lambda line: (line, line in now)):
        terminal.put(f"{'+' if line in now else '-'} {line}\n")
    return 0


def opened(target: str, options: "Asked | Said") -> checked.Tree:
    """Scan the target as it lies there."""
    asked = asked_of(target, options)
    return checked.read(asked, checked.opened(asked, staged=False))


def written_side(target: str, options: Asked) -> checked.Own:
    """Read the tool's own files of the target, and scan nothing."""
    asked = asked_of(target, options)
    return checked.own(asked, checked.opened(asked, staged=False))


def finished(held: checked.Own, entries: "Sequence[Known] | None", text: str | None, done: str) -> int:
    """Write what changed, and say so."""
    written = checked.keep(held, entries=entries, notes=text)
    terminal.say(f"{done}; wrote {' and '.join(written)}" if written else f"{done}; nothing to write")
    return 0


def parted(words: "Sequence[str]") -> tuple[str, tuple[str, ...]]:
    """Return the target, which comes first if it is named, and the IDs.

    Raises:
        click.UsageError: a word behind the first is no ID.

    """
    ids = tuple(word for word in words if ID.fullmatch(word))
    others = [word for word in words if not ID.fullmatch(word)]
    wrong = others[1:] if words[:1] == tuple(others[:1]) else others
    if wrong:
        raise click.UsageError(f"{wrong[0]!r} is no ID: 16 digits as `namebranch check` shows them")
    return (others[0] if others else "."), ids


def named(ids: "Sequence[str]", today: "Iterable[Known]") -> tuple["Known", ...]:
    """Return the branches of these IDs.

    Raises:
        click.UsageError: there is none of an ID.

    """
    found = tuple(known for known in today if known.id in ids)
    missing = [id_ for id_ in ids if id_ not in {known.id for known in found}]
    if missing:
        raise click.UsageError(f"{missing[0]}: no branch that could fail has this ID today; `namebranch check` shows those that do")
    return found


def asked_of(target: str, options: "Asked | Said") -> checked.Asked:
    """Return which tree is meant."""
    return checked.Asked(
        target=target,
        config_file=options["config_file"],
        more=options["more"],
        jobs=options["jobs"],
        no_cache=options["no_cache"],
        quiet=options["quiet"],
        verbose=options["verbose"],
    )
