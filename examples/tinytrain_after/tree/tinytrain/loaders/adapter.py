"""LoRA in its smallest form: a low-rank pair beside each chosen linear layer."""

import torch
from torch import nn

from ..support import ADAPTER_DROPOUT, EMBEDDING_LAYERS, EYES, LORA_TARGETS, LORA_TARGETS_INSIDE


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
    own = LORA_TARGETS.of(cfg.model_config_type)
    return list(cfg.lora_targets or own or LORA_TARGETS_INSIDE.of(cfg.text_config_type))


def apply_adapter(model, cfg):
    if cfg.adapter is None:
        return model
    if cfg.adapter not in ("lora", "llama-adapter"):
        raise ValueError(f"no adapter {cfg.adapter!r}")
    names = targets_for(cfg, model)
    model.requires_grad_(False)
    skipped = EYES.of(cfg.model_config_type)
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
    return list(EMBEDDING_LAYERS.of(cfg.model_config_type))


def dropout_for(cfg):
    return ADAPTER_DROPOUT.of(cfg.model_config_type)
