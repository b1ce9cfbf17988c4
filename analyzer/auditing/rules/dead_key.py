"""NB408: a table has a key that the test before it never lets through."""

from collections import defaultdict
from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ..audited import Audited
from ..lookups import Asking, every, let_through
from ..rule import AuditRule


def _audit(audited: Audited) -> Iterator[Finding]:
    asked: defaultdict[str, list[Asking]] = defaultdict(list)
    for one in every(audited):
        asked[one.table].append(one)
    tests = {leaf.judged.constant for leaf in audited.linked.leaves if leaf.judged is not None and leaf.decision is not None}
    for table, found in asked.items():
        if len(found) == 1 and table not in tests:
            yield from _dead(audited, found[0])


def _dead(audited: Audited, asking: Asking) -> Iterator[Finding]:
    for known, guard in let_through(audited, asking):
        lost = tuple(name for name in asking.names if name not in known.texts)
        if known.holds and lost and len(lost) < len(asking.names):
            title = asking.table.rpartition(".")[2]
            others = (known.leaf.judged.via if known.leaf.judged is not None else ())[:1]
            yield audited.finding(
                "NB408",
                (asking.unit, asking.lookup.span),
                f"{title} has {', '.join(map(repr, lost))}, and the test before lets no such name through: the key is dead; add it to the test, "
                f"or take the key out",
                witness=lost[0],
                names=lost,
                places=(guard.where, *others),
                confidence=Confidence.LINKED,
            )
            return


dead_key = AuditRule(
    name="dead-key",
    rule="NB408",
    title="a table has a key that the test before it never lets through",
    doc="""
Finds `KERNEL_OF.get(kind, default)` behind `if kind in EXPECTED`, where `KERNEL_OF` has a key that is not in `EXPECTED`: what that key
stands for is never used. One of the two was not kept up, or the name is misspelled.

Leaves alone: tables that are asked in several places, and those of which the test lets no key through at all.
""",
    finds=(
        Example(
            title="a key beside the list",
            code="""
EXPECTED = frozenset({"Qwen2MLP", "Glm4MLP", "Glm4vMoeTextMLP"})


def patch(model, default):
    forward_of = {"Glm4MLP": 1, "Glm4vTextMLP": 2}
    for module in model.modules():
        if module.__class__.__name__ in EXPECTED:
            module.forward = forward_of.get(module.__class__.__name__, default)  # here
""",
        ),
    ),
    passes=(
        Example(
            title="keys that all come through, and no test",
            code="""
EXPECTED = frozenset({"Qwen2MLP", "Glm4MLP"})


def patch(model, default):
    forward_of = {"Glm4MLP": 1}
    other = {"Glm4vTextMLP": 2}
    for module in model.modules():
        if module.__class__.__name__ in EXPECTED:
            module.forward = forward_of.get(module.__class__.__name__, default)
        module.first = other.get(module.__class__.__name__, default)
""",
        ),
    ),
    audit=_audit,
)
