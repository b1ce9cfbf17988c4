"""NB107: an object or a class is checked against a class that belongs to one model family."""

from ...inventory import Kind
from ...linking.leaves import Leaf
from ...linking.members import Shape
from ..detector import Detector, Example
from ..draft import of_leaves


def _chosen(leaf: Leaf) -> bool:
    return leaf.judged is not None and leaf.judged.shape is Shape.CLASS and leaf.judged.op not in {"[]", "get", "pop", "setdefault"}


classcheck = Detector(
    name="classcheck",
    rule="NB107",
    kind=Kind.CLASSCHECK,
    title="checks against a class of one model family",
    doc="""
Finds `isinstance`, `issubclass`, `type(x) is X`, `cls == X`, `cls in [X, Y]` and class patterns against classes that are named after a
model family, wherever they are imported.

Leaves alone: classes of no family (`PreTrainedModel`, `Linear`).
""",
    finds=(
        Example(
            title="isinstance, identity, membership",
            code="""
from transformers import VoxtralProcessor
from transformers.models.paligemma import modeling_paligemma as mp

def check(model, processor, draft):
    if isinstance(model, mp.PaliGemmaForConditionalGeneration):  # here
        return 1
    if isinstance(processor, (VoxtralProcessor, mp.PaliGemmaModel)):  # here
        return 2
    cls = type(model)
    return cls in [mp.PaliGemmaModel] or cls is mp.PaliGemmaModel  # here  # here
""",
        ),
    ),
    passes=(
        Example(
            title="generic classes",
            code="""
import torch
from transformers import PreTrainedModel

def check(model, module):
    return isinstance(model, PreTrainedModel) or isinstance(module, (torch.nn.Linear, torch.nn.Embedding))
""",
        ),
    ),
    find=of_leaves(_chosen),
)
