"""text: what moves where, how each hook comes by what it reads, what stays and why, and the lines that leave and come."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from ...codemods.planning.plan import Capture, Refused
from ...codemods.preview import Preview
from ...codemods.vendoring import FOLDER as RUNTIME
from ..escape import visible
from ..format import View
from ..planned import PlanFormat
from ..terminal.glyphs import number
from ..terminal.printed import printed

_INDENT = 8
_SHOWN = 6  # keys of a branch


def render(preview: Preview, view: View) -> Iterator[str]:
    """Yield the blocks, each but the first with an empty line before it."""
    blocks = [_head(preview), _moves(preview), _stays(preview), _files(preview)]
    for at, block in enumerate(lines for one in blocks if (lines := list(one))):
        yield printed([*([Text()] if at else []), *block], view)


def _head(preview: Preview) -> Iterator[Text]:
    made = preview.migration
    who = ", ".join(made.models) or "all models"
    yield Text(f"{visible(preview.target)}  ", style="bold").append(
        visible(f"{who}, dialect {made.dialect}, plan {made.digest}"), style="dim"
    )
    words = f"{number(len(made.plans), 'decision')} would move, {number(len(made.refused), 'test')} would stay"
    yield Text(words, style="bold")
    if made.follows:
        yield Text(
            f"{number(len(made.follows), 'flag or predicate or use of one', 'flags and predicates and uses of them')} would change with them",
            style="dim",
        )
    for name in made.plumbing:
        yield Text(f"first, once: {name}", style="yellow")


def _moves(preview: Preview) -> Iterator[RenderableType]:
    for plan in preview.migration.plans:
        yield (
            Text(f"{'+'.join(plan.rules):<7} ", style="bold green")
            .append(visible(f"{plan.path}:{plan.line}"))
            .append(f"  {plan.difficulty.value}", style="dim")
        )
        keys = plan.guard.key.values
        more = f" and {len(keys) - _SHOWN} more" if len(keys) > _SHOWN else ""
        yield Padding(Text(visible(f"{', '.join(keys[:_SHOWN])}{more} → {plan.point.kind.value} {plan.point.name}")), (0, 0, 0, _INDENT))
        if plan.guard.residual:
            yield Padding(Text(visible(f"asked in the hook: {plan.guard.residual}"), style="dim"), (0, 0, 0, _INDENT))
        if plan.captures:
            yield Padding(Text(visible(f"{'; '.join(map(_capture, plan.captures))}"), style="dim"), (0, 0, 0, _INDENT))
        for difference in plan.differences:
            yield Padding(Text(visible(f"to be accepted: {difference.kind}: {difference.detail}"), style="yellow"), (0, 0, 0, _INDENT))


def _capture(capture: Capture) -> str:
    changed = ", changed" if capture.mutated else ""
    return f"{capture.name} → {capture.carry.value}{changed}"


def _stays(preview: Preview) -> Iterator[RenderableType]:
    for one in preview.migration.refused:
        yield Text(f"{one.code:<7} ", style="bold red").append(visible(f"{one.path}:{one.line}"))
        yield from _reasons(one)


def _reasons(one: Refused) -> Iterator[RenderableType]:
    yield Padding(Text(visible(one.reason)), (0, 0, 0, _INDENT))
    yield Padding(Text(visible(f"next: {one.step}"), style="dim"), (0, 0, 0, _INDENT))


def _files(preview: Preview) -> Iterator[Text]:
    runtime = sorted({file.path.rpartition("/")[0] for file in preview.files if f"/{RUNTIME}/" in file.path})
    for folder in runtime:
        yield Text(visible(f"{folder}/  the runtime of the registry, as `namebranch registry vendor` puts it there"))
    for file in preview.files:
        if file.path.rpartition("/")[0] in runtime:
            continue
        gone, come = preview.lines(file)
        new = "  new" if file.before is None else ""
        yield Text(visible(f"{file.path}  -{gone} +{come}{new}"))


TEXT = PlanFormat(name="text", media="text/plain", render=render)
