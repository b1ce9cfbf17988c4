"""Granite's hybrid."""

from ..._namebranch import Descriptor
from ...support import MODELS
from ..families import HYBRID


def after_build(context):
    context.model.config.output_router_logits = not context.cfg.sample_packing


MODELS.register(
    Descriptor(
        keys={"model_type": "granitemoehybrid"},
        family=HYBRID,
        facts={"lora_targets": ("q_proj", "k_proj", "v_proj", "o_proj")},
        hooks={"after_build": after_build},
    )
)
