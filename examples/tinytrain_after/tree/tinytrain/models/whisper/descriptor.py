"""Whisper."""

from ..._namebranch import Descriptor
from ...data.stacking import stacked
from ...support import MODELS
from ..families import ENCODER_DECODER


def collate(samples, processor):
    return {"input_features": processor.features([sample["audio"] for sample in samples]), "labels": stacked(samples, "labels")}


def sample_length(length, model_config):
    return min(length, model_config.max_target_positions - 1)


MODELS.register(
    Descriptor(
        keys={
            "model_type": "whisper",
            "text_model_type": "whisper",
            "architecture": "WhisperForConditionalGeneration",
            "processor": "WhisperProcessor",
        },
        family=ENCODER_DECODER,
        facts={
            "auto_class": "AutoModelForSpeechSeq2Seq",
            "drops_short_batches": True,
            "kept_weights": ("norm.weight", "embed_positions.weight"),
            "lora_targets": ("q_proj", "v_proj"),
            "lora_targets_inside": ("q_proj", "v_proj"),
            "takes_mask": False,
            "tied_weights": ("lm_head.weight", "proj_out.weight"),
        },
        hooks={"collate": collate, "sample_length": sample_length},
    )
)
