"""A source in, its migration step by step out: what must be there first, then one model after the other, each read on top of the last."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...analyzer.analysis import Program
from ...analyzer.reading.source import Source
from ..moving.previewing import Wanted
from ..moving.previewing import previewed as moved
from ..ordered import ordered
from ..ordering.stack import Step, Work
from ..preview import Preview
from ..previewing import chosen, plumbed, previewed
from .overlaid import Overlaid


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is to move, in which words, and how a tree is read."""

    link: Callable[[Source], Program]
    dialect: str | None
    models: tuple[str, ...] = ()  # none: all
    order: tuple[str, ...] = ()  # of models, as people want them
    moves: bool = True  # the definitions of each model before its branches, in steps of their own
    finish: Callable[[Preview], Preview] = lambda preview: preview  # what is done to each before it is taken


def steps(source: Source, asked: Asked) -> Iterator[Preview]:
    """Yield what each step comes to, those left out that change nothing.

    Raises:
        NoRegistryError: the target has none that the dialect knows.
        UneditableError: a file cannot be changed so.

    """
    tree = Overlaid(below=source)
    program = asked.link(tree)
    dialect, base = chosen(asked.dialect, tree)
    whole = previewed(tree, program, dialect, base, asked.models)
    first = plumbed(tree, program, dialect, base, whole.migration)
    planned = ordered(whole, tree, program, dialect, base, asked.order, moves=asked.moves).stack
    if first.files:
        first = asked.finish(first)
        yield first
        tree = tree.over({file.path: file.after for file in first.files})
    for step in () if planned is None else planned.steps:
        if step.work is not Work.PLUMBING:
            found = _step(step, tree, asked)
            if found.files:
                found = asked.finish(found)
                yield found
                tree = tree.over({file.path: file.after for file in found.files})


def _step(step: Step, tree: Overlaid, asked: Asked) -> Preview:
    program = asked.link(tree)
    dialect, base = chosen(asked.dialect, tree)
    if step.work is Work.MOVE_DEFS:
        return moved(tree, program, dialect, base, Wanted(models=step.models))
    return previewed(tree, program, dialect, base, step.models)
