"""table: the face of a scan on a terminal: the count, where it is, which names, what to run next."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from ...analyzer.inventory import Inventory, Site
from ...analyzer.judging.counts import count, counted
from ..format import Content, Format, View
from ..terminal.advice import advice
from ..terminal.headline import headline, looked_at, nothing, unread
from ..terminal.places import boards, places
from ..terminal.printed import printed
from ..terminal.registrations import registrations

BLANK = Text()


def render(inventory: Inventory, view: View) -> Iterator[str]:
    """Yield the blocks, each with an empty line before it."""
    for at, block in enumerate(blocks(inventory, view)):
        yield printed([*([BLANK] if at else []), *block], view)


def blocks(inventory: Inventory, view: View) -> Iterator[list[RenderableType]]:
    """Yield what is printed between empty lines."""
    sites, counts = listed(inventory), count(inventory)
    yield [*looked_at(inventory, view), *unread(inventory)]
    match view.content:
        case Content.REGISTRATIONS if inventory.registrations:
            yield [*registrations(inventory, view)]
        case Content.SITES | Content.SUMMARY if sites:
            yield [*headline(sites, counts, view)]
            if view.content is Content.SITES:
                yield [*places(sites, view)]
            yield [boards(sites, view)]
        case _:
            yield [*nothing(inventory, view)]
    closing = [*advice(inventory, counts, sites, view)]
    if closing:
        yield [*closing]


def listed(inventory: Inventory) -> tuple[Site, ...]:
    """Return the sites that are counted; where the filters left none, those that are only shown apart."""
    certain = tuple(site for site in inventory.sites if counted(site))
    return certain or inventory.sites


TABLE = Format(name="table", media="text/plain", render=render)
