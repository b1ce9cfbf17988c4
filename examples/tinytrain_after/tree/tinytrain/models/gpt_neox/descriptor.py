"""GPT-NeoX."""

from ..._namebranch import Descriptor
from ...support import MODELS


def before_build(context):
    context.model_config.use_parallel_residual = bool(context.model_config.use_parallel_residual)


def eager_unless_said(kwargs, cfg):
    return {"attn_implementation": "eager"} | kwargs


def split_heads(value, config):
    heads = config.num_attention_heads
    return value.view(heads, 3, -1, *value.shape[1:]).transpose(0, 1).flatten(1, 2)


MODELS.register(
    Descriptor(
        keys={"model_type": "gpt_neox", "text_model_type": "gpt_neox", "architecture": "GPTNeoXForCausalLM"},
        facts={
            "embedding_layers": ("embed_in", "embed_out"),
            "first_weight_of_architecture": "gpt_neox.embed_in.weight",
            "fused_projection": ("query_key_value", split_heads),
            "layers": "gpt_neox.layers",
            "lora_targets": ("query_key_value",),
            "lora_targets_inside": ("query_key_value",),
        },
        hooks={"before_build": before_build, "gguf_architecture": lambda config: "gptneox", "model_kwargs": eager_unless_said},
    )
)
