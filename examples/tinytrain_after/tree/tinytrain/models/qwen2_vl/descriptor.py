"""Qwen2-VL."""

from ..._namebranch import Descriptor
from ...data.stacking import with_image_tokens, with_labels
from ...kernels.norms import rms_norm_forward
from ...kernels.swapping import swap
from ...support import MODELS
from ..families import IMAGE_TEXT
from .positions import three_rows


def after_build(context):
    if context.cfg.fused_norm:
        from transformers.models.qwen2_vl import modeling_qwen2_vl as modeling

        norm = getattr(modeling, "Qwen2RMSNorm", None) or modeling.Qwen2VLRMSNorm
        swap(norm, "forward", rms_norm_forward)


def collate(samples, processor):
    images = [sample["image"] for sample in samples]
    batch = with_labels({"input_ids": with_image_tokens(samples, processor)})
    batch["pixel_values"] = processor.images(images)
    batch["image_grid_thw"] = processor.grid(images)
    batch["mm_token_type_ids"] = (batch["input_ids"] == processor.image_token_id).int()
    return batch


def trainer_inputs(batch, cfg):
    if "position_ids" not in batch and "pixel_values" not in batch:
        batch["position_ids"] = three_rows(batch)
    return batch


MODELS.register(
    Descriptor(
        keys={"model_type": "qwen2_vl", "processor": "Qwen2VLProcessor"},
        family=IMAGE_TEXT,
        matchers={"spelled": lambda path: "qwen2-vl" in path.lower()},
        facts={
            "bits": 6,
            "eyes": "visual",
            "old_names": ((r"^visual\.", "model.visual."), (r"^model\.(?!language_model|visual)", "model.language_model.")),
            "position_rows": 3,
            "whole_layers": ("visual", "lm_head"),
        },
        hooks={
            "after_build": after_build,
            "collate": collate,
            "gguf_architecture": lambda config: config.get_text_config().model_type.replace("_", "").removesuffix("text"),
            "trainer_inputs": trainer_inputs,
        },
    )
)
