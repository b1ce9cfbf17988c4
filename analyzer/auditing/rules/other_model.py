"""NB412: an arm calls what is named after another model, in a chain whose other arms call what is named after their own."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ....registry.universe.spelling import key_of
from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ...upstream.answer import Present
from ..asking import Form
from ..audited import Audited
from ..chains import Arm, chains
from ..rule import AuditRule

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_STEM = re.compile(r"[a-z]+")
_HABIT = 3  # arms that call what is named after them
_SHORTEST = 4  # letters of what is left of a name without the model


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One arm, the models it asks for, and one it acts for: `apply_to_` and `gemma2`."""

    arm: Arm
    names: tuple[str, ...]
    template: str
    model: str

    @property
    def fits(self) -> bool:
        """Whether the model is one of those that are asked for."""
        return key_of(self.model) in map(key_of, self.names)


def _audit(audited: Audited) -> Iterator[Finding]:
    for arms in chains(audited):
        acts = [act for arm in arms for act in _acts(audited, arm)]
        habits = Counter(act.template for act in acts if act.fits)
        by_arm: defaultdict[int, list[Act]] = defaultdict(list)
        for act in acts:
            by_arm[act.arm.number].append(act)
        for mine in by_arm.values():
            yield from _wrong(audited, [act for act in mine if habits[act.template] >= _HABIT])


def _acts(audited: Audited, arm: Arm) -> Iterator[Act]:
    names = tuple(dict.fromkeys(text for one in arm.needed if one.holds and one.form is Form.EXACT for text in one.texts))
    if not names:
        return
    first = arm.unit.first + arm.decision.span[2] + 1
    rows = audited.rows(arm.unit.path)[first - 1 : first - 1 + arm.decision.lines]
    code = "\n".join(row.partition("#")[0] for row in rows)
    for identifier in dict.fromkeys(_IDENTIFIER.findall(code)):
        model = next((known for known in audited.names.models_named(identifier)[-1:] if identifier.endswith(f"_{known}")), None)
        if model is not None and len(template := identifier.removesuffix(model)) >= _SHORTEST:
            yield Act(arm=arm, names=names, template=template, model=model)


def _wrong(audited: Audited, acts: list[Act]) -> Iterator[Finding]:
    done = {key_of(act.model) for act in acts}
    for act in acts:
        lost = tuple(name for name in act.names if key_of(name) not in done and _is_another(audited, name, act.model))
        if lost and len(done) == 1:
            own = [f"{act.template}{name}" for name in lost if _is_there(audited, f"{act.template}{name}")]
            more = f"; there is {', '.join(own)}" if own else ""
            yield audited.finding(
                "NB412",
                (act.arm.unit, act.arm.decision.span),
                f"for {', '.join(map(repr, lost))} this calls {act.template}{act.model}, which is named after another model{more}",
                witness=lost[0],
                names=lost,
                confidence=Confidence.LINKED,
            )


def _is_another(audited: Audited, name: str, model: str) -> bool:
    """Whether two names are two models of one family that has a modeling file for each."""
    types, texts = audited.names.types, audited.names.text_types
    if name not in types or model not in types or texts.get(name) == model or texts.get(model) == name:
        return False
    stems = _STEM.match(name), _STEM.match(model)
    return stems[0] is not None and stems[1] is not None and stems[0][0] == stems[1][0]


def _is_there(audited: Audited, identifier: str) -> bool:
    """Whether a name is known in the target, or in a dependency that was given."""
    used = any(identifier in unit.facts.used for unit in audited.linked.units)
    return used or any(
        isinstance(audited.upstream.find(f"{package}.transformers.{identifier}"), Present) for package in audited.upstream.roots
    )


other_model = AuditRule(
    name="other-model",
    rule="NB412",
    title="an arm acts for another model than it names",
    doc="""
Finds, in a chain where most arms call `apply_to_<their own model>`, one that calls the function of another model of the family: the arm was
copied, or a model was added to an arm of its sibling. What patches one model's classes leaves the other's as they are.

Leaves alone: models that share a text model, names that are no types of their own, chains without such a habit.
""",
    finds=(
        Example(
            title="a sibling that was added to an arm",
            code="""
def patch(model_type):
    if model_type == "llama":
        from kernels import apply_kernel_to_llama as apply
    elif model_type == "mistral":
        from kernels import apply_kernel_to_mistral as apply
    elif model_type == "qwen2":
        from kernels import apply_kernel_to_qwen2 as apply
    elif model_type in ("glm", "glm4"):  # here
        from kernels import apply_kernel_to_glm4 as apply
    else:
        return
    apply()
""",
        ),
    ),
    passes=(
        Example(
            title="a wrapper and its text model, and a chain without the habit",
            code="""
def patch(model_type):
    if model_type == "llama":
        from kernels import apply_kernel_to_llama as apply
    elif model_type == "mistral":
        from kernels import apply_kernel_to_mistral as apply
    elif model_type == "qwen2":
        from kernels import apply_kernel_to_qwen2 as apply
    elif model_type in ("qwen3_5", "qwen3_5_text"):
        from kernels import apply_kernel_to_qwen3_5 as apply
    else:
        return
    apply()


def shard(model_type):
    if model_type in ("gemma", "gemma2"):
        from kernels import shard_gemma as run
    elif model_type == "llama":
        from kernels import shard_llama as run
    else:
        return
    run()
""",
        ),
    ),
    audit=_audit,
)
