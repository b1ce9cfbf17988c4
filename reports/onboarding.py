"""How to add a model to a target, as a page that people keep, and as the short form that an agent follows."""

from itertools import groupby

from ..codemods.onboarding.guide import Field, Guide, Slot
from . import page as paging
from .templating import Markdown, code, filled

_KEYS, _FOLDERS = 40, 6  # shown
_QUESTIONS = {
    "duplicate": "What if two register one key?",
    "unknown": "What if nobody registered a key?",
    "loading": "When is a model's file imported?",
    "order": "Which descriptor answers?",
    "keys": "How many keys may a descriptor have?",
}


def render(guide: Guide, page: str | None) -> str:
    """Return the page with its sections anew, or a new page.

    Raises:
        PageError: its fences are not as they were left.

    """
    new = filled("onboarding.md.j2", _values(guide))
    return new if page is None else paging.refreshed(page, new)


def skill(guide: Guide) -> str:
    """Return the short form: a description by which it is found, rules, steps, files, what is asked, when it is done."""
    words = f"Add a model to {guide.name} without a branch on its name: which files, what the registry asks, what the defaults are."
    return filled("skill.md.j2", _values(guide) | {"description": words})


def _values(guide: Guide) -> dict[str, object]:
    return {
        "guide": guide,
        "fence": paging.fence,
        "fields": [(owner, tuple(held)) for owner, held in groupby(guide.fields, key=lambda field: field.owner)],
        "owned": guide.owned[:_KEYS],
        "more_owned": max(0, len(guide.owned) - _KEYS),
        "folders": sorted({one.path.rpartition("/")[0] for one in guide.owned})[:_FOLDERS],
        "questions": _QUESTIONS,
        "default": _default,
        "handed": _handed,
    }


def _default(field: Field) -> Markdown:
    if field.kind == "method":
        return Markdown("what the base class does" if field.default else "nothing is done")
    return Markdown("must be said") if field.default is None else code(field.default)


def _handed(slot: Slot) -> Markdown:
    return Markdown(", ".join(map(code, slot.arguments)) or "—")
