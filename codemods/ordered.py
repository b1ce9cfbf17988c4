"""What a migration would come to, with the definitions that move as well, and the pull requests in their order."""

from dataclasses import replace

from ..analyzer.analysis import Program
from ..analyzer.reading.source import Source
from ..registry.dialects.dialect import Dialect, HookKind
from .moving.previewing import Wanted
from .moving.previewing import previewed as moving
from .ordering.needing import needs
from .ordering.stacking import Asked, stacked
from .planning.owners import Owners
from .preview import Preview


def ordered(
    preview: Preview,
    source: Source,
    program: Program,
    dialect: Dialect,
    base: str,
    order: tuple[str, ...],
    *,
    moves: bool = True,
) -> Preview:
    """Return *preview* with the order of its steps; with *moves* also those that move definitions, where the dialect keeps some.

    Raises:
        UneditableError: a shared file does not parse.

    """
    models = preview.migration.models
    has_moves = moves and HookKind.MOVE in dialect.kinds
    moved = moving(source, program, dialect, base, Wanted(models=models)) if has_moves else None
    plans = () if moved is None else moved.migration.plans
    asked = Asked(
        made=preview.migration,
        moves=plans,
        needs=needs(plans, {file.path: file.data for file in program.files}),
        sites={site.id: site for site, _ in program.sites},
        model=Owners(names=program.linked.names).model,
        order=order or models,
    )
    return replace(preview, moves=moved, stack=stacked(asked))
