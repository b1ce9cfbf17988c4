"""NB401: an arm that a table of a dependency takes first, because it has that key by now."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...finding.detector import Example
from ...inventory import Finding
from ..asking import Asked, Form, by_span
from ..audited import Audited
from ..chains import Arm, alone, arm_of
from ..rule import AuditRule
from ..surely import surely, table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taker:
    """A test in a table of a dependency that comes before an arm, and the outcome with which it leaves nothing to the arm."""

    arm: Arm
    outcome: bool


def _audit(audited: Audited) -> Iterator[Finding]:
    for arm in alone(audited) if audited.upstream.dependencies else ():
        guards = [each for each in arm.unit.facts.leading(arm.decision.guard) if each.decision != arm.number]
        yield from _told(audited, arm, [_Taker(arm=arm_of(audited, arm.unit, each.decision), outcome=not each.holds) for each in guards])


def _told(audited: Audited, arm: Arm, takers: list[_Taker]) -> Iterator[Finding]:
    looking = [taker for taker in takers if _tables(audited, taker.arm)]
    for question in arm.needed if looking else ():
        if not question.holds or question.form is not Form.EXACT:
            continue
        taken = {text: taker for text in question.texts for taker in looking if _takes(audited, taker, question, text)}
        if taken:
            yield _finding(audited, arm, question, taken)


def _takes(audited: Audited, taker: _Taker, question: Asked, text: str) -> bool:
    leaves = by_span(audited.decided.get((id(taker.arm.unit), taker.arm.number), ()))
    return surely(taker.arm.decision.formula, question.subject, text, leaves, audited.upstream) is taker.outcome


def _tables(audited: Audited, arm: Arm) -> list[str]:
    leaves = audited.decided.get((id(arm.unit), arm.number), ())
    return [leaf.judged.constant for leaf in leaves if leaf.judged and leaf.judged.constant and table_of(leaf, audited.upstream)]


def _finding(audited: Audited, arm: Arm, question: Asked, taken: dict[str, _Taker]) -> Finding:
    tables = dict.fromkeys(table for taker in taken.values() for table in _tables(audited, taker.arm))
    labels = dict.fromkeys(held.label for table in tables if (held := audited.upstream.given(table)) is not None)
    names = ", ".join(map(repr, taken))
    whole = len(taken) == len(question.texts)
    said = "this arm is never taken" if whole else f"{names} never comes to this arm"
    return audited.finding(
        "NB401",
        (arm.unit, question.leaf.span),
        f"{said} with {', '.join(labels)}: `{', '.join(tables)}` has {names}, and the test before takes what is in it; "
        "take it out, or ask for it first",
        witness=next(iter(taken)),
        names=tuple(taken),
        places=tuple(dict.fromkeys(taker.arm.where for taker in taken.values())),
    )


taken_upstream = AuditRule(
    name="taken-upstream",
    rule="NB401",
    title="an arm that a dependency's table takes first",
    doc="""
Finds, with `--dep`, `if t in TABLE: … elif t == "x": …` where the TABLE of another library has the key "x" in that release: the arm died
without an edit here, when the library learned the model. The table is read off the library's source, conditions, merges and item stores
included.

Leaves alone: an arm whose name the first test excludes (`t in TABLE and t not in OURS`), or takes only under some other condition.
""",
    finds=(
        Example(
            title="a table that has the key, whichever way it came in",
            code="""
from kernels import TABLE

OURS = {"qwen3"}


def patch(config):
    if config.model_type in TABLE and config.model_type not in OURS:
        return TABLE[config.model_type]()
    elif config.model_type == "jamba":
        return "ours"
    elif config.model_type == "mamba2":  # here
        return "ours"
    elif config.model_type == "qwen3":
        return "ours"
    elif config.model_type in ("falcon_h1", "zamba2"):  # here
        return "ours"


def late(config):
    if config.model_type not in TABLE:
        if config.model_type == "llama":  # here
            return "ours"

# file: site-packages/kernels/__init__.py
from .patches import *

# file: site-packages/kernels/patches.py
import transformers

OLD = {"llama": 1}
TABLE = {**OLD, "qwen3": 2}
if transformers.__version__ >= "4.50":
    TABLE["mamba2"] = 3
TABLE.update(falcon_h1=4)
""",
        ),
    ),
    passes=(
        Example(
            title="a first test that asks for more",
            code="""
from kernels import TABLE


def patch(config, wanted):
    if wanted and config.model_type in TABLE:
        return TABLE[config.model_type]()
    elif config.model_type == "llama":
        return "ours"

# file: site-packages/kernels/__init__.py
TABLE = {"llama": 1}
""",
        ),
        Example(
            title="a table of a library that was not given",
            code="""
from kernels import TABLE


def patch(config):
    if config.model_type in TABLE:
        return TABLE[config.model_type]()
    elif config.model_type == "jamba":
        return "ours"
""",
        ),
    ),
    audit=_audit,
)
