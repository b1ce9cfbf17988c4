"""NB101: a name-carrying expression is compared with one name."""

from ...inventory import Kind
from ...linking.leaves import Leaf
from ...linking.members import Shape
from ..detector import Detector, Example
from ..draft import of_leaves

EQUALITY = frozenset({"==", "!=", "is", "is not"})


def _chosen(leaf: Leaf) -> bool:
    judged = leaf.judged
    return judged is not None and judged.op in EQUALITY and judged.shape is not Shape.CLASS


compare = Detector(
    name="compare",
    rule="NB101",
    kind=Kind.COMPARE,
    title="compares what carries a model's name with one name",
    doc="""
Finds `==`, `!=`, `is` and `is not` between an expression that carries a model's name and a name: a literal, or a constant that is
followed to its literal, in whichever file it lies. The expression may be the attribute itself, `getattr(x, "model_type", None)`,
`x.get("model_type")`, `x["model_type"]`, a class's `__name__`, or a local that was set to one of these.

Every such branch is one more place that a new model must be added to, and that nobody finds when it is missing.

Leaves alone: comparisons with `None`, with numbers, with words that name no model (`optimizer == "adamw"`).
""",
    finds=(
        Example(
            title="the attribute itself, and a local that was read from it",
            code="""
def load(cfg, model):
    if cfg.model_type == "jamba":  # here
        return 1
    kind = getattr(model.config, "model_type", None)
    return 2 if kind != "mixtral" else 3  # here
""",
        ),
        Example(
            title="a key of a mapping, a class's name, and the literal on the left",
            code="""
def convert(raw, model):
    if raw["model_type"] == "deepseek_v3" or raw.get("model_type") == "kimi_k2":  # here  # here
        return 1
    return "Qwen3MoeForCausalLM" == type(model).__name__  # here
""",
        ),
        Example(
            title="a constant for the name",
            code="""
FALCON = "falcon"

def heads(config):
    assert config.model_type == FALCON  # here
""",
        ),
        Example(
            title="a parameter compared with a known family is inferred",
            code="""
def route(kind):
    if kind == "qwen3_moe":  # here
        return 1
""",
        ),
    ),
    passes=(
        Example(
            title="optimizers, back ends and formats are no models",
            code="""
def build(args, cfg):
    if args.optimizer == "adamw" or cfg.attn_implementation == "flash_attention_2":
        return 1
    return args.save_format == "json"
""",
        ),
        Example(
            title="a model type that is absent, or of an auto class",
            code="""
def build(cfg):
    if cfg.model_type is None or cfg.model_type == "":
        return 1
    return cfg.model_type == "AutoModelForCausalLM"
""",
        ),
        Example(
            title="a kind of layer, a kind of rope",
            code="""
def layer(config, idx):
    if config.layer_types[idx] == "sliding_attention":
        return 1
    return config.rope_type == "yarn"
""",
        ),
    ),
    find=of_leaves(_chosen),
)
