"""Decisions in words: a clause on one line, or as lines that are indented by what they are part of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..analyzer.explaining.explanation import Clause, Join
from .escape import visible
from .phrase import clipped

NAMES = 4  # of one test that are spelled on a line
_TITLES = {
    Join.ALL: "all of",
    Join.ANY: "one of",
    Join.NOT: "not",
    Join.EVERY: "for every element",
    Join.SOME: "for some element",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a decision."""

    depth: int
    words: str
    site: str | None  # id


def rows(clause: Clause, *, most: int = NAMES, depth: int = 0) -> Iterator[Row]:
    """Yield the lines of a decision; a test is one line, what joins several is a title above them."""
    if clause.join is Join.TEST:
        yield Row(depth=depth, words=spelled(clause, most=most), site=clause.site)
        return
    yield Row(depth=depth, words=_TITLES[clause.join], site=None)
    for part in clause.parts:
        yield from rows(part, most=most, depth=depth + 1)


def line(clause: Clause, *, most: int = NAMES) -> str:
    """Return a decision on one line."""
    match clause.join:
        case Join.TEST:
            return spelled(clause, most=most)
        case Join.ALL | Join.ANY:
            word = " and " if clause.join is Join.ALL else " or "
            return word.join(_inside(part, most) for part in clause.parts)
        case Join.NOT:
            words = line(clause.parts[0], most=most)
            return f"not ({words})" if " " in words else f"not {words}"
        case Join.EVERY | Join.SOME:
            return f"{_TITLES[clause.join]} ({line(clause.parts[0], most=most)})"


def _inside(part: Clause, most: int) -> str:
    words = line(part, most=most)
    return f"({words})" if part.join in {Join.ALL, Join.ANY} else words


def spelled(test: Clause, *, most: int = NAMES) -> str:
    """Return one test: `cfg.model_type is one of "jamba", "mamba"`, `t is one of NAMES (12 names)`."""
    if not test.verb:
        return clipped(test.subject)
    if test.through is not None:
        many = f" ({len(test.names)} {'name' if len(test.names) == 1 else 'names'})" if test.names else ""
        return f"{clipped(test.subject)} {visible(test.verb)} {short(test.through)}{many}"
    if test.verb in {"holds", "does not hold"}:
        return f"{clipped(test.subject)} {test.verb}" + (f", which is for {listed(test.names, most=most)}" if test.names else "")
    return f"{clipped(test.subject)} {visible(test.verb)} {listed(test.names, most=most, quoted=True)}"


def listed(names: Sequence[str], *, most: int = NAMES, quoted: bool = False) -> str:
    """Return names with commas between them, those after *most* counted."""
    shown = [f'"{clipped(name)}"' if quoted else clipped(name) for name in names[:most]]
    return ", ".join(shown) + (f" and {len(names) - most} more" if len(names) > most else "")


def short(dotted: str) -> str:
    """Return the last two parts of a dotted name."""
    return clipped(".".join(dotted.split(".")[-2:]))
