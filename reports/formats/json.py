"""json: one document for programs."""

from collections.abc import Iterator

from ...analyzer.inventory import Inventory
from ..document import document, encoded
from ..format import Format, View


def render(inventory: Inventory, view: View) -> Iterator[str]:
    """Yield the document."""
    yield encoded(document(inventory, view.content), indent=2) + "\n"


JSON = Format(name="json", media="application/json", render=render)
