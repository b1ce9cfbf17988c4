"""Gemma 3 with images."""

from ..._namebranch import Descriptor
from ...data.stacking import image_collate
from ...support import MODELS
from .common import GEMMA3


def collate(samples, processor):
    """Gemma 3 looks both ways inside an image, and wants to know where images are."""
    batch = image_collate(samples, processor)
    batch["token_type_ids"] = (batch["input_ids"] == processor.image_token_id).int()
    return batch


MODELS.register(
    Descriptor(
        keys={"model_type": "gemma3", "processor": "Gemma3Processor"},
        family=GEMMA3,
        facts={
            "auto_class": "AutoModelForImageTextToText",
            "masks_images": True,
            "old_names": (
                (r"^language_model\.model\.", "model.language_model."),
                (r"^vision_tower\.vision_model\.", "model.vision_tower."),
            ),
        },
        hooks={"collate": collate, "gguf_architecture": lambda config: "gemma3"},
    )
)
