"""Gemma 3 without images, alone or inside the one with them."""

from ..._namebranch import Descriptor, Supported
from ...support import MODELS
from .common import GEMMA3

MODELS.register(
    Descriptor(
        keys={"model_type": "gemma3_text", "text_model_type": "gemma3_text"},
        family=GEMMA3,
        facts={"bits_inside": 8},
        capabilities={"packing": Supported()},
    )
)
