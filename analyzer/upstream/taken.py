"""What a target takes from what it stands on and from its own closed classes, and is not there."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..linking.meaning import module_of
from ..scanned import File
from .answer import Absent
from .knowledge import Upstream
from .trees import tree_of
from .uses import Use, gates_in, uses


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """One use of a dotted name that is not there, and where else the same file uses it."""

    path: str
    use: Use
    absent: Absent
    again: tuple[int, ...]  # further lines


def missing(files: Iterable[File], upstream: Upstream) -> tuple[Missing, ...]:
    """Return what *files* use and is not there, the first use in each file, sorted; what a test of versions or a try surrounds is meant."""
    files = tuple(files)
    roots = upstream.roots - {module_of(file.path)[0].partition(".")[0] for file in files}  # what the target is itself it has
    trees = {file.path: tree for file in files for tree in [_parsed(file.data, roots)] if tree is not None}
    gates = frozenset().union(*(gates_in(tree) for tree in trees.values()))
    found: list[tuple[str, Use]] = []
    for path, tree in trees.items():
        module, package = module_of(path)
        found.extend((path, use) for use in uses(tree, module, roots, gates, package=package))
    made = frozenset(use.dotted for _, use in found if use.form == "store")
    asked = frozenset((path, use.dotted) for path, use in found if use.form == "asked")
    return tuple(_first(found, made, asked, upstream))


def _first(
    found: Iterable[tuple[str, Use]], made: frozenset[str], asked: frozenset[tuple[str, str]], upstream: Upstream
) -> Iterator[Missing]:
    seen: dict[tuple[str, str], list[tuple[Use, Absent]]] = {}
    for path, use in found:
        absent = None if use.is_gated else upstream.find(use.dotted)
        if isinstance(absent, Absent) and (path, absent.missing) not in asked and not _may_be_made(absent, made):
            seen.setdefault((path, absent.missing), []).append((use, absent))
    for (path, _), held in sorted(seen.items()):
        (use, absent), *rest = held
        yield Missing(path=path, use=use, absent=absent, again=tuple(dict.fromkeys(each.line for each, _ in rest if each.line != use.line)))


def _may_be_made(absent: Absent, made: frozenset[str]) -> bool:
    """Whether the target itself puts there what no release ever had."""
    return not absent.once and (absent.missing in made or absent.missing.rpartition(".")[2].startswith("_"))


def _parsed(data: bytes, roots: frozenset[str]) -> ast.Module | None:
    if not any(root.encode() in data for root in roots):
        return None
    return tree_of(data)
