"""table: each site as a page on a terminal: what it is, how its name comes there, who takes it, where else, since when."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from ...analyzer.explaining.explanation import Explained, Explanation
from ..escape import visible
from ..explained import ExplainFormat
from ..format import View
from ..terminal.explain_around import elsewhere, history, standing
from ..terminal.explain_decision import chain, decision, guards
from ..terminal.explain_reach import reach
from ..terminal.explain_site import head, hops, identity
from ..terminal.glyphs import COMMIT, joined, number
from ..terminal.printed import printed


def render(found: Explained, view: View) -> Iterator[str]:
    """Yield a page a site, each with a rule before it; what several share of their decision is told once."""
    yield printed(_looked_at(found, view), view)
    told: set[str] = set()
    for one in found.explanations:
        yield printed([Text(), Text(("─" if view.unicode else "-") * view.width, style="dim", no_wrap=True)], view)
        again = one.test is not None and one.site.decision in told
        blocks = [block for block in _blocks(one, view, again=again) if block]
        told.add(one.site.decision)
        for number_, block in enumerate(blocks):
            yield printed([*([Text()] if number_ else []), *block], view)


def _looked_at(found: Explained, view: View) -> list[RenderableType]:
    revision = f"at {visible(found.revision[:COMMIT])}" if found.revision else ""
    parts = [revision, f"preset {visible(found.preset)}", number(len(found.explanations), "site")]
    lines: list[RenderableType] = [
        Text(f"{visible(found.target)}  ", style="bold").append_text(joined(parts, unicode=view.unicode, style="dim"))
    ]
    if found.unread:
        many = number(len(found.unread), "file")
        lines.append(Text(f"{many} could not be read (see stderr), so what is said may be incomplete", style="yellow"))
    return lines


def _blocks(found: Explanation, view: View, *, again: bool) -> Iterator[list[RenderableType]]:
    yield [*head(found, view)]
    yield [*identity(found, view)]
    yield [*hops(found, view)]
    if again:
        yield [Text("Its decision, the chain and what leads there: above.", style="dim")]
    else:
        yield [*decision(found, view)]
        yield [*chain(found.chain, view)]
        yield [*guards(found, view)]
    yield [*reach(found, view, again=again)]
    yield [*elsewhere(found, view)]
    yield [*history(found, view)]
    yield [*standing(found, view)]


TABLE = ExplainFormat(name="table", media="text/plain", render=render)
