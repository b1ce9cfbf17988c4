"""What a detector is: one shape of name branch, with its manual and the examples that are its tests."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..inventory import Kind
from ..linking.linked import Linked
from .draft import Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A piece of code, and in a few words what it shows.

    In an example that is found, a comment `# <- ops` or `# <- names` is not needed: the test asks for one site of the detector's kind
    on each line that ends in `# here`, and on no other.
    """

    title: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Detector:
    """One shape. A file of the shelf `detectors/` holds one, and has its name."""

    name: str
    rule: str  # NB101 …
    kind: Kind
    title: str  # one line
    doc: str  # Markdown: what it finds, why that matters, what it leaves alone
    finds: tuple[Example, ...]
    passes: tuple[Example, ...]
    find: Callable[[Linked], Iterable[Draft]]
