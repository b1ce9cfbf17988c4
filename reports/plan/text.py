"""text: what moves where, how each hook comes by what it reads, what stays and why, and the lines that leave and come."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from ...codemods.ordering.stack import Link, Step, Tie, Work
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
_FEW, _STEPS = 2, 20  # steps from which on an order is told, and that are told


def render(preview: Preview, view: View) -> Iterator[str]:
    """Yield the blocks, each but the first with an empty line before it."""
    blocks = [_head(preview), _order(preview), _families(preview), _definitions(preview), _moves(preview), _stays(preview), _files(preview)]
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
            f"{number(len(made.follows), 'flag, predicate, use of one or import', 'flags, predicates, uses of them and imports')} would change with them",
            style="dim",
        )
    for name in made.plumbing:
        yield Text(f"first, once: {name}", style="yellow")


def _order(preview: Preview) -> Iterator[RenderableType]:
    if preview.stack is None or len(preview.stack.steps) < _FEW:
        return
    yield Text(f"{number(len(preview.stack.steps), 'pull request')}, in this order", style="bold")
    for step in preview.stack.steps[:_STEPS]:
        yield Text(f"{step.number:>4}  ", style="dim").append(visible(_step(step))).append(visible(_on(step)), style="dim")
    if len(preview.stack.steps) > _STEPS:
        yield Text(f"      and {len(preview.stack.steps) - _STEPS} more: --format json", style="dim")
    for remark in preview.stack.remarks:
        yield Text(visible(remark), style="yellow")


def _step(step: Step) -> str:
    if step.work is Work.PLUMBING:
        return "plumbing"
    what = "definition" if step.work is Work.MOVE_DEFS else "decision"
    return f"{step.work.value} {', '.join(step.models)}  {number(step.decisions, what)}"


def _on(step: Step) -> str:
    """Return how hard a step is, which one it stands on, and the first reason."""
    if step.work is Work.PLUMBING:
        return ""
    held = [link for link in step.links if link.step == step.on and link.tie is not Tie.PLUMBING]
    why = f" ({held[0].tie.value} {_name(held[0])})" if held else ""
    return f"  {step.difficulty.value}" + ("" if step.on is None else f"  on {step.on}{why}")


def _name(link: Link) -> str:
    return link.where.rpartition(".")[2] if link.tie in {Tie.NAMESET, Tie.TABLE} else link.where


def _families(preview: Preview) -> Iterator[RenderableType]:
    if preview.families is None:
        return
    yield Text(number(len(preview.families), "family", "families") + " that a template could speak for", style="bold")
    for family in preview.families:
        said = f"{number(len(family.says), 'thing')} alike, {number(len(family.members), 'model')}, {family.saves} fewer to say"
        yield Text(visible(family.name), style="bold green").append(f"  {said}", style="dim")
        yield Padding(Text(visible(", ".join(f"{one.kind} {one.slot}" for one in family.says))), (0, 0, 0, _INDENT))
        for one in family.members:
            other = [f"overrides {', '.join(one.overrides)}"] if one.overrides else []
            other += [f"lacks {', '.join(one.lacks)}"] if one.lacks else []
            yield Padding(Text(visible(f"{one.model}{': ' if other else ''}{'; '.join(other)}"), style="dim"), (0, 0, 0, _INDENT))


def _definitions(preview: Preview) -> Iterator[RenderableType]:
    if preview.moves is None or not preview.moves.migration.plans:
        return
    made = preview.moves.migration
    stay = f", {len(made.refused)} would stay" if made.refused else ""
    yield Text(f"{number(len(made.plans), 'definition')} would move{stay}: `namebranch move-defs`", style="bold")
    for plan in made.plans:
        yield Text("R10     ", style="bold green").append(visible(f"{plan.path}:{plan.line} → {plan.point.name}"))
        for one in plan.obligations:
            yield Padding(Text(visible(f"{one.kind}: {one.evidence}"), style="dim"), (0, 0, 0, _INDENT))


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
