"""Lookups by a name that fail where the name is not there, and what tests before them have let through."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..extracting.expression import Call, Expr, dotted
from ..extracting.facts import Block, Definition, Lookup
from ..linking.leaves import Leaf
from ..linking.linked import Linked
from ..linking.meaning import Bound, Place, PlacedUnit
from .asking import Asked, Form
from .audited import Audited
from .chains import Arm, arm_of

_FORGIVING = ("KeyError", "LookupError", "except Exception", "except:")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """One `table[key]`, of which all keys are known."""

    unit: PlacedUnit
    lookup: Lookup
    leaf: Leaf
    names: tuple[str, ...]  # the keys that the table has
    table: str  # dotted name

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.unit, self.lookup.scope, self.lookup.block, self.lookup.span[0])


def strict(audited: Audited) -> Iterator[Asking]:
    """Yield the lookups that raise a KeyError for what is not there, where nothing around them catches it."""
    yield from (one for one in every(audited) if one.lookup.op == "[]" and not _is_forgiven(audited, one.unit, one.lookup.block))


def every(audited: Audited) -> Iterator[Asking]:
    """Yield all lookups by a name in a table of which all keys are known."""
    found = {(id(leaf.unit), leaf.span): leaf for leaf in audited.linked.leaves if leaf.judged is not None and leaf.decision is None}
    for unit in audited.linked.units:
        for lookup in unit.facts.lookups:
            leaf = found.get((id(unit), lookup.span))
            if leaf is None or leaf.judged is None or leaf.judged.constant is None:
                continue
            known = closed(audited.linked, lookup.table, Place(unit, lookup.scope, lookup.block, lookup.span[0]))
            if known is not None:
                yield Asking(unit=unit, lookup=lookup, leaf=leaf, names=known, table=leaf.judged.constant)


def closed(linked: Linked, table: Expr, place: Place) -> tuple[str, ...] | None:
    """Return the keys of a table, or None where it may have others."""
    members = linked.constants.members(table, place)
    if members is None or members.external is not None or members.unresolved or not members.names or members.slots:
        return None
    meaning = linked.follower.meaning(table, place)
    if not isinstance(meaning, Bound) or any(_makes_more(definition.value) for _, definition in meaning.definitions):
        return None
    if any(_is_open(linked, unit, definition) for unit, definition in meaning.definitions):
        return None
    return members.names


def _is_open(linked: Linked, unit: PlacedUnit, definition: Definition) -> bool:
    """Whether a definition adds keys that nobody can tell."""
    if definition.op != "store":
        return definition.op != "="
    at = Place(unit, definition.scope, definition.block, definition.span[0])
    return definition.key is None or linked.constants.members(definition.key, at) is None


def _makes_more(value: Expr) -> bool:
    """Whether a table answers for keys that it does not spell."""
    return isinstance(value, Call) and (dotted(value.func) or "?").rpartition(".")[2] not in {"dict", "OrderedDict", "MappingProxyType"}


def _is_forgiven(audited: Audited, unit: PlacedUnit, block: Block) -> bool:
    if not block:
        return False
    rows = audited.rows(unit.path)[unit.first - 1 : unit.first - 1 + unit.lines]
    return any(word in row for row in rows for word in _FORGIVING)


def let_through(audited: Audited, asking: Asking) -> Iterator[tuple[Asked, Arm]]:
    """Yield what is known of the key where it is looked up: by the tests around it, and by guards before it that leave."""
    line, block = asking.lookup.span[0], asking.lookup.block
    for number, decision in enumerate(asking.unit.facts.decisions):
        first, last = decision.span[2] + 1, decision.span[2] + decision.lines
        if decision.scope != asking.lookup.scope or decision.span[0] > line or (id(asking.unit), number) not in audited.decided:
            continue
        arm = arm_of(audited, asking.unit, number)
        if decision.role == "guard" and decision.block == block[: len(decision.block)] and decision.span[2] < line:
            yield from ((one.denied(), arm) for one in arm.enough if _is_about(one, asking))
        elif decision.role in {"if", "elif"} and first <= line <= last and len(decision.block) < len(block):
            yield from ((one, arm) for one in arm.needed if _is_about(one, asking))


def _is_about(one: Asked, asking: Asking) -> bool:
    return one.form is Form.EXACT and one.subject == asking.lookup.key_text
