"""json: the plan as data: what moves, by which rule, to which hook point, and what stays with its reason."""

from collections.abc import Iterator

from ...codemods.preview import Preview
from ..document import encoded
from ..format import View
from ..plan_document import plan_document
from ..planned import PlanFormat


def render(preview: Preview, view: View) -> Iterator[str]:
    """Yield the document, which `migrate --plan` reads again."""
    yield encoded(plan_document(preview), indent=2) + "\n"


JSON = PlanFormat(name="json", media="application/json", render=render)
