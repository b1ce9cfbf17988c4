"""T5."""

from ..._namebranch import Descriptor, Supported
from ...checkpoint.initialising import SPREAD
from ...kernels.norms import rms_norm_forward
from ...kernels.swapping import swap
from ...support import MODELS
from ..families import ENCODER_DECODER


def spread(config):
    return SPREAD * config.d_model**-0.5


def swap_norms(cfg):
    from transformers.models.t5 import modeling_t5

    swap(modeling_t5.T5LayerNorm, "forward", rms_norm_forward)


MODELS.register(
    Descriptor(
        keys={"model_type": "t5", "text_model_type": "t5", "architecture": "T5ForConditionalGeneration"},
        family=ENCODER_DECODER,
        facts={
            "auto_class": "AutoModelForSeq2SeqLM",
            "embedding_layers": ("shared",),
            "lora_targets": ("q", "v"),
            "lora_targets_inside": ("q", "v"),
        },
        capabilities={"fused_norm": Supported()},
        hooks={"gguf_architecture": lambda config: "t5", "spread": spread, "swap_norms": swap_norms},
    )
)
