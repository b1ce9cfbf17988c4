"""NB203: a constant collection of models' names."""

from ...inventory import Kind
from ...linking.members import Shape
from ..collected import of_collections
from ..detector import Detector, Example

nameset = Detector(
    name="nameset",
    rule="NB203",
    kind=Kind.NAMESET,
    title="is a constant collection of models' names",
    doc="""
Finds a list, tuple or set at least half of whose members are models' names and that something else refers to: a constant of a module or
a class, or a local.

Leaves alone: a collection written inside the test itself (that is the membership, NB102), and one that nothing uses.
""",
    finds=(
        Example(
            title="of a module, of a class, and local",
            code="""
PACKABLE = ["llama", "mistral", "qwen2_moe"]  # here

class Plugin:
    FUSED = frozenset({"qwen3", "qwen3_moe"})  # here

    def go(self, cfg):
        skip = {"qwen3_5", "qwen3_5_moe"}  # here
        return cfg.model_type in PACKABLE or cfg.model_type in self.FUSED and cfg.model_type not in skip
""",
        ),
    ),
    passes=(
        Example(
            title="names of other things, and one that nothing uses",
            code="""
OPTIMIZERS = ["adamw", "lion", "muon"]
UNUSED = ["llama", "mistral"]

def build(args):
    return args.optim in OPTIMIZERS
""",
        ),
    ),
    find=of_collections(Shape.SEQUENCE),
)
