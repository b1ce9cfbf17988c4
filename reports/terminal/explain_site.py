"""What a site is, on a terminal: its lines, what it tests and how that is known, and the way its name comes."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...analyzer.explaining.explanation import Explanation, SourceLine
from ...analyzer.inventory import Site
from ..escape import visible
from ..format import View
from ..worded import listed, short
from .glyphs import cut, joined, number, shortened

LABEL = 10  # columns of what is told
_NAMES = 8
_LONGEST = 400  # characters of one line


def heading(words: str) -> Text:
    """Return the title of a block."""
    return Text(words, style="bold")


def fact(label: str, words: Text | str, *, style: str = "") -> RenderableType:
    """Return a word and what there is to say about it, which wraps beside it."""
    grid = Table.grid(padding=0)
    grid.add_column(width=LABEL + 3, no_wrap=True, style="dim")
    grid.add_column(overflow="fold")
    grid.add_row(Text(f"  {label}"), Text(words, style=style) if isinstance(words, str) else words)
    return grid


def head(found: Explanation, view: View) -> Iterator[RenderableType]:
    """Yield where it is, what it is called, and its lines."""
    site = found.site
    place = f"{shortened(site.path, cells=max(20, view.width - 24), unicode=view.unicode)}:{site.line}:{site.column}"
    yield Text(no_wrap=True).append(place, style="bold cyan").append(f"  {visible(site.rule)} {visible(site.kind)}", style="bold")
    where = [visible(site.scope), f"subsystem {visible(site.subsystem)}" if site.subsystem else "", f"zone {visible(site.zone)}"]
    yield joined(where, unicode=view.unicode, style="dim")
    yield Text()
    yield from code(found.source, view)


def code(lines: Sequence[SourceLine], view: View) -> Iterator[RenderableType]:
    """Yield lines of a file with their numbers, without the indent that all have; a long one goes on below itself."""
    texts = [visible(line.text.expandtabs(4)) for line in lines]
    indent = min((len(text) - len(text.lstrip()) for text in texts if text.strip()), default=0)
    bar = "│" if view.unicode else "|"
    for line, text in zip(lines, texts, strict=True):
        grid = Table.grid(padding=0)
        grid.add_column(width=9, no_wrap=True, style="dim")
        grid.add_column(overflow="fold")
        grid.add_row(Text(f"{line.line:>6} {bar} "), Text(text[indent:][:_LONGEST]))
        yield grid


def identity(found: Explanation, view: View) -> Iterator[RenderableType]:
    """Yield what it tests, for which names, and how that is known."""
    site = found.site
    yield heading(found.title)
    yield fact("subject", subject(site))
    yield fact("names", names(site, view))
    if site.space != "unknown":
        yield fact("key space", visible(site.space))
    yield fact("confidence", visible(site.confidence))
    for number_, reason in enumerate(found.why):
        yield fact("" if number_ else "because", visible(reason))
    yield fact("governs", f"{number(site.lines, 'line')}, as {visible(site.role)}" if site.role != "none" else number(site.lines, "line"))
    yield fact("id", visible(site.id))


def subject(site: Site) -> str:
    """Return what is tested, and where it comes from."""
    origin = f"  (reads {visible(site.origin)})" if site.origin is not None and site.origin != site.subject else ""
    return visible(site.subject) + origin


def names(site: Site, view: View) -> str:
    """Return the names, and what holds them."""
    most = len(site.names) if view.every else _NAMES
    told = listed(site.names, most=most) or "none of its own"
    return told + (f"  (held by {short(site.constant)})" if site.constant is not None else "")


def hops(found: Explanation, view: View) -> Iterator[RenderableType]:
    """Yield the way from the use to where the name or the list is spelled."""
    if found.hops:
        yield heading("How it comes there, from the use to the source")
    for hop in found.hops:
        where = f"{shortened(hop.path, cells=max(20, view.width - 10), unicode=view.unicode)}:{hop.line}"
        yield Text(f"  {where}", style="cyan", no_wrap=True)
        yield Text(f"    {cut(hop.text.strip(), cells=view.width - 4, unicode=view.unicode)}", no_wrap=True)
