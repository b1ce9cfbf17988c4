"""NB109: a variable or an attribute keeps the outcome of a name test."""

from collections.abc import Iterable, Iterator

from ....registry.space import Space
from ...inventory import Confidence, Kind, Role
from ...linking.linked import Linked
from ..detector import Detector, Example
from ..draft import Draft


def _find(linked: Linked) -> Iterable[Draft]:
    return _drafts(linked)


def _drafts(linked: Linked) -> Iterator[Draft]:
    for unit, number, held in linked.flags:
        definition = unit.facts.definitions[number]
        yield Draft(
            unit=unit,
            span=definition.span,
            scope=linked.index.steps(unit, definition.scope),
            op="def",
            subject=definition.name,
            origin=None,
            key=definition.name.rpartition(".")[2],
            space=Space.UNKNOWN,
            names=held.names,
            constant=None,
            held_by=held.dotted,
            confidence=Confidence.LINKED,
            via=(),
            decision=None if held.decision is None else (unit, held.decision),
            lines=definition.span[2] - definition.span[0] + 1,
            role=Role.ASSIGNMENT,
        )


flag = Detector(
    name="flag",
    rule="NB109",
    kind=Kind.FLAG,
    title="keeps the outcome of a name test in a variable or an attribute",
    doc="""
Finds an assignment whose value is a test that asks for a model's name, alone or together with other conditions: `is_mamba = cfg.model_type
== "mamba"`, `self.is_hybrid = …`, `cfg.is_llama_derived_model = … or …`; also one that is made of other flags, or of a call of a predicate.
The tests inside are sites of their own; they share one decision with the flag.

Leaves alone: flags that no name decides.
""",
    finds=(
        Example(
            title="a local, an attribute, and a flag of flags",
            code="""
class Runner:
    def __init__(self, cfg):
        moe = cfg.model_type in ("mixtral", "qwen3_moe")  # here
        self.is_gemma = cfg.model_type == "gemma3" and cfg.packing  # here
        both = moe or self.is_gemma  # here
        return both
""",
        ),
    ),
    passes=(
        Example(
            title="a value chosen by a name is no flag",
            code="""
def embed(cfg):
    name = "embeddings" if cfg.model_type == "nemotron_h" else "embed_tokens"
    return name
""",
        ),
        Example(
            title="structure",
            code="""
def check(model, cfg):
    has_experts = hasattr(model, "experts") and cfg.num_experts > 1
    return has_experts
""",
        ),
    ),
    find=_find,
)
