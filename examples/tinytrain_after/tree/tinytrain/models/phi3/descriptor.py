"""Phi-3."""

from ..._namebranch import Descriptor, Supported
from ...kernels.norms import rms_norm_forward
from ...kernels.swapping import swap
from ...support import MODELS


def swap_norms(cfg):
    from transformers.models.phi3 import modeling_phi3

    class CountedNorm(modeling_phi3.Phi3RMSNorm):
        """Phi-3's norm is called twice a layer; count, to see it."""

        calls = 0

        def forward(self, hidden_states):
            CountedNorm.calls += 1
            return rms_norm_forward(self, hidden_states)

    swap(modeling_phi3, "Phi3RMSNorm", CountedNorm)


def split_rows(value, config):
    size = config.hidden_size // config.num_attention_heads
    return value.split([config.num_attention_heads * size, *[config.num_key_value_heads * size] * 2])


MODELS.register(
    Descriptor(
        keys={"model_type": "phi3", "text_model_type": "phi3"},
        facts={
            "fused_projection": ("qkv_proj", split_rows),
            "lora_targets": ("qkv_proj",),
            "lora_targets_inside": ("qkv_proj",),
        },
        capabilities={"fused_norm": Supported(), "packing": Supported()},
        hooks={"gguf_architecture": lambda config: "phi3", "swap_norms": swap_norms},
    )
)
