"""Granite's hybrid, moved out of the shared code in #74."""

from ...support import ModelSupport, register_model


@register_model("granitemoehybrid")
class GraniteHybridSupport(ModelSupport):
    lora_targets = ("q_proj", "k_proj", "v_proj", "o_proj")

    def after_build(self, model, cfg):
        model.config.output_router_logits = not cfg.sample_packing
