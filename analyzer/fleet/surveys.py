"""What repositories are compared by: of each what shared code holds, what its models cost there, and how it came to that."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ...registry.universe.overlay import names_with
from ..costing.asking import Asked as CostAsked
from ..costing.asking import Read, costs
from ..costing.cost import Cost
from ..inventory import Inventory
from ..judging.counts import count
from ..judging.drift import Drift, drift
from ..judging.filters import Filters
from ..judging.select import check, names_model, path_test, select
from ..pool import Crew
from ..reading.folder import Folder
from ..reading.git import directory
from ..reading.log import read_commit
from ..reading.revision import Revision
from ..reading.source import Source, TargetError
from ..reading.target import open_target
from ..scan import scan
from ..settings.load import load
from ..settings.schema import Settings
from ..store import Store
from .answers import Failed, Survey, Told, Untold
from .crews import Asked, each
from .histories import history_of, merged
from .members import Member


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Which sites, and which part of a history."""

    filters: Filters
    history: bool = True
    since: str | None = None  # a date, as git reads them


def surveyed(
    members: Sequence[Member], asked: Asked, question: Question, crew: Crew, progress: Callable[[str], None]
) -> tuple[Told[Survey] | Failed, ...]:
    """Return what is told of each of *members*, in their order; globs of paths see what lies in one below its name.

    Raises:
        FilterError: a subsystem was asked for that none of them has.

    """
    found = tuple(each(members, partial(_surveyed, asked, question), crew, progress))
    told = [one.answer for one in found if isinstance(one, Told)]
    if told:
        check({"subsystem": {name for one in told for name in one.subsystems}}, question.filters)
    return found


def _surveyed(asked: Asked, question: Question, member: Member) -> Survey:
    source = _opened(asked, member)
    loaded = load(source, asked.config_file)
    whole = scan(source, loaded, jobs=asked.inside, store=Store(asked.cache), more=asked.more, depth=asked.depth)
    kept = _kept(member, whole, question.filters)
    return Survey(
        files=whole.files,
        counts=count(kept),
        registrations=kept.registrations,
        cost=_cost(Read(source=source, whole=kept), loaded.settings, asked.more, question.filters),
        history=_history(asked, question, member, source),
        date=read_commit(source.folder, source.revision).date if isinstance(source, Revision) else "",
        subsystems=tuple(sorted({*(name for name, _ in loaded.settings.subsystems), *(site.subsystem for site in whole.sites)})),
    )


def _opened(asked: Asked, member: Member) -> Source:
    """Open a target: of a work tree its last commit; a folder that no commit has, as it lies there."""
    source = open_target(member.target, cwd=asked.cwd)
    if not isinstance(source, Folder) or directory(source.root) is None:
        return source
    try:
        return open_target(member.target, revision="HEAD", cwd=asked.cwd)
    except TargetError:
        return source


def _kept(member: Member, whole: Inventory, filters: Filters) -> Inventory:
    """Return what was asked for; a subsystem that this one lacks may be another's."""
    inside = path_test(filters.path)
    here = replace(
        whole,
        sites=tuple(site for site in whole.sites if inside(f"{member.name}/{site.path}")),
        registrations=tuple(entry for entry in whole.registrations if inside(f"{member.name}/{entry.path}")),
        findings=(),
    )
    return select(here, replace(filters, path=()), subsystems=filters.subsystem)


def _cost(read: Read, settings: Settings, more: bytes, filters: Filters) -> Cost:
    """Return what models cost by the sites that were kept; of models that were asked for, where any was."""
    cost = costs(read, settings, names_with(more), CostAsked(filters=Filters()))
    if not filters.model:
        return cost
    return replace(cost, models=tuple(model for model in cost.models if names_model((model.model, *model.spelled), filters.model)))


def _history(asked: Asked, question: Question, member: Member, source: Source) -> Drift | Untold:
    if not question.history:
        return Untold(reason="it was not asked for (--no-history)", is_failure=False)
    if not isinstance(source, Revision):
        return Untold(reason="it is no git repository with a commit", is_failure=False)
    try:
        held = history_of(asked, question.since, member)
    except TargetError as error:
        return Untold(reason=str(error), is_failure=True)
    return drift(merged({member.name: held}), question.filters, target=member.target, preset=held.preset, horizon=held.horizon)
