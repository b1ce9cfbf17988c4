"""Falcon-H1."""

from ..._namebranch import Descriptor
from ...support import MODELS
from ..families import HYBRID
from .multipliers import limit_multipliers


def before_build(context):
    if context.cfg.mup_limit:
        limit_multipliers(context.model_config, context.cfg.mup_limit)


MODELS.register(
    Descriptor(
        keys={"model_type": "falcon_h1", "text_model_type": "falcon_h1", "class_name": "FalconH1ForCausalLM"},
        family=HYBRID,
        facts={
            "lora_targets": ("q_proj", "v_proj", "in_proj"),
            "lora_targets_inside": ("q_proj", "v_proj", "in_proj"),
            "no_decay": ("A_log", "D", "dt_bias"),
        },
        hooks={
            "before_build": before_build,
            "gguf_architecture": lambda config: "falcon-h1",
            "owns_its_spread": lambda model: True,
        },
    )
)
