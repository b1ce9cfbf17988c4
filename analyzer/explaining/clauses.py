"""Formulas to words: a decision as a tree of clauses, each name test with the names that it asks for."""

from collections.abc import Iterable, Iterator, Mapping

from ..extracting.expression import And, Blank, Formula, Not, Or, Over, Ref, Span, Test
from ..finding.draft import Draft
from ..inventory import Kind, Site
from ..linking.meaning import PlacedUnit
from .explanation import Clause, Join

Sites = Mapping[tuple[int, Span], Site]
"""The sites of a program that stand in decisions, by the identity of their unit and their span."""

_VERBS = {
    "==": "is",
    "!=": "is not",
    "is": "is",
    "is not": "is not",
    "case": "is",
    "in": "is one of",
    "not in": "is none of",
    "startswith": "begins with",
    "endswith": "ends with",
    "removeprefix": "begins with",
    "isinstance": "is an instance of",
    "issubclass": "is a subclass of",
    "match": "matches at its start",
    "search": "matches somewhere",
    "fullmatch": "matches as a whole",
    "find": "contains",
    "truth": "holds",
}
_HOLDING = {"in": "contains", "not in": "does not contain"}  # where the subject stands on the right
_KEYS = {"in": "is a key of", "not in": "is no key of"}
_NEGATED = {
    "is": "is not",
    "is one of": "is none of",
    "begins with": "does not begin with",
    "ends with": "does not end with",
    "is an instance of": "is no instance of",
    "is a subclass of": "is no subclass of",
    "matches at its start": "does not match at its start",
    "matches somewhere": "matches nowhere",
    "matches as a whole": "does not match as a whole",
    "contains": "does not contain",
    "is a key of": "is no key of",
    "holds": "does not hold",
}
_OPPOSITE = _NEGATED | {no: yes for yes, no in _NEGATED.items()}


def sites_by_place(sites: Iterable[tuple[Site, Draft]]) -> Sites:
    """Return the sites by where their tests stand; of several at one place the one that tests, not the flag that is kept."""
    found: dict[tuple[int, Span], Site] = {}
    for site, draft in sites:
        if draft.decision is not None and draft.op != "def":
            found.setdefault((id(draft.unit), draft.span), site)
    return found


def clause_of(unit: PlacedUnit, number: int, sites: Sites, *, holds: bool = True) -> Clause:
    """Return a decision of *unit* in words, or its opposite."""
    return _clause(unit.facts.decisions[number].formula, unit, sites, negated=not holds)


def atoms_of(clause: Clause) -> Iterator[Clause]:
    """Yield the tests of a clause in source order."""
    stack = [clause]
    while stack:
        at = stack.pop()
        if at.join is Join.TEST:
            yield at
        stack.extend(reversed(at.parts))


def names_of(clause: Clause) -> tuple[str, ...]:
    """Return the names that the tests of a clause ask for, in source order."""
    return tuple(dict.fromkeys(name for test in atoms_of(clause) for name in test.names))


def _clause(formula: Formula, unit: PlacedUnit, sites: Sites, *, negated: bool) -> Clause:
    match formula:
        case And(parts) | Or(parts):
            inner = tuple(_clause(part, unit, sites, negated=False) for part in parts)
            return _inverted(Clause(join=Join.ALL if isinstance(formula, And) else Join.ANY, parts=inner), negated=negated)
        case Not(part):
            return _clause(part, unit, sites, negated=not negated)
        case Over(every, _, part):
            inner = (_clause(part, unit, sites, negated=False),)
            return _inverted(Clause(join=Join.EVERY if every else Join.SOME, parts=inner), negated=negated)
        case Test() | Ref():
            return _test(formula, unit, sites.get((id(unit), formula.span)), negated=negated)
        case Blank(text, _):
            return _inverted(Clause(join=Join.TEST, subject=text), negated=negated)


def _inverted(clause: Clause, *, negated: bool) -> Clause:
    return Clause(join=Join.NOT, parts=(clause,)) if negated else clause


def _test(leaf: Test | Ref, unit: PlacedUnit, site: Site | None, *, negated: bool) -> Clause:
    line = unit.first + leaf.span[0]
    if site is None:
        text = leaf.text if isinstance(leaf, Ref) else f"{leaf.left_text} {leaf.op} {leaf.right_text}"
        return _inverted(Clause(join=Join.TEST, subject=text, line=line), negated=negated)
    verb = verb_of(site, holding=isinstance(leaf, Test) and leaf.op in _HOLDING and site.subject == leaf.right_text)
    opposite = _OPPOSITE.get(verb)
    made = Clause(
        join=Join.TEST,
        subject=site.subject,
        verb=opposite if negated and opposite is not None else verb,
        names=site.names,
        through=site.constant,
        site=site.id,
        line=line,
    )
    return _inverted(made, negated=negated and opposite is None)


def verb_of(site: Site, *, holding: bool = False) -> str:
    """Return how a site compares, in words; *holding*: the subject is asked whether it holds the names."""
    op = site.op.rpartition(".")[2]
    if site.kind is Kind.SUBSTRING or holding:
        return _HOLDING.get(op, _VERBS.get(op, op))
    if site.kind is Kind.TABLE_USE:
        return _KEYS.get(op, "is looked up in")
    if op == "in" and len(site.names) == 1 and site.constant is None:
        return "is"
    return _VERBS.get(op, op)
