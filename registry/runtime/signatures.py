"""Whether a function takes what it will be given."""

import inspect
from collections.abc import Iterator
from typing import Any

ONLY, EITHER = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
STAR, STARS = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD


def misfit(function: Any, given: inspect.Signature) -> str | None:
    """Return why *function* cannot be called in some way in which one with the signature *given* can, or None."""
    if not callable(function):
        return f"{function!r} cannot be called"
    try:
        takes = inspect.signature(function)
    except (TypeError, ValueError):
        return None  # some builtins do not say what they take
    for arguments, keywords in _calls(given, tuple(takes.parameters)):
        try:
            takes.bind(*arguments, **keywords)
        except TypeError as error:
            return f"{getattr(function, '__qualname__', function)}{takes} does not take what it is given, {given}: {error}"
    return None


def _calls(signature: inspect.Signature, others: tuple[str, ...]) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the ways in which it may be called: each number of arguments by position and the rest by name; only what has no default.

    Where it takes any arguments, more come than there are *others*, and some by their names.
    """
    held = signature.parameters.values()
    placed = [each.name for each in held if each.kind in {ONLY, EITHER}]
    named = [each.name for each in held if each.kind not in {STAR, STARS}]
    needed = [each.name for each in held if each.kind not in {STAR, STARS} and each.default is each.empty]
    kinds = [each.kind for each in held]
    more = ["one more"] * (len(others) + 1) if STAR in kinds else []
    extra = {name: "" for name in ("one more", *others) if STARS in kinds and name not in named[kinds.count(ONLY) :]}
    for number in range(kinds.count(ONLY), len(placed) + 1):
        yield placed[:number], {name: "" for name in named if name not in placed[:number]} | extra
    yield [*placed, *more], {name: "" for name in named if name not in placed} | extra
    yield [name for name in needed if name in placed], {name: "" for name in needed if name not in placed}
