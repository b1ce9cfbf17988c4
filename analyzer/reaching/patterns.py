"""Regular expressions of a target, asked of short strings: only those that cannot take long."""

import re
import warnings
from functools import lru_cache

_LONGEST_PATTERN = 1000  # characters
_LONGEST_TEXT = 150  # characters
_MOST_REPEATS = 3  # without an upper bound, in one pattern
_ASKING = {"match": re.Pattern.match, "search": re.Pattern.search, "fullmatch": re.Pattern.fullmatch}


class PatternError(Exception):
    """A pattern is refused; the message says why."""


def found(how: str, pattern: str, text: str) -> bool:
    """Tell whether a pattern matches *text* by `match`, `search` or `fullmatch` (`findall` and `finditer` search).

    Raises:
        PatternError: it is no pattern, it may take exponential time, or the text is too long for one with several repeats.

    """
    compiled = checked(pattern)
    if len(text) > _LONGEST_TEXT:
        raise PatternError("the text is too long to be asked of a pattern")
    return _ASKING.get(how, re.Pattern.search)(compiled, text) is not None


@lru_cache(maxsize=512)
def checked(pattern: str) -> re.Pattern[str]:
    """Compile a pattern, or raise PatternError."""
    if len(pattern) > _LONGEST_PATTERN:
        raise PatternError("the pattern is too long")
    if (reason := _slow(pattern)) is not None:
        raise PatternError(f"the pattern {pattern!r} {reason}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what may mean something else some day
            return re.compile(pattern)
    except (re.error, OverflowError, RecursionError, ValueError) as error:
        raise PatternError(f"{pattern!r} is no pattern: {error}") from error


_OPENING = r"\((?:\?(?:P?<\w+>|[aiLmsux-]*:|<?[=!]|[aiLmsux]+\)))?"
_PIECE = re.compile(rf"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|{_OPENING}|[*+?]|\{{\d*(?:,\d*)?\}}|[)|]|.", re.DOTALL)


def _slow(pattern: str) -> str | None:
    """Say why a pattern may take long: a group that repeats or has alternatives inside and is itself repeated, or many repeats."""
    if "(?P=" in pattern or "(?(" in pattern:
        return "refers back to a group"
    groups: list[bool] = [False]  # of each open group: whether something inside it can match in several ways
    repeated, repeats = False, 0  # whether what came last is such a group
    for piece in _PIECE.findall(pattern):
        variable, repeated = repeated, False
        if piece[0] == "(" and piece[-1] != ")":
            groups.append(False)
        elif piece == ")" and len(groups) > 1:
            repeated = groups.pop()
            groups[-1] |= repeated
        elif piece in {"*", "+"} or _COUNTED.fullmatch(piece):
            if variable:
                return "repeats a group with alternatives or repeats inside, which may take exponential time"
            groups[-1] = True
            repeats += 1
        elif piece in {"|", "?"}:
            groups[-1] = True
        elif piece[0] == "\\" and piece[1:].isdigit():
            return "refers back to a group"
    return f"has more than {_MOST_REPEATS} repeats" if repeats > _MOST_REPEATS else None


_COUNTED = re.compile(r"\{\d*,?\d*\}")


def matched_by(pattern: object) -> tuple[str, ...]:
    """Return some strings that a pattern may match, by taking its alternatives one by one and everything else once."""
    if not isinstance(pattern, str):
        return ()
    levels: list[list[list[str]]] = [[[""]]]  # of each open group: its alternatives, each with the strings that it can be
    for piece in _PIECE.findall(pattern):
        if piece[0] == "(" and piece[-1] != ")":
            levels.append([[""]])
        elif piece == ")" and len(levels) > 1:
            inside = [text for alternative in levels.pop() for text in alternative]
            levels[-1][-1] = _followed(levels[-1][-1], inside)
        elif piece == "|":
            levels[-1].append([""])
        elif piece[0] not in "(^$*+?{)" or (len(piece) == 1 and piece == "{"):
            levels[-1][-1] = _followed(levels[-1][-1], _letters(piece))
    return tuple(dict.fromkeys(text for level in levels for alternative in level for text in alternative))


def _followed(heads: list[str], tails: list[str]) -> list[str]:
    return [head + tail for head in heads for tail in tails][:_MOST_STRINGS]


def _letters(piece: str) -> list[str]:
    """Return some texts that a piece of a pattern matches: of a set of letters the first ones."""
    if piece[0] == "[" and piece[1:2] not in {"", "^"}:
        return [_letter(part) for part in _PIECE.findall(piece[1:-1])[:_MOST_LETTERS]]
    return [_letter(piece)]


def _letter(piece: str) -> str:
    """Return one text that a piece of a pattern matches."""
    if piece[0] == "\\":
        return _CLASSES.get(piece[1:], piece[1:])
    return "~" if piece == "." or (piece[0] == "[" and len(piece) > 1) else piece


_MOST_STRINGS = 12
_MOST_LETTERS = 4
_CLASSES = {"d": "7", "w": "a", "s": " ", "S": "~", "D": "~", "W": "~", "b": "", "B": "", "A": "", "Z": ""}
