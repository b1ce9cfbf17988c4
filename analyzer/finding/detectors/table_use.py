"""NB202: a table keyed by models' names is asked for a name."""

from ...inventory import Kind
from ...linking.leaves import Leaf
from ...linking.members import Shape
from ..detector import Detector, Example
from ..draft import of_leaves
from .membership import CONTAINMENT

LOOKUPS = frozenset({"[]", "get", "pop", "setdefault"})


def _chosen(leaf: Leaf) -> bool:
    judged = leaf.judged
    if judged is None or judged.reversed:
        return False
    if judged.op in LOOKUPS:
        return True
    return judged.op in CONTAINMENT and judged.shape in {Shape.MAPPING, Shape.UNKNOWN}


table_use = Detector(
    name="table-use",
    rule="NB202",
    kind=Kind.TABLE_USE,
    title="asks a table of models for a name",
    doc="""
Finds `TABLE[name]`, `TABLE.get(name)` and `name in TABLE`, where the table is keyed by models' names: written in the target, or a
constant of another package that is asked by a model type (`MODEL_TYPE_TO_APPLY_LIGER_FN[cfg.model_type]`).

Two askers of one table often disagree on what happens when the name is absent.

Leaves alone: the auto mappings of transformers (they hold every architecture), tables keyed by anything else, a table that is looped over.
""",
    finds=(
        Example(
            title="a table of this module",
            code="""
BLOCKS = {"mixtral": "MixtralSparseMoeBlock", "jamba": "JambaSparseMoeBlock"}

def block(model_type):
    if model_type in BLOCKS:  # here
        return BLOCKS[model_type]  # here
    return BLOCKS.get(model_type)  # here
""",
        ),
        Example(
            title="a table of another package",
            code="""
from liger_kernel.transformers.monkey_patch import MODEL_TYPE_TO_APPLY_LIGER_FN

def patch(cfg):
    if cfg.model_config_type in MODEL_TYPE_TO_APPLY_LIGER_FN:  # here
        MODEL_TYPE_TO_APPLY_LIGER_FN[cfg.model_config_type]()  # here
""",
        ),
    ),
    passes=(
        Example(
            title="a table of losses",
            code="""
LOSSES = {"dpo": 1, "orpo": 2}

def loss(name):
    return LOSSES[name]
""",
        ),
        Example(
            title="a number or a plain key",
            code="""
ROWS = {"llama": 1}

def first(rows, config):
    return rows[0], config["hidden_size"], ROWS["llama"]
""",
        ),
    ),
    find=of_leaves(_chosen),
)
