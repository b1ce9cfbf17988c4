"""DeepSeek V3."""

from ..._namebranch import Descriptor
from ...support import MODELS
from ..families import MIXTURE
from .router import reset_score_correction


def after_build(context):
    reset_score_correction(context.model)


MODELS.register(
    Descriptor(
        keys={"model_type": "deepseek_v3", "text_model_type": "deepseek_v3"},
        family=MIXTURE,
        matchers={"needs_low_rate": lambda path: "deepseek" in path.lower()},
        facts={
            "last_rate": 0.1,
            "lora_targets": ("q_a_proj", "kv_a_proj_with_mqa"),
            "lora_targets_inside": ("q_a_proj", "kv_a_proj_with_mqa"),
            "shard_size": "20GB",
            "split_experts": True,
        },
        hooks={"after_build": after_build, "gguf_architecture": lambda config: "deepseek2"},
    )
)
