"""Which one model owns a folder or a file, judged by its name, and the reason in words."""

import re
from collections.abc import Callable
from dataclasses import dataclass

Family = Callable[[str], str | None]  # the model that an identifier names first, or None: `Names.family` of the universe

_SHORTEST_HEAD, _SHORTEST_TAIL = 3, 3  # letters of a model's name, and of what is glued to it
_BREAK = re.compile(r"[_\-. ]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """One model that owns a folder or a file."""

    model: str  # as the name spells it: `qwen3_vl`
    at: str  # the folder or file that is its own
    reason: str
    own: bool = False  # the reason is this name alone; else it is one that its neighbours share


def named_after(name: str, family: Family, never: frozenset[str]) -> tuple[str, str] | None:
    """Return the model that a folder's or file's name (without suffix) is of, with what else is in it; None if it is of none.

    A name of two models is of neither, and words in `never` are no models.
    """
    parts = tuple(part for part in _BREAK.split(name.lower()) if part)
    start = 0
    while (run := _run(parts, start, family)) is not None:
        first, end = run
        if not never.issuperset(parts[first:end]):
            return _judged(parts, first, end, family, never)
        start = end
    return None


def glued_to(name: str, family: Family, never: frozenset[str]) -> str | None:
    """Return the model whose name a file's begins with, written in one word with what follows: `wan` of wanvae.

    Only for files among files that are named after models: elsewhere such a name says little.
    """
    stem = _BREAK.split(name.lower())[0]
    for end in range(len(stem) - _SHORTEST_TAIL, _SHORTEST_HEAD - 1, -1):
        head = stem[:end]
        if head not in never and family(head) is not None and stem[end:].isalpha():
            return head
    return None


def _run(parts: tuple[str, ...], start: int, family: Family) -> tuple[int, int] | None:
    """Return the shortest run of words that names the same model as all words from `start` do."""
    known, first, end = family("_".join(parts[start:])), start, len(parts)
    if known is None or first == end:
        return None
    while end > first + 1 and family("_".join(parts[first : end - 1])) == known:
        end -= 1
    while first < end - 1 and family("_".join(parts[first + 1 : end])) == known:
        first += 1
    return first, end


def _judged(parts: tuple[str, ...], first: int, end: int, family: Family, never: frozenset[str]) -> tuple[str, str] | None:
    model, before, after = ("_".join(part) for part in (parts[first:end], parts[:first], parts[end:]))
    other = _run(parts, end, family)
    if other is not None and not never.issuperset(parts[slice(*other)]) and not _akin(model, "_".join(parts[slice(*other)])):
        return None
    if before and after:
        return model, f"{model} between {before}_ and _{after}"
    if before:
        return model, f"{before}_ before {model}"
    return model, f"begins with {model}" if after else ""


def _akin(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)
