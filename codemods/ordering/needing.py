"""Which models' definitions use those of other models: where two use each other, moving one alone would make a circle of imports."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from ..planning.plan import HookPlan

Needs = Mapping[tuple[str, str], str]
"""For a model and one that it needs: the definition, and what it uses."""


def needs(moves: Iterable[HookPlan], texts: Mapping[str, bytes]) -> Needs:
    """Return which models need which, of definitions that move."""
    owners: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for move in moves:
        owners[move.path][_name(move)] = move.registrations[0].key
    found: dict[tuple[str, str], str] = {}
    for path, held in owners.items():
        for node in ast.parse(texts[path]).body:
            name = getattr(node, "name", "")
            for used in _used(node) if name in held else ():
                if held.get(used, held[name]) != held[name]:
                    found.setdefault((held[name], held[used]), f"{name} uses {used}")
    return found


def _name(move: HookPlan) -> str:
    return move.point.anchor.rpartition("::")[2]


def _used(node: ast.AST) -> Iterator[str]:
    return (part.id for part in ast.walk(node) if isinstance(part, ast.Name))
