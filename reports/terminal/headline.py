"""The top of the table: what was looked at, the drift count, and what is counted apart from it."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from ...analyzer.inventory import Inventory, Site, Zone
from ...analyzer.judging.counts import Counts
from ..escape import visible
from ..format import Content, View
from .commanded import spelled
from .glyphs import COMMIT, cut, joined, number
from .places import how
from .unseen import unseen


def looked_at(inventory: Inventory, view: View) -> Iterator[Text]:
    """Yield the lines that say which tree was read, how, and through which filters."""
    revision = f"at {visible(inventory.revision[:COMMIT])}" if inventory.revision else ""
    parts = [revision, f"preset {visible(inventory.preset)}", f"{number(inventory.files, 'Python file')} looked at"]
    yield Text().append(visible(inventory.target) + "  ", style="bold").append_text(joined(parts, unicode=view.unicode, style="dim"))
    if view.filters:
        yield Text(f"only {spelled(view.filters)}", style="dim")


def headline(sites: Sequence[Site], counts: Counts, view: View) -> Iterator[Text]:
    """Yield the count, what stands beside it, and what is not part of it."""
    zones = [tally.value for tally in counts.zones]
    apart = ", ".join(counted_apart(counts))
    if not counts.decisions:
        yield Text().append(apart, style="bold").append(": none of this counts as drift")
        return
    where = "in shared code" if zones == [Zone.SHARED] else f"in zone {', '.join(zones)}"
    words = f" {'decision' if counts.decisions == 1 else 'decisions'} by a model's name {where}"
    yield Text().append(f"{counts.decisions:,}", style="bold red").append(words, style="bold")
    beside = [number(counts.sites, "site"), number(counts.names, "distinct name"), number(counts.files, "file")]
    yield joined(beside, unicode=view.unicode)
    yield Text(cut(how(sites, most=8, unicode=view.unicode), cells=view.width, unicode=view.unicode))
    if zones != [Zone.SHARED]:
        yield Text(f"of these, {counts.drift:,} are drift: only zone shared counts", style="yellow")
    if apart:
        yield Text(f"not counted: {apart}", style="dim")


def counted_apart(counts: Counts) -> list[str]:
    """Return the words for what was found and is not part of the count."""
    parts = (
        (counts.inferred, number(counts.inferred, "inferred decision")),
        (counts.per_model_defs, number(counts.per_model_defs, "per-model definition")),
        (counts.reach_ins, number(counts.reach_ins, "reach-in import")),
        (counts.findings, number(counts.findings, "finding")),
    )
    return [words for value, words in parts if value]


def nothing(inventory: Inventory, view: View) -> Iterator[Text]:
    """Yield what to say where nothing was found."""
    if not inventory.files:
        yield from unseen()
        return
    what = "registration" if view.content is Content.REGISTRATIONS else "decision by a model's name"
    kept = " that these filters keep" if view.filters else " in shared code" if view.content is not Content.REGISTRATIONS else ""
    yield Text(f"No {what}{kept}: {number(inventory.files, 'Python file')} looked at.", style="bold green")


def unread(inventory: Inventory) -> Iterator[Text]:
    """Yield the warning that the numbers are incomplete, if they are."""
    if inventory.unread:
        many = number(len(inventory.unread), "file")
        yield Text(f"{many} could not be read (see stderr), so every number here is a lower bound", style="yellow")
