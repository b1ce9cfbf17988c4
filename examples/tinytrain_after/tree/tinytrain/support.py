"""What shared code asks of a model. The model answers in its `models/<name>/descriptor.py`; what it does not say holds by default."""

from ._namebranch import Context, Field, Supported, Unsupported
from .registry import MODELS


class Life(Context, phases=("before_build", "after_build", "after_save")):
    """What a model is given when it may act on itself."""

    cfg = Field()
    model_config = Field()
    model = Field(since="after_build")
    folder = Field(since="after_save")


LIFE = MODELS.lifecycle(Life)
RESEMBLED = MODELS.matcher("resembled")(lambda cfg: False)  # whose kernels fit a model that has none of its own
SPELLED = MODELS.matcher("spelled")(lambda path: False)  # whose checkpoint lies at a path
NEEDS_LOW_RATE = MODELS.matcher("needs_low_rate")(lambda path: False)


def no_conversions(registered):
    """Leave the weights to transformers."""
    return {}


# config
HINT = MODELS.fact("hint", default=None)
PACKING = MODELS.capability("packing", default=Unsupported("packed samples see each other"))
GRADIENT_CHECKPOINTING = MODELS.capability("gradient_checkpointing", default=Supported())
FLASH_ATTENTION = MODELS.capability("flash_attention", default=Supported())
DPO = MODELS.capability("dpo", default=Supported())

# loaders
AUTO_CLASS = MODELS.fact("auto_class", default="AutoModelForCausalLM")
CHOOSES_EXPERTS = MODELS.fact("chooses_experts", default=False)
CARRIES_STATE = MODELS.fact("carries_state", default=False)
WEIGHT_CONVERSIONS = MODELS.fact("weight_conversions", default=no_conversions)
LORA_TARGETS = MODELS.fact("lora_targets", default=None)
LORA_TARGETS_INSIDE = MODELS.fact("lora_targets_inside", default=("q_proj", "v_proj"), space="text_model_type")
EMBEDDING_LAYERS = MODELS.fact("embedding_layers", default=("embed_tokens", "lm_head"))
ADAPTER_DROPOUT = MODELS.fact("adapter_dropout", default=0.05)
EYES = MODELS.fact("eyes", default="vision_tower")


@MODELS.adjust("model_kwargs")
def model_kwargs(kwargs, cfg):
    """Change the arguments that the model is built with."""
    return kwargs


# kernels
FUSED_NORM = MODELS.capability("fused_norm", default=Unsupported("nobody wrote one"))
FUSED_LOSS = MODELS.capability("fused_loss", default=Supported())


@MODELS.effect("swap_norms")
def swap_norms(cfg):
    """Swap the norms of a model that is not yet built for faster ones."""


# data
DROPS_SHORT_BATCHES = MODELS.fact("drops_short_batches", default=False, space="processor")
KEEPS_IMAGES = MODELS.fact("keeps_images", default=False, space="processor")
MASKS_IMAGES = MODELS.fact("masks_images", default=False, space="processor")


@MODELS.value("collate", space="processor")
def collate(samples, processor):
    """Return a batch."""
    from .data.stacking import default_collate

    return default_collate(samples, processor)


# training
TRAINER = MODELS.fact("trainer", default="decoder")
POSITION_ROWS = MODELS.fact("position_rows", default=1)
ROUTER_LOSS = MODELS.fact("router_loss", default=False)
TAKES_MASK = MODELS.fact("takes_mask", default=True)
NO_DECAY = MODELS.fact("no_decay", default=("A_log",))
LAST_RATE = MODELS.fact("last_rate", default=0.0)


@MODELS.adjust("sample_length")
def sample_length(length, model_config):
    """Return how long samples are."""
    return length


@MODELS.adjust("trainer_inputs")
def trainer_inputs(batch, cfg):
    """Complete a batch."""
    return batch


# checkpoint
SPLIT_EXPERTS = MODELS.fact("split_experts", default=False)
FUSED_PROJECTION = MODELS.fact("fused_projection", default=None)
OLD_NAMES = MODELS.fact("old_names", default=None)
KEPT_WEIGHTS = MODELS.fact("kept_weights", default=("norm.weight", "relative_attention_bias.weight"))
SHARD_SIZE = MODELS.fact("shard_size", default="5GB")
GENERATION_CONFIG = MODELS.fact("generation_config", default=False)
FIRST_WEIGHT = MODELS.fact("first_weight", default=None)
FIRST_WEIGHT_OF_ARCHITECTURE = MODELS.fact("first_weight_of_architecture", default=None, space="architecture")
TIED_WEIGHTS = MODELS.fact("tied_weights", default=("lm_head.weight",))


@MODELS.predicate("owns_its_spread", space="class_name")
def owns_its_spread(model):
    """Return whether the model keeps the weights that it draws itself."""
    return hasattr(model, "visual")


@MODELS.value("spread")
def spread(config):
    """Return the standard deviation of fresh weights."""
    from .checkpoint.initialising import SPREAD

    return SPREAD


# quantization
WHOLE_LAYERS = MODELS.fact("whole_layers", default=("lm_head", "embed"))
CALIBRATION_ROUNDS = MODELS.fact("calibration_rounds", default=1)
BITS_OF_ARCHITECTURE = MODELS.fact("bits_of_architecture", default=None, space="architecture")
BITS_INSIDE = MODELS.fact("bits_inside", default=None, space="text_model_type")
BITS = MODELS.fact("bits", default=4)


@MODELS.value("recorder")
def recorder():
    """Return what remembers the range of a layer."""
    from .quantization import calibration

    return calibration.record_dense


# export
LAYERS = MODELS.fact("layers", default="model.layers")


@MODELS.value("gguf_architecture")
def gguf_architecture(config):
    """Return the architecture as GGUF spells it."""
    raise ValueError(f"GGUF has no architecture for {config.model_type}")


@MODELS.adjust("exported")
def exported(named):
    """Return a tensor as GGUF has it, with its name."""
    return named
