"""Every list of names that a target keeps: tables and name sets, lists in a test, and the arms of a chain that ask for one name each."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ..extracting.expression import Span
from ..inventory import Zone
from ..linking.meaning import PlacedUnit
from .asking import Asked, Form
from .audited import Audited, place_of
from .chains import Arm, alone

_AMONG = frozenset({"in", "not in"})
_ARMS = 3  # of one subject that make a list


@dataclass(frozen=True, slots=True, kw_only=True)
class NameList:
    """One list of names."""

    unit: PlacedUnit
    span: Span
    title: str  # the constant, or the subject that is compared
    subject: str  # what is compared, "" where a constant is only defined
    names: tuple[str, ...]
    form: str  # table, list, test, arms
    scope: str  # qualified name of the function around it, the module's at top level

    @property
    def where(self) -> str:
        """`path:line`."""
        return place_of(self.unit, self.span)


def lists_of(audited: Audited) -> tuple[NameList, ...]:
    """Return the lists in shared code, by path and line."""
    found = [*_constants(audited), *_tests(audited), *_arms(audited)]
    shared = {(one.where, one.form): one for one in found if one.unit.zone is Zone.SHARED}
    return tuple(sorted(shared.values(), key=lambda one: (one.unit.path, one.unit.first + one.span[0], one.form)))


def _constants(audited: Audited) -> Iterator[NameList]:
    for one in audited.linked.collections:
        if one.definition.op in {"=", "class"}:
            yield NameList(
                unit=one.unit,
                span=one.definition.span,
                title=one.definition.name.rpartition(".")[2],
                subject="",
                names=one.names,
                form="table" if one.shape == "mapping" else "list",
                scope=audited.linked.index.qualified(one.unit, one.definition.scope, ""),
            )


def _tests(audited: Audited) -> Iterator[NameList]:
    for arm in alone(audited):
        for one in arm.enough if len(arm.enough) > len(arm.needed) else arm.needed:
            judged = one.leaf.judged
            if one.form is Form.EXACT and judged is not None and judged.constant is None and judged.op in _AMONG:
                scope = audited.linked.index.qualified(arm.unit, one.leaf.scope, "")
                yield NameList(
                    unit=arm.unit, span=one.leaf.span, title=one.subject, subject=one.subject, names=one.texts, form="test", scope=scope
                )


def _arms(audited: Audited) -> Iterator[NameList]:
    """The tests of one function that ask one subject for one name after another, in a chain or not."""
    found: defaultdict[tuple[int, int, str], list[tuple[Arm, Asked]]] = defaultdict(list)
    for arm in alone(audited):
        for one in dict.fromkeys((*arm.needed, *arm.enough)):
            if one.holds and one.form is Form.EXACT and one.leaf.judged is not None and one.leaf.judged.constant is None:
                found[id(arm.unit), arm.decision.scope, one.subject].append((arm, one))
    for (_, scope, subject), mine in found.items():
        first = mine[0][0]
        if len({arm.number for arm, _ in mine}) >= _ARMS:
            yield NameList(
                unit=first.unit,
                span=first.decision.span,
                title=f"the tests on {subject}",
                subject=subject,
                names=tuple(dict.fromkeys(text for _, one in mine for text in one.texts)),
                form="arms",
                scope=audited.linked.index.qualified(first.unit, scope, ""),
            )
