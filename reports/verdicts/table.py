"""table: the verdict for a person: what fails and what to do about each, then what is due, then the numbers."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from ...analyzer.judging.verdict import Verdict
from ..format import View
from ..judged import VerdictFormat
from ..terminal.outcome import compared, outcome
from ..terminal.printed import printed

BLANK = Text()


def render(verdict: Verdict, view: View) -> Iterator[str]:
    """Yield the blocks, each with an empty line before it."""
    for at, block in enumerate(blocks(verdict, view)):
        yield printed([*([BLANK] if at else []), *block], view)


def blocks(verdict: Verdict, view: View) -> Iterator[list[RenderableType]]:
    """Yield what is printed between empty lines."""
    yield [*compared(verdict, view)]
    if verdict.changes or verdict.budgets or verdict.findings:
        yield from differing(verdict, view)
    yield [*outcome(verdict, view)]


def differing(verdict: Verdict, view: View) -> Iterator[list[RenderableType]]:
    """Yield what fails and what is due."""
    from ..terminal.due import due  # noqa: PLC0415  a tenth of what an unchanged check takes
    from ..terminal.failing import failing  # noqa: PLC0415  as above

    yield from failing(verdict, view)
    rest = [*due(verdict, view)]
    if rest:
        yield rest


TABLE = VerdictFormat(name="table", media="text/plain", render=render)
