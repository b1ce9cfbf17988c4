"""Values that depend on the outcome of atoms: decision trees over atoms in one order, with anything at their ends."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

End = TypeVar("End")
_PARTS_LIMIT = 20_000  # of one combination; beyond, what is asked is undecided


class TooWideError(Exception):
    """The atoms of a test multiply to more cases than can be told apart."""


@dataclass(frozen=True, slots=True)
class Split(Generic[End]):
    """One thing where an atom holds, another where it does not; atoms further down have higher numbers."""

    atom: int
    holds: "Tree[End]"
    fails: "Tree[End]"


Tree: TypeAlias = Split[End] | End


def combine(make: Callable[..., End], *trees: object) -> Tree[End]:
    """Apply *make* to what several trees hold under each outcome of their atoms.

    Raises:
        TooWideError: the outcome has too many parts.

    """
    made: dict[tuple[int, ...], Split[End] | End] = {}

    def at(parts: tuple[object, ...]) -> Split[End] | End:
        key = tuple(map(id, parts))
        if key in made:
            return made[key]
        splits = [part.atom for part in parts if isinstance(part, Split)]
        found = make(*parts) if not splits else _split(min(splits), parts)
        made[key] = found
        if len(made) > _PARTS_LIMIT:
            raise TooWideError(f"its other conditions multiply to more than {_PARTS_LIMIT} cases")
        return found

    def _split(atom: int, parts: tuple[object, ...]) -> Split[End] | End:
        holds = at(tuple(part.holds if isinstance(part, Split) and part.atom == atom else part for part in parts))
        fails = at(tuple(part.fails if isinstance(part, Split) and part.atom == atom else part for part in parts))
        return holds if holds is fails or holds == fails else Split(atom, holds, fails)

    return at(trees)


def ends(tree: Tree[End]) -> list[tuple[tuple[tuple[int, bool], ...], End]]:
    """Return what a tree holds at each of its ends, with the atoms that lead there; those that hold come first."""
    found: list[tuple[tuple[tuple[int, bool], ...], End]] = []
    stack: list[tuple[tuple[tuple[int, bool], ...], Split[End] | End]] = [((), tree)]
    while stack:
        path, part = stack.pop()
        if isinstance(part, Split):
            stack += [((*path, (part.atom, False)), part.fails), ((*path, (part.atom, True)), part.holds)]
        else:
            found.append((path, part))
        if len(found) > _PARTS_LIMIT:
            raise TooWideError(f"its other conditions multiply to more than {_PARTS_LIMIT} cases")
    return found
