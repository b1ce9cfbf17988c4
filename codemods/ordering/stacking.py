"""A migration in, its pull requests in their order out."""

import shlex
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ...analyzer.inventory import Site
from ..planning.plan import Difficulty, HookPlan, Migration
from .needing import Needs
from .stack import Link, Stack, Step, Tie, Work
from .ties import Shared, models_of, shared

Batch: TypeAlias = tuple[str, ...]  # models that go in one step
_RANKS = tuple(Difficulty)
_REASONS = 3  # a step tells no more for one other step


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is to be put in order."""

    made: Migration
    moves: tuple[HookPlan, ...]  # definitions that move
    needs: Needs  # between models, by these
    sites: Mapping[str, Site]
    model: Callable[[str], str]  # that a key belongs to
    order: tuple[str, ...] = ()  # models, as a user wants them: these come first


def stacked(asked: Asked) -> Stack:
    """Return the steps: plumbing, then for each model its definitions and its branches.

    Models whose definitions need each other go together; what is needed goes before what needs it, whatever the user says. What the user
    put in order comes next, then what is easy, then what is little.
    """
    work = _worked(asked)
    order, remarks = _ordered(asked, work)
    steps = list(_steps(asked, work, order))
    return Stack(steps=tuple(steps), remarks=remarks)


def _worked(asked: Asked) -> Mapping[str, tuple[list[HookPlan], list[HookPlan]]]:
    """Return the branches and the definitions of each model."""
    found: defaultdict[str, tuple[list[HookPlan], list[HookPlan]]] = defaultdict(lambda: ([], []))
    for plan in asked.made.plans:
        for model in models_of(plan, asked.model):
            found[model][0].append(plan)
    for move in asked.moves:
        found[asked.model(move.registrations[0].key)][1].append(move)
    return found


def _ordered(asked: Asked, work: Mapping[str, tuple[list[HookPlan], list[HookPlan]]]) -> tuple[list[Batch], tuple[str, ...]]:
    import networkx as nx  # noqa: PLC0415  slow to import, and only a plan needs it

    needed: nx.DiGraph[str] = nx.DiGraph()
    needed.add_nodes_from(work)
    needed.add_edges_from((asked.model(other), asked.model(one)) for one, other in asked.needs)
    whole = nx.condensation(needed)
    wanted = {model: place for place, model in enumerate(asked.order)}

    def rank(batch: int) -> tuple[int, int, int, str]:
        models = whole.nodes[batch]["members"]
        plans = [plan for model in models for held in work.get(model, ()) for plan in held]
        place = min(wanted.get(model, len(wanted)) for model in models)
        return place, max((_RANKS.index(plan.difficulty) for plan in plans), default=0), len(plans), min(models)

    order = [tuple(sorted(whole.nodes[batch]["members"])) for batch in nx.lexicographical_topological_sort(whole, key=rank)]
    return order, tuple(_remarks(asked, order, work))


def _remarks(asked: Asked, order: list[Batch], work: Mapping[str, object]) -> Iterator[str]:
    places = {model: place for place, batch in enumerate(order) for model in batch}
    wanted = {model: place for place, model in enumerate(asked.order)}
    for model in asked.order:
        if model not in work:
            yield f"{model} was put in order, and nothing of it would move"
    for (one, other), why in asked.needs.items():
        first, then = asked.model(other), asked.model(one)
        if places[first] == places[then] and first != then:
            yield f"{first} and {then} go together: {why}, and the other way round; apart they would import each other"
        elif wanted.get(then, len(wanted)) < wanted.get(first, len(wanted)):
            yield f"{first} comes before {then}, whatever the order says: {why}"


def _steps(asked: Asked, work: Mapping[str, tuple[list[HookPlan], list[HookPlan]]], order: Iterable[Batch]) -> Iterator[Step]:
    ties = tuple(shared(asked.made.plans, asked.sites, asked.model))
    last: dict[str, int] = {}  # number of the step in which the branches of a model move
    moved: dict[str, int] = {}  # and its definitions
    number = 0
    base: tuple[Link, ...] = ()
    if asked.made.plumbing:
        number = 1
        what = ", ".join(asked.made.plumbing)
        base = (Link(step=1, tie=Tie.PLUMBING, where=what),)
        yield _step(1, Work.PLUMBING, (), (), ())
    for batch in order:
        branches = tuple({id(plan): plan for model in batch for plan in work[model][0]}.values())
        moves = tuple(move for model in batch for move in work[model][1])
        links: tuple[Link, ...] = ()
        if moves:
            number += 1
            yield _step(number, Work.MOVE_DEFS, batch, moves, tuple(_needing(asked, batch, moved)) or base)
            moved |= dict.fromkeys(batch, number)
            links = (Link(step=number, tie=Tie.OWN, where=f"definitions of {', '.join(batch)}"),)
        if branches:
            number += 1
            tied = tuple(_tied(batch, ties, last))
            yield _step(number, Work.MIGRATE, batch, branches, (*tied, *links) or base)
            last |= dict.fromkeys(batch, number)


def _needing(asked: Asked, batch: Batch, moved: Mapping[str, int]) -> Iterator[Link]:
    for (one, other), why in asked.needs.items():
        if asked.model(one) in batch and asked.model(other) in moved:
            yield Link(step=moved[asked.model(other)], tie=Tie.NEEDS, where=why)


def _tied(batch: Batch, ties: Iterable[Shared], last: Mapping[str, int]) -> Iterator[Link]:
    """Yield why a batch stands on the steps before it: on the nearest of those that share a place, and no more than a few reasons."""
    told: defaultdict[int, int] = defaultdict(int)
    for tie in ties:
        if set(batch) & set(tie.models) and (before := [last[model] for model in tie.models if model in last]):
            told[max(before)] += 1
            if told[max(before)] <= _REASONS:
                yield Link(step=max(before), tie=tie.tie, where=tie.where)


def _step(number: int, work: Work, models: Batch, plans: tuple[HookPlan, ...], links: tuple[Link, ...]) -> Step:
    asked = ["--plumbing"] if work is Work.PLUMBING else [word for model in models for word in ("--model", model)]
    verb = Work.MOVE_DEFS if work is Work.MOVE_DEFS else Work.MIGRATE
    return Step(
        number=number,
        work=work,
        models=models,
        decisions=len(plans),
        difficulty=max((plan.difficulty for plan in plans), key=_RANKS.index, default=Difficulty.EASY),
        on=max((link.step for link in links), default=None),
        links=tuple(sorted(links, key=lambda link: -link.step)),
        command=shlex.join(["namebranch", verb.value, *asked, "--write"]),
    )
