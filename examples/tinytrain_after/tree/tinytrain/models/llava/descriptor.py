"""LLaVA."""

from ..._namebranch import Descriptor
from ...data.stacking import image_collate
from ...support import MODELS
from ..families import IMAGE_TEXT


def keep_the_eye(context):
    for parameter in context.model.model.vision_tower.parameters():
        parameter.requires_grad_(False)


MODELS.register(
    Descriptor(
        keys={"model_type": "llava", "processor": "LlavaProcessor"},
        family=IMAGE_TEXT,
        matchers={"spelled": lambda path: "llava" in path.lower()},
        facts={
            "bits": 6,
            "masks_images": True,
            "old_names": ((r"^language_model\.model\.", "model.language_model."), (r"^vision_tower\.", "model.vision_tower.")),
        },
        hooks={
            "after_build": keep_the_eye,
            "collate": image_collate,
            "gguf_architecture": lambda config: config.get_text_config().model_type.replace("_", "").removesuffix("text"),
        },
    )
)
