"""What a model's descriptor looks like, as code: one fact and one hook of those that are asked, said for a model that nobody has yet."""

from collections.abc import Iterable
from dataclasses import replace

from ...registry.dialects import emit
from ...registry.dialects.dialect import Dialect, HookKind
from ..applying.assembling import saying
from ..planning.plan import HookPlan, HookText, Registration
from .series import Example

MODEL = "my_model"
BODY = "...  # what only this model does here\n"


def examples(dialect: Dialect, plans: Iterable[HookPlan]) -> tuple[Example, ...]:
    """Return the new files of a model that says one fact and has one hook, of those that *plans* ask for; nothing if they ask for none."""
    known = tuple(plans)
    fact = next((plan for plan in known if plan.point.kind is HookKind.FACT and plan.registrations), None)
    hook = next((plan for plan in known if plan.hook is not None and plan.registrations), None)
    chosen = [_renamed(plan, dialect) for plan in (fact, hook) if plan is not None]
    if not chosen:
        return ()
    said = saying(dialect, MODEL, [(plan, plan.registrations[0]) for plan in chosen])
    return tuple(Example(path=file.path, text=file.text.strip("\n") + "\n") for file in emit.files_of(dialect, said))


def _renamed(plan: HookPlan, dialect: Dialect) -> HookPlan:
    first: Registration = replace(plan.registrations[0], key=MODEL, owner=emit.module_of(dialect, MODEL), shared_with=())
    hook: HookText | None = None if plan.hook is None else replace(plan.hook, body=BODY)
    return replace(plan, registrations=(first,), hook=hook)
