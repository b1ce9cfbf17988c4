"""NB201: a mapping keyed by models' names."""

from ...inventory import Kind
from ...linking.members import Shape
from ..collected import of_collections
from ..detector import Detector, Example

table = Detector(
    name="table",
    rule="NB201",
    kind=Kind.TABLE,
    title="is a mapping keyed by models' names",
    doc="""
Finds a mapping at least half of whose keys are models' names, written as a display, by `dict(…)`, `OrderedDict([…])`, `dict.fromkeys(…)`
or a comprehension over literals; a copy of another package's mapping of models; and an item stored under a literal name.

Such a table is a registry that nobody can add to from outside.

Leaves alone: mappings keyed by methods, formats, losses, data sets.
""",
    finds=(
        Example(
            title="a display, and an item stored later",
            code="""
TARGETS = {  # here
    "llama": ["q_proj"],
    "qwen2_moe": ["q_proj", "v_proj"],
}
TARGETS["phi3"] = ["qkv_proj"]  # here
""",
        ),
        Example(
            title="a copy of transformers' own",
            code="""
from transformers.models.auto.modeling_auto import MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES

MULTIMODAL = dict(MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES)  # here
MULTIMODAL["lfm2-vl"] = object  # here
""",
        ),
    ),
    passes=(
        Example(
            title="prompt formats and quantization methods",
            code="""
PROMPTS = {"alpaca": 1, "sharegpt": 2, "completion": 3}
METHODS = {"awq": 1, "gptq": 2, "bitnet": 3}
""",
        ),
        Example(
            title="one model among many settings",
            code="""
DEFAULTS = {"base_model": "llama", "lr": 1e-4, "epochs": 3, "steps": 2}
""",
        ),
    ),
    find=of_collections(Shape.MAPPING),
)
