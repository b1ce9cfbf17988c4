"""What a migration would come to, to the one JSON document of a plan: the plan as `migrate --plan` reads it again, and what is told beside."""

from dataclasses import dataclass

from ..codemods.ordering.stack import Stack
from ..codemods.planning.plan import HookPlan, Refused
from ..codemods.preview import Preview
from ..codemods.templating.families import Family

SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """How many lines leave a file, and how many come."""

    path: str
    is_new: bool
    gone: int
    come: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """Functions and classes that move before the branches do: `move-defs`."""

    plans: tuple[HookPlan, ...]
    refused: tuple[Refused, ...]
    files: tuple[Lines, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanDocument:
    """A plan. The keys from `models` to `digest` are what is done; the digest is theirs."""

    schema: int
    target: str
    revision: str | None
    models: tuple[str, ...]
    dialect: str
    plumbing: tuple[str, ...]
    plans: tuple[HookPlan, ...]
    refused: tuple[Refused, ...]
    follows: tuple[str, ...]
    digest: str
    files: tuple[Lines, ...]
    moves: Moves | None
    stack: Stack | None
    families: tuple[Family, ...] | None
    unread: tuple[str, ...]


def plan_document(preview: Preview) -> PlanDocument:
    """Return *preview* as a document."""
    made, moves = preview.migration, preview.moves
    return PlanDocument(
        schema=SCHEMA,
        target=preview.target,
        revision=preview.revision,
        models=made.models,
        dialect=made.dialect,
        plumbing=made.plumbing,
        plans=made.plans,
        refused=made.refused,
        follows=made.follows,
        digest=made.digest,
        files=_lines(preview),
        moves=None if moves is None else Moves(plans=moves.migration.plans, refused=moves.migration.refused, files=_lines(moves)),
        stack=preview.stack,
        families=preview.families,
        unread=preview.unread,
    )


def _lines(preview: Preview) -> tuple[Lines, ...]:
    counted = ((file, preview.lines(file)) for file in preview.files)
    return tuple(Lines(path=file.path, is_new=file.before is None, gone=gone, come=come) for file, (gone, come) in counted)
