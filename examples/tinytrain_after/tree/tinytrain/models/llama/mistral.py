"""Mistral: only its kernels are known here, and they are Llama's."""

from ..._namebranch import Descriptor, Supported
from ...support import MODELS
from .norms import swap_norms

MODELS.register(
    Descriptor(keys={"model_type": "mistral"}, capabilities={"fused_norm": Supported()}, hooks={"swap_norms": swap_norms})
)
