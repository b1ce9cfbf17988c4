"""NB103: a name-carrying expression is tested for how it begins or ends."""

from ...inventory import Kind
from ...linking.leaves import Leaf
from ..detector import Detector, Example
from ..draft import of_leaves

AFFIXES = frozenset({"startswith", "endswith"})


def _chosen(leaf: Leaf) -> bool:
    return leaf.judged is not None and leaf.judged.op in AFFIXES


affix = Detector(
    name="affix",
    rule="NB103",
    kind=Kind.AFFIX,
    title="tests how a model's name begins or ends",
    doc="""
Finds `.startswith(…)` and `.endswith(…)` with a name, a tuple of names or a constant that holds them.

A prefix also hits every name that begins so, those of models that do not exist yet included.

Leaves alone: task suffixes (`ForConditionalGeneration`), prefixes of weights, packages, options.
""",
    finds=(
        Example(
            title="a literal, a tuple, a constant, and in a generator",
            code="""
EAGER = ("qwen3_next", "kimi_linear")

def check(cfg, model):
    if cfg.model_type.startswith("gemma"):  # here
        return 1
    if type(model).__name__.startswith(("Gemma3", "Gemma4")):  # here
        return 2
    kind = str(getattr(cfg, "model_type", ""))
    return kind.startswith(EAGER) or any(kind.startswith(p) for p in EAGER)  # here  # here
""",
        ),
    ),
    passes=(
        Example(
            title="a task's suffix, a weight's prefix",
            code="""
def check(cfg, key):
    if any(a.endswith("ForConditionalGeneration") for a in cfg.architectures):
        return 1
    return key.startswith("model.layers.") or key.endswith("_proj")
""",
        ),
    ),
    find=of_leaves(_chosen),
)
