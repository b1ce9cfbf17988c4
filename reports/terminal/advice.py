"""The end of the table: what to run next, ready to paste."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from shlex import join

from rich.cells import cell_len
from rich.text import Text

from ...analyzer.inventory import Inventory, Site, Zone
from ...analyzer.judging.counts import APART, Counts, tally
from ..escape import visible
from ..format import Content, View
from .glyphs import number

MAGIC = frozenset("*?[]{}!#,\\")
PLAIN = re.compile(r"\w[\w./-]*")  # a name that an option takes as it is


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """One command and what it shows."""

    words: tuple[str, ...]
    shows: str


def advice(inventory: Inventory, counts: Counts, sites: Sequence[Site], view: View) -> Iterator[Text]:
    """Yield the closing block."""
    given = [one for one in advised(inventory, counts, sites, view) if one.words[0] in view.verbs]
    if given:
        yield Text("what next", style="bold")
        commands = ["  " + visible(join(("namebranch", *one.words))) for one in given]
        margin = max((cell_len(command) for command in commands if cell_len(command) <= view.width // 2), default=0)
        for command, one in zip(commands, given, strict=True):
            yield line(command, one.shows, margin, view.width)


def advised(inventory: Inventory, counts: Counts, sites: Sequence[Site], view: View) -> Iterator[Advice]:
    """Yield what is worth a look, for this target."""
    scan = ("scan", *view.again)
    for path in tally(sites, lambda site: (site.path,))[:1]:
        yield Advice(words=(*scan, "--path", globbed(path.value, inventory), "--format", "short"), shows="line by line")
    names = [one for one in tally(sites, lambda site: site.names) if PLAIN.fullmatch(one.value)]
    for name in names[:1]:
        yield Advice(words=(*scan, "--model", name.value, "--format", "short"), shows=number(name.decisions, "decision"))
    for rule in tally(sites, lambda site: (site.rule,))[:1]:
        yield Advice(words=("rules", rule.value), shows="what it finds, and why that matters")
    if counts.decisions and counts.per_model_defs + counts.reach_ins:
        apart = ",".join(sorted(APART & {site.kind for site in inventory.sites}))
        yield Advice(words=(*scan, "--kind", apart), shows="not counted")
    for zone in view.elsewhere:
        shows = "in models' own files" if zone.value == Zone.MODEL else number(zone.sites, "site")
        yield Advice(words=(*scan, "--zone", zone.value), shows=f"{shows}, not counted")
    if inventory.registrations and view.content is not Content.REGISTRATIONS:
        yield Advice(words=(*scan, "--registrations"), shows=number(len(inventory.registrations), "key"))


def globbed(path: str, inventory: Inventory) -> str:
    """Return a glob that `--path` takes for this path: the file's name alone where no other file with sites has it.

    What a glob, a list or a terminal would read otherwise becomes `?`, which matches any one character.
    """
    name = path.rpartition("/")[2]
    others = {site.path for site in inventory.sites if site.path.rpartition("/")[2] == name}
    chosen = name if len(others) == 1 else path
    return "".join("?" if letter in MAGIC or not letter.isprintable() else letter for letter in chosen)


def line(command: str, shows: str, margin: int, width: int) -> Text:
    """Return a command and its comment, beside each other where they fit."""
    comment, text = f"  # {shows}", Text(no_wrap=True, overflow="ignore")
    padded = command + " " * (margin - cell_len(command))
    if cell_len(padded + comment) > width:
        return text.append(f"{comment}\n", style="dim").append(command, style="cyan")
    return text.append(padded, style="cyan").append(comment, style="dim")
