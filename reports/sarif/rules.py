"""The manuals of rules to SARIF's descriptors."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import dedent

from ..escape import visible
from ..rule import Example, Rule
from .log import Descriptor, Message

TAGS = ("maintainability", "model-name")
HYGIENE = {
    "NB901": "a suppression that gives no reason",
    "NB902": "a suppression that suppresses nothing",
    "NB903": "a suppression, or an entry of the baseline, that has expired",
    "NB904": "a suppression of a rule that does not exist",
    "NB905": "a file that could not be read",
}  # rules about the tool's own upkeep; no detector finds them


def descriptors(manuals: Iterable[Rule], used: Iterable[str]) -> tuple[Descriptor, ...]:
    """Return one descriptor a rule, sorted by id: each that has a manual, and each that was *used*."""
    by_rule = {rule: tuple(held) for rule, held in groupby(sorted(manuals, key=lambda one: (one.rule, one.name)), key=lambda one: one.rule)}
    return tuple(described(rule, by_rule.get(rule, ())) for rule in sorted({*by_rule, *used}))


def described(rule: str, manuals: Sequence[Rule]) -> Descriptor:
    """Return the descriptor of *rule*; several detectors of one rule share it."""
    words = "; ".join(one.title for one in manuals) or HYGIENE.get(rule, "")
    if not words:
        return Descriptor(id=visible(rule))
    pages = [page(one) for one in manuals] or [words]
    text = "\n\n".join([*(dedent(one.doc).strip() for one in manuals)] or [words])
    return Descriptor(
        id=rule,
        name="".join(part.title() for one in manuals[:1] for part in one.name.split("-")) or None,
        short_description=Message(text=words),
        full_description=Message(text=words),
        help=Message(text=text, markdown="\n\n".join(pages)),
        properties={"tags": TAGS},
    )


def page(rule: Rule) -> str:
    """Return the manual page as Markdown."""
    parts = [f"# {rule.rule} {rule.name}: {rule.title}", dedent(rule.doc).strip()]
    parts += examples("Finds", rule.finds) + examples("Leaves alone", rule.passes)
    return "\n\n".join(parts)


def examples(title: str, shown: Sequence[Example]) -> list[str]:
    """Return a section of examples."""
    return [f"## {title}"] * bool(shown) + [f"{one.title}:\n\n```python\n{dedent(one.code).strip()}\n```" for one in shown]
