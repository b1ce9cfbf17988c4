"""NB102: a name-carrying expression is looked for among several names."""

from ...inventory import Kind
from ...linking.leaves import Leaf
from ...linking.members import Shape
from ..detector import Detector, Example
from ..draft import of_leaves

CONTAINMENT = frozenset({"in", "not in"})
ALGEBRA = frozenset({"&", "-", "isdisjoint", "issubset", "issuperset", "intersection", "difference"})


def _chosen(leaf: Leaf) -> bool:
    judged = leaf.judged
    if judged is None or judged.shape is Shape.CLASS:
        return False
    if judged.op in ALGEBRA:
        return True
    if judged.op not in CONTAINMENT:
        return False
    return judged.many if judged.reversed else judged.shape in {Shape.SEQUENCE, Shape.ENUM, Shape.SCALAR}


membership = Detector(
    name="membership",
    rule="NB102",
    kind=Kind.MEMBERSHIP,
    title="looks for a model's name among several",
    doc="""
Finds `in` and `not in` between an expression that carries a model's name and a tuple, list or set of names, written there or kept in
a constant (of this or another module, of the class, composed of others); a literal looked for in a list of names
(`"MixtralForCausalLM" in config.architectures`); and set algebra on them (`archs & RING_ARCHS`, `archs.isdisjoint(SUPPORTED)`).

A list that a model must be added to, kept apart from the model. In `model_type in ("llama")` the parentheses make no tuple: it is meant as
one, and reported as one, though Python looks for letters.

Leaves alone: membership in collections that hold no model's name, and in those filled while running.
""",
    finds=(
        Example(
            title="a literal tuple, and a constant",
            code="""
PACKABLE = frozenset({"llama", "mistral", "qwen2_moe"})

def collate(cfg):
    if cfg.model_config_type in ("gemma4", "gemma4_text"):  # here
        return 1
    return cfg.model_config_type not in PACKABLE  # here
""",
        ),
        Example(
            title="an architecture in the list of architectures",
            code="""
def bias(config):
    return True if "Qwen2ForCausalLM" in (config.architectures or []) else False  # here
""",
        ),
        Example(
            title="set algebra",
            code="""
RING = {"LlamaForCausalLM", "MistralForCausalLM"}

def ring(config):
    archs = set(config.architectures or ())
    if archs & RING:  # here
        return 1
    return not archs.isdisjoint(RING)  # here
""",
        ),
        Example(
            title="a constant of the class",
            code="""
class Loader:
    REFUSED = ("nemotron_h", "falcon_h1")

    def check(self, cfg):
        mct = getattr(cfg, "model_config_type", None)
        if mct and mct not in self.REFUSED:  # here
            return 1
""",
        ),
    ),
    passes=(
        Example(
            title="adapters, formats and data sets",
            code="""
def check(cfg, fmt):
    if cfg.adapter in ("lora", "qlora", "llama-adapter"):
        return 1
    return fmt not in ("alpaca", "sharegpt", "chatml")
""",
        ),
        Example(
            title="a key of a configuration",
            code="""
def multimodal(raw):
    return "vision_config" in raw
""",
        ),
        Example(
            title="what is filled while running",
            code="""
SEEN = set()

def note(cfg):
    if cfg.model_type in SEEN:
        return
    SEEN.add(cfg.model_type)
""",
        ),
    ),
    find=of_leaves(_chosen),
)
