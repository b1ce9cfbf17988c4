"""NB104: letters are looked for inside a name-carrying string."""

from ...inventory import Kind
from ...linking.leaves import Leaf
from ..detector import Detector, Example
from ..draft import of_leaves
from .membership import CONTAINMENT


def _chosen(leaf: Leaf) -> bool:
    judged = leaf.judged
    if judged is None:
        return False
    if judged.op == "find":
        return True
    return judged.op in CONTAINMENT and judged.reversed and not judged.many


substring = Detector(
    name="substring",
    rule="NB104",
    kind=Kind.SUBSTRING,
    title="looks for letters inside a model's name",
    doc="""
Finds `"deepseek" in arch.lower()`, `"vila" in path`, `any(x in name for x in (…))`, `.find("llama")` and the like: a model type, a class's
name or a checkpoint's path is searched for the letters of a name.

It also hits every longer name that has these letters, and, in a path, the user's own folders.

Leaves alone: letters that name no model, keys looked for in a mapping (`"vision_config" in cfg`).
""",
    finds=(
        Example(
            title="in a path, a class's name, a model type",
            code="""
def build(ckpt_dir, model, cfg):
    if "llava" in ckpt_dir.lower():  # here
        return 1
    if "GptOss" not in type(model).__name__:  # here
        return 2
    return "llama4" in cfg.model_type or cfg.base_model.find("mixtral") >= 0  # here  # here
""",
        ),
        Example(
            title="one of several, in a generator",
            code="""
SLOW = ("mpt", "falcon")

def slow(cfg):
    return any(x in cfg.base_model for x in SLOW)  # here
""",
        ),
    ),
    passes=(
        Example(
            title="an adapter, a kind of layer, a key",
            code="""
def build(label, model, raw):
    if "lora" in label.lower() or "Linear" in type(model).__name__:
        return 1
    return "vision_config" in raw
""",
        ),
    ),
    find=of_leaves(_chosen),
)
