"""Questions that a framework is known to ask, and what they are called."""

from collections.abc import Iterable
from fnmatch import fnmatchcase

from .dialect import Dialect, Question


def known(dialect: Dialect, path: str, scope: str, words: Iterable[str]) -> Question | None:
    """Return the question that a branch asks; None where it is none of those that the dialect names.

    *words* are the flags, functions and tables that the branch is part of. Of several questions the one that knows the most is taken:
    one that asks for words before one that does not.
    """
    places = (f"{path}::{scope}", f"{path.removeprefix('src/')}::{scope}")
    said = {word.rpartition(".")[2] for word in words}
    fitting = [
        question
        for question in dialect.questions
        if any(fnmatchcase(place, glob) for place in places for glob in question.where) and (not question.words or said & {*question.words})
    ]
    return max(fitting, key=lambda question: bool(question.words), default=None)


def known_of_constant(dialect: Dialect, dotted: str) -> Question | None:
    """Return the question that is asked through a constant or a table of that dotted name, in a module or in a function of it."""
    parts = dotted.split(".")
    places = (("/".join(parts[:at]) + ".py", ".".join(parts[at:-1]) or "<module>") for at in range(1, len(parts)))
    found = (known(dialect, path, scope, parts[-1:]) for path, scope in places)
    return next((question for question in found if question is not None and question.words), None)
