"""What a recipe is: one way to rewrite a branch, with its manual and the examples that are its tests."""

from collections.abc import Callable
from dataclasses import dataclass

from .asked import Asked
from .plan import HookPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A function before, and shared code after; or, where there is no *after*, a function that the recipe leaves to others, and why."""

    title: str
    before: str
    after: str = ""
    why: str = ""  # words of the reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """One rule. A file of the shelf `recipes/` holds one, and has its name."""

    name: str
    rule: str  # R1 …
    rank: int  # the lowest that applies is taken
    title: str  # one line
    doc: str  # Markdown: what it does, and when
    changes: str  # Markdown: when this changes behaviour
    examples: tuple[Example, ...]
    asks_rest: bool = False  # what is asked beside the name moves into the hook, and is asked there
    plan: Callable[[Asked], HookPlan | None]  # None: not this shape; raises NotLiftable where a precondition fails
