"""json: the plan as data: what moves, by which rule, to which hook point, and what stays with its reason."""

from collections.abc import Iterator

from ...codemods.planning.plan import encoded
from ...codemods.preview import Preview
from ..escape import safe_json, without_surrogates
from ..format import View
from ..planned import PlanFormat


def render(preview: Preview, view: View) -> Iterator[str]:
    """Yield the document, which `migrate --plan` reads again."""
    yield safe_json(without_surrogates(encoded(preview.migration).decode()))


JSON = PlanFormat(name="json", media="application/json", render=render)
