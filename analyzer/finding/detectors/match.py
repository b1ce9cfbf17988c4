"""NB106: a `case` of a `match` statement names a model."""

from ...inventory import Kind
from ...linking.leaves import Leaf
from ...linking.members import Shape
from ..detector import Detector, Example
from ..draft import of_leaves


def _chosen(leaf: Leaf) -> bool:
    return leaf.judged is not None and leaf.judged.op == "case" and leaf.judged.shape is not Shape.CLASS


match = Detector(
    name="match",
    rule="NB106",
    kind=Kind.MATCH,
    title="is a case of a match statement that names a model",
    doc="""
Finds each name in the patterns of `match` over a name-carrying expression: `case "llama":`, `case "a" | "b":`, and the patterns that reach
into a mapping or an object (`case {"model_type": "llama"}:`, `case Config(model_type="jamba"):`). The cases of one `match` are the arms of
one chain.

Leaves alone: the wildcard, cases that name no model.
""",
    finds=(
        Example(
            title="values, alternatives, a mapping and a class pattern",
            code="""
def experts(cfg):
    match cfg.model_type:
        case "gpt_oss":  # here
            return 1
        case "qwen3_moe" | "mixtral":  # here  # here
            return 2
        case _:
            return 3

def heads(raw):
    match raw:
        case {"model_type": "llama"}:  # here
            return 1
""",
        ),
    ),
    passes=(
        Example(
            title="commands and losses",
            code="""
def run(command):
    match command:
        case "train" | "eval":
            return 1
        case _:
            return 2
""",
        ),
    ),
    find=of_leaves(_chosen),
)
