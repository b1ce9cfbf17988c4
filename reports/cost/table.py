"""table: costs on a terminal: rows of models, files or subsystems, or the places that one more model would touch."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from ...analyzer.costing.cost import Cost
from ..costed import By, CostFormat
from ..escape import visible
from ..format import View
from ..terminal.commanded import spelled
from ..terminal.cost_models import details, families, models
from ..terminal.cost_rows import files, subsystems
from ..terminal.cost_sibling import sibling
from ..terminal.glyphs import COMMIT, cut, joined, number
from ..terminal.printed import printed

_ROWS = 24  # models, unless every row is asked for
_DETAILED = 3  # models of which each place is shown


def render(cost: Cost, by: By, view: View) -> Iterator[str]:
    """Yield the blocks, each but the first with an empty line before it."""
    for at, block in enumerate(_blocks(cost, by, view)):
        yield printed([*([Text()] if at else []), *block], view)


def _blocks(cost: Cost, by: By, view: View) -> Iterator[list[RenderableType]]:
    yield [*_looked_at(cost, view)]
    if cost.like is not None:
        yield from sibling(cost.like, view)
        return
    if not cost.models and not cost.families:
        yield [Text("No model has files of its own here, and shared code names none.", style="bold green")]
        return
    match by:
        case By.MODEL:
            yield [*([] if view.filters.model else _headline(cost)), *_worst(cost, view)]
            if len(cost.models) <= _DETAILED:
                yield from (list(details(model, view)) for model in cost.models)
            elif cost.families:
                yield [*families(cost.families, view)]
        case By.FILE:
            yield [files(cost, view)]
        case By.SUBSYSTEM:
            yield [subsystems(cost, view)]
    if cost.strangers and not view.filters.model:
        words = "among names, and no model's: " + ", ".join(cost.strangers)
        yield [Text(cut(words, cells=view.width, unicode=view.unicode), style="dim")]


def _looked_at(cost: Cost, view: View) -> Iterator[Text]:
    revision = f"at {visible(cost.revision[:COMMIT])}" if cost.revision else ""
    against = f"compared with {visible(cost.against)}" if cost.against else ""
    parts = [revision, f"preset {visible(cost.preset)}", against]
    yield Text(f"{visible(cost.target)}  ", style="bold").append_text(joined(parts, unicode=view.unicode, style="dim"))
    if view.filters:
        yield Text(f"only {spelled(view.filters)}", style="dim")
    if cost.unread:
        many = number(len(cost.unread), "file")
        yield Text(f"{many} could not be read (see stderr), so every number here is a lower bound", style="yellow")


def _headline(cost: Cost) -> Iterator[Text]:
    own = [model for model in cost.models if model.at]
    named = [model for model in cost.models if not model.at]
    words = f"{number(len(own), 'model')} with files of their own, {len(named):,} more that shared code names"
    yield Text(words, style="bold")
    yield Text(f"a model with a folder of its own stands in {cost.mean} shared files on average, {cost.median:g} in the median")
    yield Text("a model and the text or vision model inside it are one; no __init__.py counts in own lines", style="dim")


def _worst(cost: Cost, view: View) -> Iterator[RenderableType]:
    shown = cost.models if view.every else cost.models[:_ROWS]
    yield models(shown, view)
    if len(shown) < len(cost.models):
        yield Text(f"and {number(len(cost.models) - len(shown), 'more model')}: --all", style="dim")


TABLE = CostFormat(name="table", media="text/plain", render=render)
