"""json: the whole evidence as one document, in which every item has its file and line."""

from collections.abc import Iterator

from ...analyzer.splitting.split import Split
from ..document import encoded
from ..split_document import split_document
from ..splitting import SplitFormat


def render(split: Split) -> Iterator[str]:
    """Yield the document."""
    yield encoded(split_document(split), indent=2) + "\n"


JSON = SplitFormat(name="json", media="application/json", render=render)
