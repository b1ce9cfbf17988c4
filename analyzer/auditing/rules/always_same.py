"""NB406: a test of one subject that is true for every name, or for none, by its own form."""

from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Finding
from ..asking import Asked, Form
from ..audited import Audited
from ..chains import Arm, alone
from ..rule import AuditRule

_OTHER = "any-other-name"


def _audit(audited: Audited) -> Iterator[Finding]:
    for arm in alone(audited):
        subjects = dict.fromkeys(one.subject for one in (*arm.enough, *arm.needed))
        for subject in subjects:
            if told := _always(subject, arm) or _never(subject, arm):
                parts = [one for one in (*arm.enough, *arm.needed) if one.subject == subject]
                names = tuple(dict.fromkeys(text for one in parts for text in one.texts))
                yield audited.finding("NB406", (arm.unit, arm.decision.span), told, witness=names[0], names=names)
                break


def _always(subject: str, arm: Arm) -> str | None:
    parts = [one for one in arm.enough if one.subject == subject]
    denied = [one for one in parts if not one.holds and one.form is Form.EXACT]
    if len(parts) < 2 or not denied:  # noqa: PLR2004
        return None
    candidates = {text for one in parts for text in one.texts} | {_OTHER}
    if all(any(one.fits(name) for one in parts) for name in candidates):
        return f"true for every name: whatever {subject} is, one of these tests holds; `and` was meant, or `not in`"
    return None


def _never(subject: str, arm: Arm) -> str | None:
    parts = [one for one in arm.needed if one.subject == subject]
    exact = [one for one in parts if one.holds and one.form is Form.EXACT]
    if len(parts) < 2 or not exact or _is_guarded(exact):  # noqa: PLR2004
        return None
    if not any(all(one.fits(name) for one in parts) for name in exact[0].texts):
        return f"true for no name: {subject} cannot be all of this at once; `or` was meant, or one of these tests can go"
    return None


def _is_guarded(exact: list[Asked]) -> bool:
    return any(one.leaf.judged is None or one.leaf.judged.constant is not None for one in exact)


always_same = AuditRule(
    name="always-same",
    rule="NB406",
    title="a test that has the same outcome for every name",
    doc="""
Finds `kind != "llama" or kind != "qwen2"`, which every name passes, and `kind == "llama" and kind == "qwen2"`, which none does.

Leaves alone: `kind != "llama" and kind != "qwen2"`, tests of two subjects.
""",
    finds=(
        Example(
            title="two denials joined by or, two names joined by and",
            code="""
def check(config):
    if config.model_type != "llama" or config.model_type != "qwen2":  # here
        raise ValueError(config.model_type)
    if config.model_type == "llama" and config.model_type.startswith("llama") and config.model_type == "mistral":  # here
        return 1
    return 2
""",
        ),
    ),
    passes=(
        Example(
            title="denials joined by and, names joined by or, two subjects, elements of a list",
            code="""
def check(config, text, archs):
    if config.model_type != "llama" and config.model_type != "qwen2":
        raise ValueError(config.model_type)
    if config.model_type == "llama" or text.model_type != "llama":
        return 1
    if any(arch == "LlamaForCausalLM" for arch in archs) and any(arch == "Qwen2ForCausalLM" for arch in archs):
        return 2
    return 3
""",
        ),
    ),
    audit=_audit,
)
