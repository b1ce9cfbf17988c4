"""json: one document for programs: models with their places, families, files, subsystems, whatever the rows are."""

from collections.abc import Iterator

from ...analyzer.costing.cost import Cost
from ..cost_document import cost_document
from ..costed import By, CostFormat
from ..document import encoded
from ..format import View


def render(cost: Cost, by: By, view: View) -> Iterator[str]:
    """Yield the document."""
    yield encoded(cost_document(cost), indent=2) + "\n"


JSON = CostFormat(name="json", media="application/json", render=render)
