"""LoRA in its smallest form: a low-rank pair beside each chosen linear layer."""

import torch
from torch import nn

from ..families import RECURRENT_MODEL_TYPES
from ..support import support_for

LORA_TARGETS = dict(
    llama=["q_proj", "v_proj"],
    qwen2=["q_proj", "k_proj", "v_proj"],
    phi3=["qkv_proj"],
    gpt_neox=["query_key_value"],
    t5=["q", "v"],
    whisper=["q_proj", "v_proj"],
)
LORA_TARGETS["deepseek_v3"] = ["q_a_proj", "kv_a_proj_with_mqa"]
LORA_TARGETS["falcon_h1"] = ["q_proj", "v_proj", "in_proj"]


class LoraLinear(nn.Module):
    def __init__(self, inner, rank, alpha):
        super().__init__()
        self.inner = inner.requires_grad_(False)
        self.lora_a = nn.Parameter(torch.randn(rank, inner.in_features) / rank)
        self.lora_b = nn.Parameter(torch.zeros(inner.out_features, rank))
        self.scale = alpha / rank

    @property
    def weight(self):
        return self.inner.weight

    def forward(self, x):
        return self.inner(x) + (x @ self.lora_a.T @ self.lora_b.T) * self.scale

    def merged(self):
        with torch.no_grad():
            self.inner.weight += self.scale * self.lora_b @ self.lora_a
        return self.inner


def targets_for(cfg, model):
    """Return the last names of the layers that get an adapter."""
    own = support_for(cfg.model_config_type).lora_targets
    if cfg.lora_targets or own:
        return list(cfg.lora_targets or own)
    if (found := LORA_TARGETS.get(cfg.model_config_type)) is not None:
        return list(found)
    if cfg.text_config_type in LORA_TARGETS:
        return list(LORA_TARGETS[cfg.text_config_type])
    return ["q_proj", "v_proj"]


def apply_adapter(model, cfg):
    if cfg.adapter is None:
        return model
    if cfg.adapter not in ("lora", "llama-adapter"):
        raise ValueError(f"no adapter {cfg.adapter!r}")
    names = targets_for(cfg, model)
    model.requires_grad_(False)
    skipped = "visual" if cfg.needs_position_rows else "vision_tower"
    wrapped = 0
    for path, module in list(model.named_modules()):
        if isinstance(module, nn.Linear) and path.rpartition(".")[2] in names and skipped not in path:
            parent = model.get_submodule(path.rpartition(".")[0])
            setattr(parent, path.rpartition(".")[2], LoraLinear(module, cfg.lora_r, cfg.lora_alpha))
            wrapped += 1
    if not wrapped:
        raise ValueError(f"{cfg.model_config_type} has no linear layer called {' or '.join(names)}")
    return model


def merge_adapter(model):
    for path, module in list(model.named_modules()):
        if isinstance(module, LoraLinear):
            setattr(model.get_submodule(path.rpartition(".")[0]), path.rpartition(".")[2], module.merged())
    return model.requires_grad_(True)


def embedding_layers(cfg):
    """Return the layers that are trained whole when tokens are added."""
    own = support_for(cfg.model_config_type).embedding_layers
    if own:
        return list(own)
    if cfg.model_config_type == "gpt_neox":
        return ["embed_in", "embed_out"]
    if cfg.model_config_type in ("t5",):
        return ["shared"]
    return ["embed_tokens", "lm_head"]


def dropout_for(cfg):
    return 0.0 if cfg.model_config_type in RECURRENT_MODEL_TYPES else 0.05
