"""Write one comment for a pull request: what it does to the count of name branches, to what models cost, and how large it is."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import _checked as checked
from .. import _merge_base as parted
from .. import _reporting as reporting
from .. import _terminal as terminal
from .._surroundings import below
from ..options import exit_zero

if TYPE_CHECKING:
    from ...analyzer.inventory import Inventory
    from ...analyzer.judging.verdict import Verdict
    from ...analyzer.reading.source import Source
    from ...codemods.describing.delta import Delta
    from ...codemods.preview import Rewritten
    from ...codemods.sizing.size import Size
    from ...reports.format import View

CLEAN, INCOMPLETE = 0, 4


@click.command(name="comment")
@reporting.of_a_tree
@click.option("--against", metavar="REV", required=True, help="Compare with where REV and the target parted, e.g. origin/main.")
@click.option("--today", type=checked.DAY, metavar="DAY", help="Take this for today, e.g. 2026-01-31, when days are over.")
@exit_zero
def comment(asked: reporting.Asked, *, against: str, today: datetime | None) -> int:
    """Write what a pull request does, as one comment in Markdown: the verdict of `check`, drift, cost of models, size.

    Of a work tree what is committed and staged is looked at. The comment begins with a marker by which the last one can be found and
    edited, and is no longer than GitHub takes. Exits 0 whatever the verdict is, 4 where something could not be read: `namebranch
    check` is what fails.
    """
    from ...analyzer.reading.git import HorizonError  # noqa: PLC0415  `--help` needs none of these
    from ...reports import comment as report  # noqa: PLC0415  as above

    fields = {name: getattr(asked, name) for name in ("target", "revision", "config_file", "more", "jobs", "no_cache", "quiet", "verbose")}
    wanted = checked.Asked(**fields, today=None if today is None else today.date())
    try:
        found = compared(wanted, against)
    except HorizonError as error:
        terminal.say(f"incomplete: {error}")
        return INCOMPLETE
    terminal.put(report.render(found, view(asked)))
    for one in found.verdict.inventory.unread:
        terminal.say(f"{one.path}: NB905 not read: {one.reason}")
    return INCOMPLETE if found.verdict.inventory.unread else CLEAN


def compared(asked: checked.Asked, against: str) -> "Delta":
    """Return what changed since the target and a revision parted.

    Raises:
        click.UsageError: the target is an archive.
        TargetError: there is no such revision, or the two have nothing in common.
        HorizonError: the history of this clone ends too soon to say.

    """
    from ...analyzer.costing.asking import Asked, Read, costs  # noqa: PLC0415  as in `comment`
    from ...analyzer.judging.filters import Filters  # noqa: PLC0415  as in `comment`
    from ...codemods.describing.delta import delta  # noqa: PLC0415  as in `comment`
    from ...registry.universe.overlay import names_with  # noqa: PLC0415  as in `comment`

    source = checked.opened(asked, staged=True)
    tree = checked.read(asked, source)
    earlier = parted.parted(source, against)
    before = checked.scanned(asked, earlier.source, tree.loaded)
    settings, names, everything = tree.loaded.settings, names_with(asked.more), Asked(filters=Filters())
    both = (Read(source=earlier.source, whole=before), Read(source=source, whole=tree.newer.inventory))
    was, now = (costs(one, settings, names, everything) for one in both)
    return delta(judged(tree, before, earlier.named), before, (was, now), sized(earlier.source, source, tree))


def judged(tree: checked.Tree, before: "Inventory", named: str) -> "Verdict":
    """Return the verdict, by the revision, and by the baseline where there is one."""
    from ...analyzer.judging.checking import by_baseline, by_revision, joined  # noqa: PLC0415  as in `comment`

    verdict = by_revision(tree.newer, before, named)
    entries = tree.own.entries
    return verdict if entries is None else joined(tree.newer, verdict, by_baseline(tree.newer, entries))


def sized(before: "Source", now: "Source", tree: checked.Tree) -> "Size":
    """Return how large the change is."""
    from ...analyzer.settings.globs import matcher, plain  # noqa: PLC0415  as in `comment`
    from ...codemods.sizing.size import size  # noqa: PLC0415  as in `comment`
    from ...codemods.vendoring import is_runtime  # noqa: PLC0415  as in `comment`

    is_test = matcher(tree.loaded.settings.models.tests)
    return size(changed(before, now), lambda path: is_test(plain(path)) is not None, is_runtime)


def changed(before: "Source", now: "Source") -> "tuple[Rewritten, ...]":
    """Return the Python files that are others now; what cannot be read on either side is none of them."""
    from ...analyzer.reading.source import SourceFile  # noqa: PLC0415  as in `comment`
    from ...codemods.preview import Rewritten  # noqa: PLC0415  as in `comment`

    old, new = ({one.path: one.data for one in side.read(is_python) if isinstance(one, SourceFile)} for side in (before, now))
    paths = (path for path in sorted({*old, *new}) if old.get(path) != new.get(path))
    return tuple(Rewritten(path=path, before=old.get(path), after=new.get(path, b"")) for path in paths)


def is_python(path: str) -> bool:
    """Whether a file's lines count."""
    return path.endswith(".py")


def view(asked: reporting.Asked) -> "View":
    """Return how to show the verdict."""
    from ...reports.format import View  # noqa: PLC0415  as in `comment`

    again = (asked.target,) if asked.target != "." else ()
    return View(again=again, verbs=("explain", "migrate", "plan"), below=below(asked.target, Path.cwd()))
