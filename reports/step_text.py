"""A step of a migration in words: the title and the text of its commit, and the Markdown of its pull request."""

from collections.abc import Iterator

from ..codemods.planning.plan import HookPlan
from ..codemods.preview import Preview
from ..registry.dialects.dialect import HookKind
from .escape import visible
from .markup import words
from .terminal.glyphs import number

_SHOWN = 12  # keys of a plan
_WIDTH = 72  # columns of a title


def title(preview: Preview) -> str:
    """Return the first line of the commit."""
    made = preview.migration
    if not made.plans:
        return f"Make room for what models say: {', '.join(made.plumbing)}"
    models, one = ", ".join(made.models) or "models", len(made.models) == 1
    text = f"Move the branches of {models} into {'its descriptor' if one else 'their descriptors'}"
    if is_of_definitions(preview):
        text = f"Move the definitions of {models} into {'its own file' if one else 'their own files'}"
    return visible(text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…")


def is_of_definitions(preview: Preview) -> bool:
    """Whether a step moves functions and classes, and no branches."""
    plans = preview.migration.plans
    return bool(plans) and all(plan.point.kind is HookKind.MOVE for plan in plans)


def message(preview: Preview) -> str:
    """Return the whole text of the commit."""
    lines = [title(preview), "", *(_summary(preview)), ""]
    lines += [f"- {visible(f'{plan.path}:{plan.line}')}: {_becomes(plan)}" for plan in preview.migration.plans]
    lines += [f"- stays: {visible(f'{one.path}:{one.line}: {one.code} {one.reason}')}" for one in preview.migration.refused]
    return "\n".join(lines).rstrip() + "\n"


def page(preview: Preview, text: str, *, base: str, tip: str) -> str:
    """Return the page of the pull request from one commit to the next: its title, its *text*, and how to see that nothing else changes."""
    return f"# {words(title(preview))}\n\n{text}\nTo see that nothing else changes: `namebranch prove .@{base[:12]} .@{tip[:12]}`\n"


def _summary(preview: Preview) -> Iterator[str]:
    made = preview.migration
    if not made.plans:
        yield "This comes first, once, and changes no answer: until a model says something, shared code does what it did."
        return
    what, where = (
        ("definition", "files of the models' own") if is_of_definitions(preview) else ("decision", "what the models say of themselves")
    )
    yield f"{number(len(made.plans), what)} of shared code {'moves' if len(made.plans) == 1 else 'move'} to {where}."
    if made.refused:
        yield f"{number(len(made.refused), 'definition' if what == 'definition' else 'test')} {'stays' if len(made.refused) == 1 else 'stay'} as {'it is' if len(made.refused) == 1 else 'they are'}."


def _becomes(plan: HookPlan) -> str:
    keys = ", ".join(plan.guard.key.values[:_SHOWN])
    return visible(f"{'+'.join(plan.rules)} {keys} → {plan.point.kind.value} {plan.point.name} ({plan.difficulty.value})")
