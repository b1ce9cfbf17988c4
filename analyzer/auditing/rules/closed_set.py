"""NB401: a test for a name that the subject can never be: all it can be is written in the target."""

from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ..audited import Audited
from ..closed import values_of
from ..comparing import compared
from ..rule import AuditRule

_ASKED = frozenset({"==", "!=", "in", "not in", "case"})
_MOST_SHOWN = 6


def _audit(audited: Audited) -> Iterator[Finding]:
    for one in compared(audited):
        judged = one.leaf.judged
        if judged is None or judged.op not in _ASKED or judged.reversed or judged.many or judged.constant is not None:
            continue
        known = values_of(audited.linked, one.subject, one.place)
        lost = tuple(name for name in judged.names if known and name not in known)
        if known and lost:
            every = len(lost) == len(judged.names)
            shown = ", ".join(map(repr, list(known)[:_MOST_SHOWN])) + (
                f" and {len(known) - _MOST_SHOWN} more" if len(known) > _MOST_SHOWN else ""
            )
            yield audited.finding(
                "NB401",
                (one.leaf.unit, one.leaf.span),
                f"{one.leaf.subject} is never {' or '.join(map(repr, lost))}: all it can be is {shown}; "
                f"{'this test can go' if every else 'take it out'}, or what makes the name lacks it",
                witness=lost[0],
                names=lost,
                places=tuple(dict.fromkeys(known.values()))[:_MOST_SHOWN],
                confidence=Confidence.LINKED,
            )


closed_set = AuditRule(
    name="closed-set",
    rule="NB401",
    title="a name that the subject can never be",
    doc="""
Finds `kind == "deci"` where `kind` comes from a function of the target that hands back one of a few strings, from the values of a table, or
from an attribute that is only ever set to some, and `"deci"` is none of them.

Leaves alone: parameters, configuration, and whatever else may bring any string.
""",
    finds=(
        Example(
            title="a resolver that never says so",
            code="""
NAME_TO_TYPE = {"Llama": "llama", "Qwen2": "qwen2"}


def get_model_type(model):
    for key, value in NAME_TO_TYPE.items():
        if key.lower() in type(model).__name__.lower():
            return value
    return None


def export(model):
    model_type = get_model_type(model)
    if model_type == "llama":
        return 1
    if model_type in ("qwen2", "mixtral"):  # here
        return 2
    return 3
""",
        ),
    ),
    passes=(
        Example(
            title="a resolver that hands on what it was given, and a parameter",
            code="""
def get_model_type(model):
    if "llama" in type(model).__name__.lower():
        return "llama"
    return model.config.model_type


def export(model, kind):
    model_type = get_model_type(model)
    return model_type == "mixtral" or kind == "mixtral"
""",
        ),
    ),
    audit=_audit,
)
