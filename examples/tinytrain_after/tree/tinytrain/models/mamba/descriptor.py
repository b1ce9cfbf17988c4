"""Mamba."""

from ..._namebranch import Descriptor
from ...support import MODELS
from ..families import RECURRENT


def no_attention_to_choose(kwargs, cfg):
    return {name: value for name, value in kwargs.items() if name != "attn_implementation"}


def exported(named):
    key, value = named
    return (key.replace("A_log", "ssm_a"), -value.exp()) if key.endswith("A_log") else named


MODELS.register(
    Descriptor(
        keys={"model_type": "mamba", "class_name": "MambaForCausalLM"},
        family=RECURRENT,
        facts={
            "embedding_layers": ("backbone.embeddings", "lm_head"),
            "first_weight": "backbone.embeddings.weight",
            "layers": "backbone.layers",
            "lora_targets": ("in_proj", "x_proj", "out_proj"),
            "no_decay": ("A_log", "D", "dt_proj.bias"),
        },
        hooks={
            "exported": exported,
            "gguf_architecture": lambda config: "mamba",
            "model_kwargs": no_attention_to_choose,
            "owns_its_spread": lambda model: True,
        },
    )
)
