"""Mamba, moved out of the shared code in #71."""

from ...support import ModelSupport, register_model


@register_model("mamba")
class MambaSupport(ModelSupport):
    lora_targets = ("in_proj", "x_proj", "out_proj")
    embedding_layers = ("backbone.embeddings", "lm_head")

    def model_kwargs(self, kwargs, cfg):
        kwargs.pop("attn_implementation", None)  # it has no attention to choose
