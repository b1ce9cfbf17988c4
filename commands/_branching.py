"""`migrate --branch`: a commit a step on a new branch of the target's repository, and the text of each pull request beside it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import _migrating as migrating
from . import _terminal as terminal
from ._checked import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..analyzer.analysis import Program
    from ..analyzer.reading.revision import Revision
    from ..analyzer.reading.source import Source
    from ..codemods.branching.refs import Branch
    from ..codemods.preview import Preview


def branched(asked: migrating.Asked, source: "Source", name: str, texts: Path | None) -> tuple[str, ...]:
    """Make the branch, print its commits, and return what could not be read.

    Raises:
        click.ClickException: the target is no commit, or nothing would move.
        BranchError: there is a branch of that name, or git refuses.

    """
    from ..codemods.branching.refs import begun  # noqa: PLC0415  `--help` needs none of these
    from ..reports import step_text  # noqa: PLC0415  as above

    commit = committed(source)
    branch = begun(commit.folder, name, commit.revision)
    unread: dict[str, None] = {}
    pages: list[tuple[str, str]] = []
    lines: list[str] = []
    for preview in _steps(asked, commit):
        base = branch.tip
        branch.commit(preview.files, step_text.message(preview))
        unread |= dict.fromkeys(preview.unread)
        lines.append(f"{branch.tip[:12]} {step_text.title(preview)}")
        pages.append((_file(len(pages) + 1, preview), step_text.page(preview, base=base, tip=branch.tip)))
        for note in preview.notes:
            terminal.say(note)
        if not asked.quiet:
            terminal.say(f"step {len(lines)}: {step_text.title(preview)}")
    if not lines:
        raise click.ClickException("nothing would move, so no branch was made: `namebranch plan` says what stays, and why")
    _kept(branch, pages, texts)
    terminal.put("\n".join(lines) + "\n")
    return tuple(unread)


def committed(source: "Source") -> "Revision":
    """Return the commit that a branch begins at: what was asked for, or of a work tree its HEAD.

    Raises:
        click.ClickException: there is none.

    """
    from ..analyzer.reading.folder import Folder  # noqa: PLC0415  as in `branched`
    from ..analyzer.reading.revision import Revision, open_revision  # noqa: PLC0415  as in `branched`

    match source:
        case Revision():
            return source
        case Folder():
            return open_revision(source.target, source.root, "HEAD")
        case _:
            raise click.ClickException(f"{source.target} is no repository, so no branch can be made there: name the work tree")


def _steps(asked: migrating.Asked, source: "Revision") -> "Iterator[Preview]":
    from ..analyzer import scan as scanning  # noqa: PLC0415  as in `branched`
    from ..analyzer import store  # noqa: PLC0415  as in `branched`
    from ..analyzer.settings.load import load, said, stands_in  # noqa: PLC0415  as in `branched`
    from ..codemods.applying.formatting import formatted  # noqa: PLC0415  as in `branched`
    from ..codemods.branching.steps import Asked, steps  # noqa: PLC0415  as in `branched`

    loaded = load(source, asked.config_file, trusted=stands_in(asked.target, asked.revision, Path.cwd()))
    for line in () if asked.quiet else said(loaded):
        terminal.say(line)
    with terminal.Progress(quiet=asked.quiet, every=asked.verbose > 0) as progress:

        def link(tree: "Source") -> "Program":
            held = None if asked.no_cache else store.open_store()
            return scanning.program(tree, loaded, jobs=asked.jobs, store=held, progress=progress, more=asked.more)

        def finish(preview: "Preview") -> "Preview":
            return formatted(preview, loaded.settings.migrate.formatter)

        wanted = Asked(
            link=link,
            finish=finish,
            dialect=asked.dialect or loaded.settings.registry.dialect,
            models=asked.models,
            order=asked.order,
            moves=asked.moves,
        )
        yield from steps(source, wanted)


def _kept(branch: "Branch", pages: list[tuple[str, str]], texts: Path | None) -> None:
    files = {texts / name: text for name, text in pages} if texts is not None else {}
    if there := [file for file in files if file.exists()]:
        raise click.ClickException(f"{there[0]} lies there already, and is not written over: name another folder")
    for file, text in files.items():
        replace(file, text.encode(), None)
    branch.kept()


def _file(number: int, preview: "Preview") -> str:
    from ..registry.dialects.keys import package  # noqa: PLC0415  as in `branched`

    made = preview.migration
    return f"{number:02}-{package(made.models[0]) if made.plans and made.models else 'plumbing'}.md"
