"""jsonl: one site a line for programs, in the order of CONTRACT, the same bytes on every run."""

from collections.abc import Iterator

from ...analyzer.inventory import Inventory
from ..document import document, encoded
from ..format import Content, Format, View


def render(inventory: Inventory, view: View) -> Iterator[str]:
    """Yield one line a site or registration, or the single line of the summary."""
    match view.content:
        case Content.SITES:
            yield from (encoded(site) + "\n" for site in inventory.sites)
        case Content.REGISTRATIONS:
            yield from (encoded(entry) + "\n" for entry in inventory.registrations)
        case Content.SUMMARY:
            yield encoded(document(inventory, view.content)) + "\n"


JSONL = Format(name="jsonl", media="application/x-ndjson", render=render)
