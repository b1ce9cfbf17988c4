"""Strings that no universe holds, made so that some take a test if any string can: what it spells, with more around it or spelled anew."""

from collections.abc import Iterable, Iterator
from itertools import islice, product, zip_longest

OTHER = "~"
"""A string like no name."""
_LITERALS_LIMIT = 80
_MARKS_LIMIT = 6
_MOST = 700
_FEW = 12  # literals that are put together, and each spelled in every way
_CASES = (str, str.lower, str.upper, str.title, str.capitalize, str.swapcase)


def samples(literals: Iterable[str], marks: Iterable[str]) -> tuple[str, ...]:
    """Return strings made of *literals*, which a test compares with, and of *marks*, by which it changes what it compares.

    Those that are made of different literals alternate, so that the first ones speak for all.
    """
    spelled = tuple(islice(dict.fromkeys(literals), _LITERALS_LIMIT))
    kept = tuple(islice((mark for mark in dict.fromkeys(marks) if mark), _MARKS_LIMIT))
    few = len(spelled) <= _FEW
    made = [list(_of(literal, kept) if few else _plainly(literal, kept)) for literal in spelled]
    alone = [text for turn in zip_longest(*made) for text in turn if text is not None]
    pairs = [text for one, other in product(spelled[:_FEW], repeat=2) for text in (f"{one}{OTHER}{other}", f"{one}{other}")]
    mixed = (text for turn in zip_longest(alone, pairs) for text in turn if text is not None)
    return tuple(islice(dict.fromkeys((OTHER, *spelled, *mixed)), _MOST))


def _plainly(literal: str, marks: tuple[str, ...]) -> Iterator[str]:
    """Yield a literal with something around it: of many, each needs no more."""
    yield from (literal, f"{literal}{OTHER}", f"{OTHER}{literal}{OTHER}", literal.upper(), literal.title(), literal.lower())
    for mark in marks:
        yield from (f"{OTHER}{mark}{literal}", f"{literal[:1]}{mark}{literal[1:]}", f"{mark}{literal}", literal.removesuffix(mark))


def _of(literal: str, marks: tuple[str, ...]) -> Iterator[str]:
    for base in dict.fromkeys((literal, *_before(literal, marks))):
        yield from _around(base, marks)


def _before(literal: str, marks: tuple[str, ...]) -> Iterator[str]:
    """Yield what a literal may have been before something was replaced, cut off or put around it."""
    for mark in marks:
        yield literal.removeprefix(mark)
        yield literal.removesuffix(mark)
        yield f"{mark}{literal}"
        yield f"{literal}{mark}"
        yield f"{literal[:1]}{mark}{literal[1:]}"
        for other in marks:
            if mark in literal:
                yield literal.replace(mark, other)
            yield literal.removeprefix(mark).removesuffix(other)


def _around(base: str, marks: tuple[str, ...]) -> Iterator[str]:
    """Yield a text in other cases, and with something before it, behind it, or both."""
    for case in _CASES:
        text = case(base)
        yield from (text, f"{text}{OTHER}", f"{OTHER}{text}", f"{OTHER}{text}{OTHER}")
    for mark in marks:
        yield from (f"{base}{mark}{OTHER}", f"{OTHER}{mark}{base}", f"{OTHER}{mark}{base}{OTHER}", f"{OTHER}{mark}{base}{mark}{OTHER}")
        yield f"{OTHER}{mark}{OTHER}{mark}{base}"
