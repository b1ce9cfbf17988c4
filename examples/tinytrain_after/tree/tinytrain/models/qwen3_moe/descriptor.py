"""Qwen3's mixture."""

import json

from ..._namebranch import Descriptor, Supported
from ...kernels.norms import rms_norm_forward
from ...kernels.swapping import swap
from ...support import MODELS
from ..families import MIXTURE


def after_build(context):
    context.model.config.norm_topk_prob = True


def report_experts(context):
    if context.cfg.extras.get("expert_report"):
        gates = {name: list(value.shape) for name, value in context.model.state_dict().items() if name.endswith("gate.weight")}
        (context.folder / "experts.json").write_text(json.dumps(gates))


def swap_norms(cfg):
    from transformers.models.qwen3_moe.modeling_qwen3_moe import Qwen3MoeRMSNorm

    swap(Qwen3MoeRMSNorm, "forward", rms_norm_forward)


MODELS.register(
    Descriptor(
        keys={"model_type": "qwen3_moe"},
        family=MIXTURE,
        facts={"router_loss": True, "split_experts": True, "whole_layers": ("gate", "lm_head")},
        capabilities={"fused_norm": Supported()},
        hooks={
            "after_build": after_build,
            "after_save": report_experts,
            "gguf_architecture": lambda config: "qwen3moe",
            "swap_norms": swap_norms,
        },
    )
)
