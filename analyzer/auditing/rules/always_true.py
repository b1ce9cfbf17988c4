"""NB406: a string stands where a test was meant, so the test is true for every model."""

import ast
from collections.abc import Iterator

from ...extracting.expression import And, Blank, Formula, Not, Or, Over
from ...extracting.facts import Decision
from ...finding.detector import Example
from ...inventory import Finding
from ...linking.meaning import PlacedUnit
from ..audited import Audited
from ..rule import AuditRule

_AS_VALUE = frozenset({"boolean", "assignment", "none"})  # where `x or "default"` hands on a value


def _audit(audited: Audited) -> Iterator[Finding]:
    for unit in audited.linked.units:
        for number, decision in enumerate(unit.facts.decisions):
            for operand, is_last, joined in _constants(decision.formula):
                is_value = decision.role in _AS_VALUE and is_last and not (joined == "or" and _beside_name(audited, unit, number))
                if not is_value and (audited.decided.get((id(unit), number)) or audited.names.is_name(operand)):
                    yield _told(audited, unit, decision, operand, joined)


def _beside_name(audited: Audited, unit: PlacedUnit, number: int) -> bool:
    """Whether the operands before are comparisons with names: `x == "a" or "b"` is no default."""
    return any(leaf.judged is not None and leaf.judged.op in {"==", "!="} for leaf in audited.decided.get((id(unit), number), ()))


def _constants(formula: Formula) -> Iterator[tuple[str, bool, str]]:
    """Yield the string operands of `and` and `or`: the text, whether it is the last operand, and what joins it."""
    match formula:
        case And(parts) | Or(parts):
            joined = "and" if isinstance(formula, And) else "or"
            for at, part in enumerate(parts):
                if isinstance(part, Blank) and (text := _string(part.text)):
                    yield text, at == len(parts) - 1, joined
                else:
                    yield from _constants(part)
        case Not(part) | Over(_, _, part):
            yield from _constants(part)
        case _:
            return


def _string(text: str) -> str | None:
    if text[:1] not in {'"', "'"}:
        return None
    try:
        value = ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return None
    return value if isinstance(value, str) else None


def _told(audited: Audited, unit: PlacedUnit, decision: Decision, operand: str, joined: str) -> Finding:
    first, left, last, right = decision.span
    line = next((at for at in range(first, last + 1) if operand in audited.row(unit.path, unit.first + at)), first)
    effect = "changes nothing" if joined == "and" else "makes the whole test true for every model"
    return audited.finding(
        "NB406",
        (unit, (line, left, last, right)),
        f"the operand {operand!r} of `{joined}` is a string and so always true: it {effect}; compare it with something, or take it out",
        witness=operand,
        names=(operand,),
    )


always_true = AuditRule(
    name="always-true",
    rule="NB406",
    title="a bare string stands where a test was meant",
    doc="""
Finds `"mpt" and "chat" in path` and `kind == "falcon" or "RefinedWeb"`: a non-empty string is true, so the first tests only what stands
behind it, and the second is true for every model.

Leaves alone: `name or "default"` and `cond and "value"`, where a value is handed on.
""",
    finds=(
        Example(
            title="an operand of and, an operand of or",
            code="""
def stop_ids(model_type, path):
    if "mpt" and "chat" in path:  # here
        return [0]
    if model_type == "falcon" or "RefinedWeb":  # here
        return [1]
    return []
""",
        ),
        Example(
            title="in what is returned",
            code="""
def is_falcon(config):
    return config.model_type == "falcon" or "refinedweb"  # here
""",
        ),
    ),
    passes=(
        Example(
            title="a default, and a value behind a condition",
            code="""
def family(config, given):
    kind = given or "llama"
    name = getattr(config, "model_type", None) or "mistral"
    label = config.model_type == "llama" and "llama"
    return kind, name, label
""",
        ),
    ),
    audit=_audit,
)
