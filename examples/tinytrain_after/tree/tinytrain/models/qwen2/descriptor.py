"""Qwen2."""

from ..._namebranch import Descriptor, Supported
from ...kernels.norms import rms_norm_forward
from ...kernels.swapping import swap
from ...support import MODELS


def swap_norms(cfg):
    from transformers.models.qwen2.modeling_qwen2 import Qwen2RMSNorm

    swap(Qwen2RMSNorm, "forward", rms_norm_forward)


MODELS.register(
    Descriptor(
        keys={"model_type": "qwen2", "text_model_type": "qwen2"},
        facts={
            "lora_targets": ("q_proj", "k_proj", "v_proj"),
            "lora_targets_inside": ("q_proj", "k_proj", "v_proj"),
            "whole_layers": ("lm_head",),
        },
        capabilities={"fused_norm": Supported(), "packing": Supported()},
        hooks={"gguf_architecture": lambda config: "qwen2", "swap_norms": swap_norms},
    )
)
