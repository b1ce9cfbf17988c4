"""Llama, and what is like it."""

from ..._namebranch import Descriptor, Supported
from ...support import MODELS
from .norms import swap_norms

MODELS.register(
    Descriptor(
        keys={"model_type": "llama", "text_model_type": "llama"},
        matchers={"resembled": lambda cfg: cfg.llama_like or "llama" in cfg.base_model.lower()},
        facts={"lora_targets": ("q_proj", "v_proj"), "lora_targets_inside": ("q_proj", "v_proj")},
        capabilities={"fused_norm": Supported(), "packing": Supported()},
        hooks={"gguf_architecture": lambda config: "llama", "swap_norms": swap_norms},
    )
)
