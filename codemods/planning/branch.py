"""Branches: the decisions of a linked program, each with the place in its file where it stands."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ...analyzer.analysis import Program
from ...analyzer.extracting.expression import Formula, Test, leaves
from ...analyzer.inventory import Kind, Site
from ...analyzer.linking.judged import Judged
from ..editing.document import Document
from ..editing.places import Function, Places, Spanned, places_of

EXACT = frozenset({"==", "!=", "in", "not in", "case"})
IDENTITY = frozenset({"==", "is", "in"})
NEGATIVE = frozenset({"!=", "not in"})
TESTS = frozenset({Kind.COMPARE, Kind.MEMBERSHIP, Kind.MATCH})
_HOLDING = frozenset({Kind.FLAG, Kind.PREDICATE})  # sites that keep what the others of their decision find


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Leaf:
    """One name test of a branch."""

    site: Site
    node: Spanned
    judged: Judged | None

    @property
    def is_exact(self) -> bool:
        """Whether it is true for its names and for nothing else, or the other way round."""
        judged = self.judged
        exact = self.site.kind in TESTS and self.site.op in EXACT
        return exact and judged is not None and not judged.reversed and not judged.many

    @property
    def is_listed(self) -> bool:
        """Whether its subject holds several names, one of which is enough: `NAME in architectures`, `architectures & NAMES`."""
        judged = self.judged
        held = self.site.kind is Kind.MEMBERSHIP and judged is not None and judged.many
        return held and (self.site.op == "&" or (judged is not None and judged.reversed))

    @property
    def is_instance(self) -> bool:
        """Whether it asks for the class of an object, and of all that inherit from it."""
        return self.site.kind is Kind.CLASSCHECK and self.site.op == "isinstance"

    @property
    def is_identity(self) -> bool:
        """Whether it asks for the very class of an object: `type(x) is A`, `type(x) in (A, B)`."""
        held = self.site.kind is Kind.CLASSCHECK and self.site.op in IDENTITY and isinstance(self.node, ast.Compare)
        return held and (self.site.origin or "").startswith("type(")

    @property
    def is_negative(self) -> bool:
        """Whether it is true for all but its names."""
        return self.site.op in NEGATIVE


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Branch:
    """One decision, where it stands."""

    places: Places
    leaves: tuple[Leaf, ...]
    test: Spanned  # all of it
    formula: Formula
    function: Function | None
    unit: str  # digest
    held: tuple[Site, ...] = ()  # flags and predicates that keep its outcome

    @property
    def document(self) -> Document:
        """The file."""
        return self.places.document

    @property
    def site(self) -> Site:
        """The first of its sites."""
        return self.leaves[0].site

    @property
    def holder(self) -> ast.AST:
        """What the test is the test of."""
        return self.places.parents[self.test]

    @property
    def statement(self) -> ast.stmt:
        """The statement that it stands in."""
        return self.places.statement(self.test)

    @property
    def is_conjunction(self) -> bool:
        """Whether its first test must hold, so that all else may be asked behind it."""
        test, first = self.test, self.leaves[0]
        is_one = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and first.node in test.values
        return is_one and first.is_exact and not first.is_negative

    @property
    def names(self) -> tuple[str, ...]:
        """All names that it asks for."""
        return tuple(dict.fromkeys(name for leaf in self.leaves for name in leaf.site.names))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """A decision whose place in its file was not found."""

    sites: tuple[Site, ...]


class Documents:
    """The documents of a program, each parsed once."""

    def __init__(self, program: Program) -> None:
        self._data = {file.path: file.data for file in program.files}
        self._places: dict[str, Places] = {}

    def places(self, path: str) -> Places:
        """Return the places of a file."""
        if path not in self._places:
            self._places[path] = places_of(Document(path=path, data=self._data[path]))
        return self._places[path]

    def data(self, path: str) -> bytes | None:
        """Return the bytes of a file that the program knows."""
        return self._data.get(path)

    @property
    def paths(self) -> Mapping[str, bytes]:
        """All files."""
        return self._data


def branches(program: Program, documents: Documents) -> Iterator[Branch | Lost]:
    """Yield the decisions of *program* that stand in tests, in the order of their first sites."""
    judged = {(leaf.unit.path, leaf.unit.first + leaf.span[0], leaf.span[1] + 1): leaf.judged for leaf in program.linked.leaves}
    grouped: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, (_, draft) in enumerate(program.sites):
        if draft.decision is not None:
            grouped[id(draft.decision[0]), draft.decision[1]].append(number)
    for numbers in grouped.values():
        held = [program.sites[number] for number in numbers]
        sites = tuple(site for site, _ in held)
        decision = held[0][1].decision
        assert decision is not None
        unit, at = decision
        places = documents.places(unit.path)
        found = [_leaf(site, places, judged) for site in sites if site.kind not in _HOLDING]
        known = [leaf for leaf in found if leaf is not None]
        if not known or len(known) < len(found):
            yield Lost(sites=sites)
        else:
            yield Branch(
                places=places,
                leaves=tuple(known),
                test=(test := _whole(known[0].node, places)),
                formula=unit.facts.decisions[at].formula,
                function=places.function(test),
                unit=unit.digest,
                held=tuple(site for site in sites if site.kind in _HOLDING),
            )


def _whole(node: Spanned, places: Places) -> Spanned:
    """Return all of the test that a leaf is part of."""
    for parent in places.up(node):
        if isinstance(parent, ast.BoolOp) or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)):
            node = parent
        else:
            break
    return node


def of_case(branch: Branch) -> Leaf | None:
    """Return all names of a `case` as one test; None where its pattern asks for more than names."""
    case = next((node for node in branch.places.up(branch.leaves[0].node) if isinstance(node, ast.match_case)), None)
    if case is None:
        return None
    parts = case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]
    known = {leaf.node for leaf in branch.leaves}
    if not all(part in known for part in parts):
        return None
    return replace(branch.leaves[0], site=replace(branch.site, names=branch.names), node=case.pattern)


def _leaf(site: Site, places: Places, judged: Mapping[tuple[str, int, int], Judged | None]) -> Leaf | None:
    node = places.at(site.line, site.column, site.end_line, site.end_column)
    return None if node is None else Leaf(site=site, node=node, judged=judged.get((site.path, site.line, site.column)))


def tests_of(branch: Branch) -> list[Test]:
    """Return all comparisons of a branch's formula, names or not."""
    return [leaf for leaf in leaves(branch.formula) if isinstance(leaf, Test)]
