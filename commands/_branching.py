"""`migrate --branch`: a commit a step on a new branch of the target's repository, and the text of each pull request beside it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import _migrating as migrating
from . import _terminal as terminal
from ._checked import replace
from ._series import start, taken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..analyzer.analysis import Program
    from ..analyzer.reading.revision import Revision
    from ..analyzer.reading.source import Source
    from ..analyzer.settings.load import Loaded
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
    series = _Series(asked=asked, source=commit)
    tips = [commit.revision]
    for preview in series.steps():
        branch.commit(preview.files, step_text.message(preview))
        tips.append(branch.tip)
        for note in preview.notes:
            terminal.say(note)
        if not asked.quiet:
            terminal.say(f"step {len(tips) - 1}: {step_text.title(preview)}")
    if not series.found:
        raise click.ClickException("nothing would move, so no branch was made: `namebranch plan` says what stays, and why")
    _kept(branch, {} if texts is None else {texts / name: text for name, text in series.pages(tips)})
    terminal.put("".join(f"{tip[:12]} {step_text.title(preview)}\n" for tip, (preview, _) in zip(tips[1:], series.found, strict=True)))
    return tuple(dict.fromkeys(words for preview, _ in series.found for words in preview.unread))


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


@dataclass(slots=True)
class _Series:
    """The steps from a commit on."""

    asked: migrating.Asked
    source: "Revision"
    loaded: "Loaded" = field(init=False)
    found: "list[tuple[Preview, Program]]" = field(default_factory=list)  # each step, and the tree that it was made of
    programs: "list[Program]" = field(default_factory=list)

    def __post_init__(self) -> None:
        from ..analyzer.settings.load import load, said, stands_in  # noqa: PLC0415  as in `branched`

        asked = self.asked
        self.loaded = load(self.source, asked.config_file, trusted=stands_in(asked.target, asked.revision, Path.cwd()))
        for line in () if asked.quiet else said(self.loaded):
            terminal.say(line)

    @property
    def dialect(self) -> str | None:
        """What was asked for, or what the target says."""
        return self.asked.dialect or self.loaded.settings.registry.dialect

    def link(self, tree: "Source") -> "Program":
        """Read a tree."""
        from ..analyzer import scan as scanning  # noqa: PLC0415  as in `branched`
        from ..analyzer import store  # noqa: PLC0415  as in `branched`

        asked = self.asked
        with terminal.Progress(quiet=asked.quiet, every=asked.verbose > 0) as progress:
            held = None if asked.no_cache else store.open_store()
            self.programs.append(scanning.program(tree, self.loaded, jobs=asked.jobs, store=held, progress=progress, more=asked.more))
        return self.programs[-1]

    def steps(self) -> "Iterator[Preview]":
        """Yield one step after the other."""
        from ..codemods.applying.formatting import formatted  # noqa: PLC0415  as in `branched`
        from ..codemods.branching.steps import Asked, steps  # noqa: PLC0415  as in `branched`

        wanted = Asked(
            link=self.link,
            finish=lambda preview: formatted(preview, self.loaded.settings.migrate.formatter),
            dialect=self.dialect,
            models=self.asked.models,
            order=self.asked.order,
            moves=self.asked.moves,
        )
        for preview in steps(self.source, wanted):
            self.found.append((preview, self.programs[-1]))
            yield preview

    def pages(self, tips: "Sequence[str]") -> "Iterator[tuple[str, str]]":
        """Yield the name and the text of each pull request, between one of *tips* and the next."""
        from ..codemods.branching.overlaid import Overlaid  # noqa: PLC0415  as in `branched`
        from ..codemods.describing.describing import described  # noqa: PLC0415  as in `branched`
        from ..codemods.previewing import chosen  # noqa: PLC0415  as in `branched`
        from ..reports import pull_request, step_text  # noqa: PLC0415  as in `branched`

        tree = Overlaid(below=self.source).over({file.path: file.after for preview, _ in self.found for file in preview.files})
        words, first = chosen(self.dialect, tree)[0], self.programs[0]
        begin, parts = start(self.source, first, words), taken(self.found, self.link(tree))
        for number, (preview, _) in enumerate(self.found, 1):
            text = pull_request.render(described(begin, parts, self.loaded.settings, words, number), ())
            yield _file(number, preview), step_text.page(preview, text, base=tips[number - 1], tip=tips[number])


def _kept(branch: "Branch", files: "Mapping[Path, str]") -> None:
    if there := [file for file in files if file.exists()]:
        raise click.ClickException(f"{there[0]} lies there already, and is not written over: name another folder")
    for file, text in files.items():
        replace(file, text.encode(), None)
    branch.kept()


def _file(number: int, preview: "Preview") -> str:
    from ..registry.dialects.keys import package  # noqa: PLC0415  as in `branched`
    from ..reports.step_text import is_of_definitions  # noqa: PLC0415  as in `branched`

    made = preview.migration
    what = "_definitions" if is_of_definitions(preview) else ""
    return f"{number:02}-{package(made.models[0]) + what if made.plans and made.models else 'plumbing'}.md"
