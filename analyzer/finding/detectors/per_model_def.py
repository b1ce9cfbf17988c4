"""NB301: shared code defines something for one model family."""

from collections.abc import Iterator

from ...extracting.expression import Span
from ...inventory import Kind
from ...linking.linked import Linked
from ...linking.meaning import PlacedUnit
from ..detector import Detector, Example
from ..draft import Draft, standing


def _find(linked: Linked) -> Iterator[Draft]:
    predicates = {at.dotted for at, _ in linked.predicates}
    for unit in linked.units:
        if any(form == "function" or linked.spelling.models_named(name) for name, form in unit.steps):
            continue  # nested, or a method of something that has been told already
        for function in unit.facts.functions:
            if function.scope == 0 and linked.index.qualified(unit, 0, function.name) not in predicates:
                yield from _draft(linked, unit, function.name, function.span, unit.lines)
        for cls in unit.facts.classes:
            if cls.scope == 0:
                yield from _draft(linked, unit, cls.name, cls.span, unit.lines)


def _draft(linked: Linked, unit: PlacedUnit, name: str, span: Span, lines: int) -> Iterator[Draft]:
    names = linked.spelling.models_named(name)
    if names:
        yield standing(unit, span, (), "def", name, names, lines)


per_model_def = Detector(
    name="per-model-def",
    rule="NB301",
    kind=Kind.PER_MODEL_DEF,
    title="is a function or class for one model in shared code",
    doc="""
Finds functions, methods and classes of shared modules whose own name names a model family (`_parallelize_gemma3`, `KimiVLCollator`), whole
words only.

Such code belongs to the model; here it grows the shared file with every model.

Counted apart from decisions. Leaves alone: predicates (NB108 tells them), definitions inside other functions, methods of a class that is told already, and names that
only look like a family's (`load_llama_adapter`, `clip_grad_norm`).
""",
    finds=(
        Example(
            title="a function, a method, a class",
            code="""
def apply_liger_kernel_to_qwen2_vl(model):  # here
    return model

class Patches:
    def _apply_apertus_patches(self):  # here
        return 1

class KimiVLCollator:  # here
    def __call__(self, rows):
        return rows
""",
        ),
    ),
    passes=(
        Example(
            title="methods, tools and words",
            code="""
def load_llama_adapter(model):
    def _gemma_inside(x):
        return x
    return _gemma_inside

def clip_grad_norm(model):
    return model

def get_text_config(config):
    return config

class LinearScaling:
    pass
""",
        ),
    ),
    find=_find,
)
