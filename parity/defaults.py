"""The arm of a chain that no test names: where it lies, and which of the models that the target speaks of come there."""

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from ..analyzer.inventory import Site
from .tree import Tree

_TURNED = frozenset({"!=", "not in", "is not"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Default:
    """One such arm."""

    first: int  # line
    last: int
    named: frozenset[str]  # what the other arms of its chain ask for

    def holds(self, line: int) -> bool:
        """Return whether a line lies in it."""
        return self.first <= line <= self.last


def defaults(node: ast.AST, sites: Sequence[Site]) -> Iterator[Default]:
    """Yield the arms of a function that are left for what no test names: the last `else` of a chain, and what a turned test leads to."""
    inner: set[int] = set()  # those that go on a chain
    for one in ast.walk(node):
        if isinstance(one, ast.If) and id(one) not in inner:
            chain = list(_chain(one))
            inner.update(map(id, chain))
            asked = [site for arm in chain for site in _asked(arm.test, sites)]
            if asked and chain[-1].orelse:
                yield _arm(chain[-1].orelse, asked)
            yield from (_arm(arm.body, turned) for arm in chain if (turned := _turned(arm.test, sites)))


def _chain(node: ast.If) -> Iterator[ast.If]:
    yield node
    while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        node = node.orelse[0]
        yield node


def _turned(test: ast.expr, sites: Sequence[Site]) -> list[Site]:
    """Return what a test asks, if it asks only who is none of some."""
    asked = _asked(test, sites)
    return asked if all(site.op in _TURNED for site in asked) else []


def _arm(body: Sequence[ast.stmt], asked: Sequence[Site]) -> Default:
    last = body[-1].end_lineno or body[-1].lineno
    return Default(first=body[0].lineno, last=last, named=frozenset(name for site in asked for name in site.names))


def _asked(test: ast.expr, sites: Sequence[Site]) -> list[Site]:
    last = test.end_lineno or test.lineno
    return [site for site in sites if test.lineno <= site.line <= last]


def left_to(tree: Tree, named: Collection[str]) -> tuple[str, ...]:
    """Return the model types that a target speaks of, in its tests, tables and registrations, but for those that are *named*."""
    spoken = {name for site, _ in tree.program.sites for name in site.names} | {one.key for one in tree.program.found.registrations}
    return tuple(sorted(_types(tree, spoken) - _types(tree, named)))


def _types(tree: Tree, names: Collection[str]) -> set[str]:
    known = tree.program.linked.names
    held = {model for name in names for model in (name, *known.models_named(name.rpartition(".")[2]))}
    return held & known.types.keys()
