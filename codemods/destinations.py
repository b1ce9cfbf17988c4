"""A linked program, a dialect and some sites in; where each could go out, as `plan` would say."""

from collections.abc import Iterator

from ..analyzer.analysis import Program
from ..analyzer.inventory import Kind, Site
from ..analyzer.judging.destination import Destination
from ..registry.dialects.dialect import Dialect
from .migrating import migration
from .planning.decisions import Decisions
from .planning.plan import Difficulty, HookPlan, Migration, Refused


def destinations(
    program: Program, dialect: Dialect, decisions: Decisions, sites: tuple[Site, ...], more: tuple[str, ...]
) -> tuple[Destination, ...]:
    """Return where *sites* could go, those left out of which no plan speaks; *more* are the words of a command that name the target.

    Raises:
        UneditableError: a file cannot be taken apart.

    """
    made = migration(program, dialect, (), frozenset(site.id for site in sites), decisions)
    plans: dict[str, list[HookPlan]] = {}
    for plan in made.plans:
        for site in plan.branches:
            plans.setdefault(site, []).append(plan)
    refusals = {site: one for one in made.refused for site in one.branches}
    return tuple(_destinations(made, plans, refusals, sites, more))


def _destinations(
    made: Migration, plans: dict[str, list[HookPlan]], refusals: dict[str, Refused], sites: tuple[Site, ...], more: tuple[str, ...]
) -> Iterator[Destination]:
    for site in sites:
        command = ("migrate", *more, "--at", f"{site.path}:{site.line}")
        if held := plans.get(site.id):
            first = held[0]
            yield Destination(
                site=site.id,
                dialect=made.dialect,
                to=f"{first.point.kind.value} {first.point.name}",
                owners=tuple(dict.fromkeys(one.owner for plan in held for one in plan.registrations)),
                rule=first.rules[0],
                difficulty=max((plan.difficulty for plan in held), key=tuple(Difficulty).index).value,
                why="",
                step="",
                command=command,
            )
        elif (one := refusals.get(site.id)) is not None:
            yield _still(site, made, f"{one.code} {one.reason}", one.step)
        elif site.id in made.follows:
            yield _still(site, made, "it keeps what another test finds, and changes with that", "")
        elif site.kind is Kind.NAMESET:
            yield _still(site, made, "its names leave it with the tests that ask it, and with the lists that are made of it", "")


def _still(site: Site, made: Migration, why: str, step: str) -> Destination:
    return Destination(site=site.id, dialect=made.dialect, to=None, owners=(), rule=None, difficulty=None, why=why, step=step, command=())
