"""NB109: a branch on a flag or a predicate that holds the outcome of a name test."""

from ...inventory import Kind
from ...linking.leaves import Leaf
from ..detector import Detector, Example
from ..draft import of_leaves


def _chosen(leaf: Leaf) -> bool:
    return leaf.held is not None


flag_use = Detector(
    name="flag-use",
    rule="NB109",
    kind=Kind.FLAG_USE,
    title="branches on a flag or a predicate that stands for a name test",
    doc="""
Finds the places where the outcome of a name test is used: `if`, `and`, `or`, `not`, ternaries, `while` and `assert` on a flag, or on
a call of a predicate; in the same function, on an object (`cfg.is_llama`, `self.is_moe`, `getattr(cfg, "is_moe", False)`), or in another
file.

The name is spelled once and decides in many places: these are what a migration must carry.

Leaves alone: user options that only have a model's name in theirs, and the assignment of the flag itself.
""",
    finds=(
        Example(
            title="a local flag, negated and three lines down",
            code="""
def train(cfg):
    is_mamba = cfg.model_config_type == "mamba"
    steps = 1
    if not is_mamba and steps:  # here
        return 2
""",
        ),
        Example(
            title="an attribute that is set in one method and read in another",
            code="""
class Runner:
    def __init__(self, hf):
        self.is_hybrid = hf.model_type in ("nemotron_h", "falcon_h1")

    def run(self):
        return 1 if self.is_hybrid else 2  # here
""",
        ),
        Example(
            title="a predicate, by call and as a property",
            code="""
def is_moe(config):
    return config.model_type in ("mixtral", "qwen3_moe")

class Model:
    @property
    def is_gemma(self):
        return self.config.model_type == "gemma3"

    def go(self):
        if is_moe(self.config) and self.is_gemma:  # here  # here
            return 1
""",
        ),
    ),
    passes=(
        Example(
            title="an option of the user",
            code="""
def patch(cfg):
    if cfg.use_glm_kernels:
        return 1
""",
        ),
        Example(
            title="a flag that depends on no name",
            code="""
def train(cfg):
    packed = cfg.sample_packing and cfg.flash_attention
    if packed:
        return 1
""",
        ),
    ),
    find=of_leaves(_chosen),
)
